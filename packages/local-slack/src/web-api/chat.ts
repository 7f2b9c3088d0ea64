import { limits } from '../limits.ts';
import { buildMessageOutput, type MessageRecord } from '../messages.ts';
import type { Conversation } from '../page/page-api.ts';
import { isRecord, type JsonRecord, readList, readText } from '../page/read-json.ts';
import { buildPermalink } from '../permalink.ts';
import { receiveBlocks, refuseDeletedFiles } from '../receive-content.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { World } from '../slack-world.ts';
import { findPlace } from './lookup-methods.ts';
import type { Method } from './method.ts';

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isFlat = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isPlain);

/** As `MessageMetadata` of `@slack/types` has it: plain values, objects of them, and lists of such objects. */
const isPayload = (payload: JsonRecord): boolean =>
  Object.values(payload).every(
    (value) => isPlain(value) || isFlat(value) || (Array.isArray(value) && value.every(isFlat)),
  );

/** A message's metadata; null for none, or for an empty object, which removes it. */
const readMetadata = (given: unknown): unknown => {
  if (given === undefined || given === '') return null;
  if (!isRecord(given)) throw new SlackFailure('invalid_metadata_format');
  if (Object.keys(given).length === 0) return null;
  const { event_type: type, event_payload: payload } = given;
  if (typeof type !== 'string' || type === '' || !isRecord(payload) || !isPayload(payload))
    throw new SlackFailure('invalid_metadata_schema');
  if (Buffer.byteLength(JSON.stringify(given)) > limits.message.metadata)
    throw new SlackFailure('metadata_too_large');
  return given;
};

/** The conversation that the app may write to; throws Slack's refusal. */
const findOwnPlace = (channel: unknown, { workspace }: World): Conversation => {
  const place = workspace.resolve(readText(channel));
  if (place === undefined) throw new SlackFailure('channel_not_found');
  if (place.botIsMember) return place;
  // Conversations that the app cannot see do not exist for it.
  throw new SlackFailure(place.kind === 'public' ? 'not_in_channel' : 'channel_not_found');
};

/** The same for permanent messages: one scope is enough for all public channels. */
const findPlaceToPost = (channel: unknown, world: World): Conversation => {
  const place = world.workspace.resolve(readText(channel));
  const isOpen = world.access.current()?.scopes.includes('chat:write.public') === true;
  return place?.kind === 'public' && isOpen ? place : findOwnPlace(channel, world);
};

interface Content {
  text: string;
  blocks: unknown[] | null;
  attachments: unknown[];
}

/** `longest`: null if Slack truncates instead of refusing. */
const readContent = (args: JsonRecord, world: World, longest: number | null): Content => {
  const given = args['blocks'];
  const blocks = given === undefined || given === '' ? null : receiveBlocks(given, world);
  const attachments = readList(args['attachments']);
  if (attachments.length > limits.message.attachments) throw new SlackFailure('too_many_attachments');
  for (const one of attachments)
    if (isRecord(one) && one['blocks'] !== undefined) receiveBlocks(one['blocks'], world);
  const markdown = readText(args['markdown_text']);
  const text = readText(args['text']);
  if (markdown !== '' && (text !== '' || blocks !== null)) throw new SlackFailure('markdown_text_conflict');
  if (text.length > (longest ?? Number.POSITIVE_INFINITY) || markdown.length > limits.message.markdown)
    throw new SlackFailure('msg_too_long');
  return { text: (text || markdown).slice(0, limits.message.text), blocks, attachments };
};

const needText = ({ text, blocks, attachments }: Content): void => {
  if (text === '' && readList(blocks).length === 0 && attachments.length === 0)
    throw new SlackFailure('no_text');
};

const readThread = (given: unknown, place: Conversation, world: World): string | null => {
  const threadTs = readText(given);
  if (threadTs === '') return null;
  const parent = world.messages.find(place.id, threadTs);
  if (parent === undefined) {
    const behaviour = world.behaviours.of('threadOfNothing');
    if (behaviour !== 'apart') throw new SlackFailure(behaviour);
    return threadTs;
  }
  if (parent.threadTs === null) return parent.ts;
  const behaviour = world.behaviours.of('threadOfReply');
  if (behaviour === 'refused') throw new SlackFailure('cannot_reply_to_message');
  return behaviour === 'apart' ? parent.ts : parent.threadTs;
};

