import { defineTable, instant, text } from '../engine/table.ts';

/** The one message in Slack that follows a thing: see `slack/show.ts`. A row exists once the message has a place. */
export const messages = defineTable(
  'messages',
  {
    teamId: text('nobody'),
    /** What it shows, as the registry of `slack/show.ts` names it. */
    what: text('nobody'),
    /** Of the thing; of a question to a person, with that person's. */
    id: text('staff'),
    channelId: text('channel'),
    ts: text('nobody'),
    /** The thread for replies, if the message is in one itself. */
    threadTs: text('nobody').nullable(),
    /** The person whose messages it is in; null: it is in a channel. */
    userId: text('staff').nullable(),
    /** Slack's code, if its channel refused it or what belongs to it: it goes on in the messages of a person. */
    refusedAs: text('nobody').nullable(),
    /** A hash of what Slack shows; null: not known, or behind. */
    shown: text('nobody').nullable(),
    /** Until then, an edit of a process that died may still come over a newer one. */
    settlesAt: instant().nullable(),
    updatedAt: instant(),
  },
  {
    key: ['teamId', 'what', 'id'],
    indexes: {
      behind: { on: ['updatedAt'], where: 'shown is null' },
    },
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);
