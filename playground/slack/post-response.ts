import { type JsonRecord, readList, readText } from './parse-json.ts';
import { receiveBlocks } from './receive-content.ts';
import type { ResponseTarget } from './response-urls.ts';
import { SlackFailure } from './slack-failure.ts';
import type { World } from './slack-world.ts';

const readContent = (body: JsonRecord, world: World) => {
  const given = body['blocks'];
  const blocks = given === undefined || given === null ? null : receiveBlocks(given, world);
  const text = readText(body['text']);
  const attachments = readList(body['attachments']);
  if (text === '' && (blocks === null || blocks.length === 0) && attachments.length === 0)
    throw new SlackFailure('no_text');
  return { text, blocks, attachments };
};

/**
 * What an app said in answer to a command, or to a response_url: a new message for one person or for all, or a
 * change of the message that was acted on. Throws what Slack would answer.
 */
export const postResponse = (body: JsonRecord, target: ResponseTarget, world: World): void => {
  const original =
    target.messageTs === null
      ? undefined
      : world.messages.find(target.channel, target.messageTs, target.user);
  if (body['delete_original'] === true) {
    if (original === undefined) throw new SlackFailure('message_not_found');
    world.messages.remove(original);
    return;
  }
  const content = readContent(body, world);
  if (body['replace_original'] === true && target.messageTs !== null) {
    if (original === undefined) throw new SlackFailure('message_not_found');
    world.messages.edit(original, {
      ...content,
      editedAt: readList(content.blocks).length > 0 ? null : world.ids.ts(),
    });
    return;
  }
  const inChannel = body['response_type'] === 'in_channel';
  // An answer to something only one person sees cannot become public.
  const isPublic = inChannel && (original === undefined || original.ephemeralTo === null);
  const thread = readText(body['thread_ts']);
  world.messages.add({
    ...content,
    channel: target.channel,
    user: world.team.ids.botUser,
    threadTs: thread === '' ? null : thread,
    ephemeralTo: isPublic ? null : target.user,
  });
};