const postMessage: Method = (args, world) => {
  const place = findPlaceToPost(args['channel'], world);
  const content = readContent(args, world, null);
  needText(content);
  const threadTs = readThread(args['thread_ts'], place, world);
  const isBroadcast = threadTs !== null && String(args['reply_broadcast']) === 'true';
  if (isBroadcast && world.behaviours.of('broadcastReply') === 'refused')
    throw new SlackFailure('restricted_action_thread_only_channel');
  const message = world.messages.add({
    ...content,
    channel: place.id,
    user: world.team.ids.botUser,
    threadTs,
    isBroadcast,
    metadata: readMetadata(args['metadata']),
  });
  world.effects.add('chat.postMessage', message);
  return { ok: true, channel: place.id, ts: message.ts, message: buildMessageOutput(message, world.team) };
};

const findOwn = (args: JsonRecord, refusal: string, world: World): MessageRecord => {
  // Unlike posting, this does not accept a person's id for a DM.
  const place = findPlace(args, world);
  const message = world.messages.find(place.id, readText(args['ts']));
  if (message === undefined) throw new SlackFailure('message_not_found');
  if (message.user !== world.team.ids.botUser) throw new SlackFailure(refusal);
  return message;
};

/** Text without blocks keeps the old blocks, and blocks without text the old text. */
const update: Method = (args, world) => {
  const message = findOwn(args, 'cant_update_message', world);
  refuseDeletedFiles(args['blocks'], world);
  const { text, blocks, attachments } = readContent(args, world, limits.message.textOfUpdate);
  const content = {
    text: args['text'] === undefined && text === '' ? message.text : text,
    blocks: blocks ?? message.blocks ?? [],
    attachments: args['attachments'] === undefined ? message.attachments : attachments,
  };
  if (Object.keys(args).every((name) => !['text', 'blocks', 'attachments', 'markdown_text'].includes(name)))
    throw new SlackFailure('no_text');
  needText(content);
  world.messages.edit(message, {
    ...content,
    ...(args['metadata'] === undefined ? {} : { metadata: readMetadata(args['metadata']) }),
    // According to the reference, edits with blocks do not mark the message as edited.
    editedAt: readList(blocks).length > 0 ? null : world.ids.ts(),
  });
  world.effects.add('chat.update', message);
  return {
    ok: true,
    channel: message.channel,
    ts: message.ts,
    text: message.text,
    message: buildMessageOutput(message, world.team),
  };
};

const remove: Method = (args, world) => {
  const message = findOwn(args, 'cant_delete_message', world);
  world.messages.remove(message);
  world.effects.add('chat.delete', message);
  return { ok: true, channel: message.channel, ts: message.ts };
};

const postEphemeral: Method = (args, world) => {
  const place = findOwnPlace(args['channel'], world);
  const user = readText(args['user']);
  if (!place.members.includes(user)) throw new SlackFailure('user_not_in_channel');
  const content = readContent(args, world, limits.message.textOfUpdate);
  needText(content);
  const threadTs = readThread(args['thread_ts'], place, world);
  const message = world.messages.add({
    ...content,
    channel: place.id,
    user: world.team.ids.botUser,
    threadTs,
    ephemeralTo: user,
  });
  world.effects.add('chat.postEphemeral', message);
  return { ok: true, message_ts: message.ts };
};

const getPermalink: Method = (args, world) => {
  const place = findPlace(args, world);
  const message = world.messages.find(place.id, readText(args['message_ts']));
  if (message === undefined) throw new SlackFailure('message_not_found');
  return { ok: true, channel: message.channel, permalink: buildPermalink(world.baseUrl(), message) };
};

/** The local Slack has no list of all emoji: it takes any well-formed name. */
const EMOJI_NAME = /^[a-z0-9_+'-]+(?:::skin-tone-[2-6])?$/;

const addReaction: Method = (args, world) => {
  const place = findPlace(args, world);
  const [name, timestamp] = [readText(args['name']), readText(args['timestamp'])];
  if (timestamp === '') throw new SlackFailure('no_item_specified');
  if (!EMOJI_NAME.test(name)) throw new SlackFailure('invalid_name');
  const message = world.messages.find(place.id, timestamp);
  if (message === undefined) throw new SlackFailure('message_not_found');
  if (!world.messages.react(message, name, world.team.ids.botUser)) throw new SlackFailure('already_reacted');
  return { ok: true };
};

export const chatMethods: Record<string, Method> = {
  'chat.postMessage': postMessage,
  'chat.update': update,
  'chat.delete': remove,
  'chat.postEphemeral': postEphemeral,
  'chat.getPermalink': getPermalink,
  'reactions.add': addReaction,
};
