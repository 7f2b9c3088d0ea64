import { defineTable, instant, json, text } from '../engine/table.ts';
import { cardRefusalSchema } from './link-details.ts';

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
    /** Why it is not in the conversation that was meant. */
    refusal: json(cardRefusalSchema, 'nobody').nullable(),
    /** A hash of what Slack shows; null: not known, or behind. */
    shown: text('nobody').nullable(),
    /** When it was posted there. */
    postedAt: instant(),
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
