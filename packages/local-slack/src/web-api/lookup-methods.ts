import { buildMessageOutput, type MessageRecord } from '../messages.ts';
import type { Conversation } from '../page/page-api.ts';
import { type JsonRecord, readText } from '../page/read-json.ts';
import type { PersonRecord } from '../people-and-places.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { World } from '../slack-world.ts';
import { enterpriseFields } from '../team.ts';
import { fail, type Method } from './method.ts';

const offsetSeconds = (timeZone: string, now: number): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
};

const describePerson = (person: PersonRecord, now: number): JsonRecord => ({
  id: person.id,
  team_id: person.teamId,
  name: person.name,
  real_name: person.realName,
  deleted: false,
  tz: person.tz,
  tz_offset: offsetSeconds(person.tz, now),
  is_bot: person.isBot,
  is_admin: person.isAdmin,
  is_restricted: person.isRestricted,
  is_ultra_restricted: false,
  is_stranger: person.isExternal,
  // Profiles of outsiders lack e-mail and locale.
  ...(person.isExternal ? {} : { locale: person.locale }),
  profile: {
    real_name: person.realName,
    display_name: person.name,
    ...(person.isExternal ? {} : { email: person.email }),
  },
});

const describeConversation = (place: Conversation): JsonRecord => ({
  id: place.id,
  name: place.name,
  is_channel: place.kind === 'public',
  is_private: place.kind === 'private',
  is_im: place.kind === 'dm' || place.kind === 'direct',
  is_mpim: place.kind === 'group',
  is_member: place.botIsMember,
  is_ext_shared: place.isExtShared,
  is_archived: false,
  num_members: place.members.length,
});

/** Slack's cursors are opaque; here they hold a position. */
const page = <T>(all: T[], args: JsonRecord): { rows: T[]; next: string } => {
  const from = Number(Buffer.from(readText(args['cursor']), 'base64url').toString() || 0);
  if (!Number.isSafeInteger(from) || from < 0 || from > all.length) throw new SlackFailure('invalid_cursor');
  const limit = Number(args['limit'] ?? 100);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1000) throw new SlackFailure('invalid_limit');
  const end = from + limit;
  return {
    rows: all.slice(from, end),
    next: end < all.length ? Buffer.from(String(end)).toString('base64url') : '',
  };
};

/** Private conversations without the app do not exist for it. */
export const findPlace = (args: JsonRecord, { workspace }: World): Conversation => {
  const where = workspace.conversation(readText(args['channel']));
  if (where === undefined || (where.kind !== 'public' && !where.botIsMember))
    throw new SlackFailure('channel_not_found');
  return where;
};

const readMessages = (where: Conversation, args: JsonRecord, world: World): MessageRecord[] => {
  if (!where.botIsMember) throw new SlackFailure('not_in_channel');
  const oldest = Number(args['oldest'] ?? 0);
  const latest = Number(args['latest'] ?? Number.POSITIVE_INFINITY);
  return world.messages
    .list(where.id)
    .filter((one) => one.ephemeralTo === null && Number(one.ts) >= oldest && Number(one.ts) <= latest);
};

const answerPage = (found: MessageRecord[], args: JsonRecord, { team }: World): JsonRecord => {
  const { rows, next } = page(found, args);
  return {
    ok: true,
    messages: rows.map((one) => buildMessageOutput(one, team)),
    has_more: next !== '',
    response_metadata: { next_cursor: next },
  };
};

/** Newest first, without replies in threads. */
const history: Method = (args, world) =>
  answerPage(
    readMessages(findPlace(args, world), args, world)
      .filter((one) => one.threadTs === null || one.isBroadcast)
      .reverse(),
    args,
    world,
  );

/** A thread, oldest first. */
const replies: Method = (args, world) => {
  const thread = readText(args['ts']);
  const found = readMessages(findPlace(args, world), args, world).filter(
    (one) => one.ts === thread || one.threadTs === thread,
  );
  if (found.length === 0) throw new SlackFailure('thread_not_found');
  return answerPage(found, args, world);
};

export const lookupMethods: Record<string, Method> = {
  'api.test': (args) => ({ ok: true, args }),
  'auth.test': (_args, world) => ({
    ok: true,
    url: world.baseUrl(),
    team: world.team.name,
    team_id: world.team.id,
    ...(world.team.enterprise === null ? {} : { enterprise_id: world.team.enterprise.id }),
    is_enterprise_install: false,
    user: world.workspace.appName,
    user_id: world.team.ids.botUser,
    bot_id: world.team.ids.bot,
    app_id: world.team.ids.app,
  }),
  'team.info': (_args, { team }) => ({
    ok: true,
    team: {
      id: team.id,
      name: team.name,
      domain: team.domain,
      ...enterpriseFields(team),
    },
  }),
  'users.info': (args, world) => {
    const person = world.workspace.person(readText(args['user']));
    return person ? { ok: true, user: describePerson(person, world.now()) } : fail('user_not_found');
  },
  'users.list': (args, world) => {
    const { rows, next } = page(world.workspace.people(), args);
    return {
      ok: true,
      members: rows.map((one) => describePerson(one, world.now())),
      response_metadata: { next_cursor: next },
    };
  },
  'conversations.list': (args, world) => {
    const types = (readText(args['types']) || 'public_channel').split(',');
    const kinds: Record<Conversation['kind'], string> = {
      public: 'public_channel',
      private: 'private_channel',
      dm: 'im',
      direct: 'im',
      group: 'mpim',
    };
    const visible = world.workspace
      .conversations()
      .filter((one) => types.includes(kinds[one.kind]) && (one.kind === 'public' || one.botIsMember));
    const { rows, next } = page(visible, args);
    return { ok: true, channels: rows.map(describeConversation), response_metadata: { next_cursor: next } };
  },
  'conversations.info': (args, world) => {
    const where = findPlace(args, world);
    return { ok: true, channel: describeConversation(where) };
  },
  'conversations.members': (args, world) => {
    const where = findPlace(args, world);
    const { rows, next } = page(where.members, args);
    return { ok: true, members: rows, response_metadata: { next_cursor: next } };
  },
  'conversations.open': (args, world) => {
    const users = readText(args['users']).split(',').filter(Boolean);
    if (users.length === 0) return fail('users_list_not_supplied');
    if (users.some((id) => world.workspace.person(id) === undefined)) return fail('user_not_found');
    const dm = users.length === 1 ? world.workspace.dmOf(users[0] ?? '') : undefined;
    // In the local Slack, only people start group conversations.
    if (dm === undefined) return fail('method_not_supported_for_channel_type');
    return { ok: true, no_op: true, already_open: true, channel: { id: dm.id } };
  },
  'conversations.join': (args, world) => {
    const where = findPlace(args, world);
    if (where.kind !== 'public') return fail('method_not_supported_for_channel_type');
    world.workspace.setMembership(where.id, true);
    return { ok: true, channel: describeConversation(where) };
  },
  'conversations.history': history,
  'conversations.replies': replies,
};
