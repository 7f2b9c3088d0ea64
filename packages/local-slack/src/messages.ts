import { assignIds } from './block-kit/assign-ids.ts';
import type { Changes } from './changes.ts';
import type { Ids } from './ids.ts';
import type { SeenMessage } from './local-slack-api.ts';
import type { Filled } from './page/page-api.ts';
import type { JsonRecord } from './page/read-json.ts';
import { OTHER_APP } from './people-and-places.ts';
import type { Team } from './team.ts';
import { keepFilled } from './view-state.ts';

export interface MessageRecord extends SeenMessage {
  attachments: unknown[];
  /** Values that its elements keep from before an edit, regardless of initial values. */
  filled: Filled;
  /** Each person's choices in its elements. */
  filledBy: Map<string, Filled>;
  /** Options an app offered for its external selects. */
  offered: Map<string, unknown[]>;
  /** The state version in which it first appeared. */
  version: number;
}

/** The values that one person sees in a message's elements. */
export const heldIn = ({ filled, filledBy }: MessageRecord, as: string): Filled => ({
  ...filled,
  ...filledBy.get(as),
});

type NewMessage = Pick<MessageRecord, 'channel' | 'user' | 'text'> &
  Partial<
    Pick<
      MessageRecord,
      'threadTs' | 'isBroadcast' | 'blocks' | 'files' | 'ephemeralTo' | 'metadata' | 'attachments'
    >
  >;

type MessageEdit = Partial<Pick<MessageRecord, 'text' | 'blocks' | 'metadata' | 'attachments' | 'editedAt'>>;

export const createMessages = (deps: {
  ids: Ids;
  changes: Changes;
  /** Called for every message that the whole conversation can see, and for its edits. */
  onShown: (message: MessageRecord, by: 'post' | 'edit') => void;
}) => {
  let all: MessageRecord[] = [];
  const tell = (message: MessageRecord, by: 'post' | 'edit'): void => {
    if (message.ephemeralTo === null) deps.onShown(message, by);
    deps.changes.changed();
  };
  const withIds = (blocks: unknown[] | null): unknown[] | null =>
    blocks === null || blocks.length === 0 ? null : assignIds(blocks, deps.ids.short);
  return {
    add(message: NewMessage): MessageRecord {
      const record: MessageRecord = {
        threadTs: null,
        isBroadcast: false,
        files: [],
        ephemeralTo: null,
        metadata: null,
        attachments: [],
        ...message,
        ts: deps.ids.ts(),
        blocks: withIds(message.blocks ?? null),
        editedAt: null,
        filled: {},
        filledBy: new Map(),
        offered: new Map(),
        version: deps.changes.version() + 1,
      };
      all.push(record);
      tell(record, 'post');
      return record;
    },
    /** Ephemeral messages are found only for the person who sees them. */
    find: (channel: string, ts: string, as?: string): MessageRecord | undefined =>
      all.find(
        (one) =>
          one.channel === channel && one.ts === ts && (one.ephemeralTo === null || one.ephemeralTo === as),
      ),
    edit(message: MessageRecord, edit: MessageEdit): void {
      const blocks = edit.blocks === undefined ? message.blocks : withIds(edit.blocks);
      const keep = (filled: Filled) => keepFilled(message.blocks ?? [], filled, blocks ?? []);
      const filledBy = new Map([...message.filledBy].map(([who, filled]) => [who, keep(filled)]));
      Object.assign(message, edit, { blocks, filled: keep(message.filled), filledBy });
      tell(message, 'edit');
    },
    /** False: this person has reacted so already. */
    react(message: MessageRecord, name: string, user: string): boolean {
      const reactions = message.reactions ?? [];
      const same = reactions.find((one) => one.name === name);
      if (same?.users.includes(user)) return false;
      if (same === undefined) message.reactions = [...reactions, { name, users: [user] }];
      else same.users.push(user);
      deps.changes.changed();
      return true;
    },
    remove(message: MessageRecord): void {
      all = all.filter((one) => one !== message);
      deps.changes.changed();
    },
    /** Moves all messages of a channel to another id, keeping their `ts`. */
    move(from: string, to: string): void {
      for (const one of all) if (one.channel === from) Object.assign(one, { channel: to });
    },
    /** Oldest first. */
    list: (channel?: string): MessageRecord[] =>
      all.filter((one) => channel === undefined || one.channel === channel),
  };
};

export type Messages = ReturnType<typeof createMessages>;

const botFields = (user: string, team: Team): JsonRecord => {
  const bot =
    user === team.ids.botUser
      ? { id: team.ids.bot, app_id: team.ids.app }
      : user === OTHER_APP.user
        ? { id: OTHER_APP.bot, app_id: OTHER_APP.app, name: OTHER_APP.realName }
        : null;
  if (bot === null) return {};
  return { bot_id: bot.id, app_id: bot.app_id, bot_profile: { ...bot, deleted: false, team_id: team.id } };
};

/** A message as the Web API and interaction payloads contain it. */
export const buildMessageOutput = (message: MessageRecord, team: Team): JsonRecord => ({
  type: 'message',
  user: message.user,
  ts: message.ts,
  text: message.text,
  team: team.id,
  ...botFields(message.user, team),
  ...(message.blocks === null ? {} : { blocks: message.blocks }),
  ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
  ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
  ...(message.isBroadcast ? { subtype: 'thread_broadcast' } : {}),
  ...(message.reactions === undefined
    ? {}
    : { reactions: message.reactions.map((one) => ({ ...one, count: one.users.length })) }),
  ...(message.editedAt === null ? {} : { edited: { user: message.user, ts: message.editedAt } }),
  ...(message.metadata === null ? {} : { metadata: message.metadata }),
  ...(message.files.length === 0
    ? {}
    : { files: message.files.map(({ id, title, mimetype }) => ({ id, title, mimetype })) }),
});
