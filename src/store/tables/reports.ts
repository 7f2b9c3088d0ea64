import { z } from 'zod';
import { customer, defineTable, flag, instant, json, text, word } from '../engine/table.ts';

/** A saved query on a listing, so that buttons only need to carry its id. The rows themselves are never stored. */
export const reports = defineTable(
  'reports',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    /** Who ran it. */
    userId: text('staff'),
    kind: word<'transactions' | 'payouts' | 'links'>(),
    /** Both ends inclusive. */
    spanFrom: instant(),
    spanTo: instant(),
    /** Visible to the channel, not only to the person. */
    isShared: flag(),
    createdAt: instant(),
  },
  {
    key: ['id'],
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** The states a search can ask for. */
export const SEARCH_STATES = [
  'asked',
  'withdrawn',
  'lapsed',
  'unpaid',
  'paid',
  'expired',
  'declined',
  'refunded',
  'cancelled',
  'failed',
  'checking',
  'reported',
  'partly',
  'mismatch',
] as const;

export type SearchState = (typeof SEARCH_STATES)[number];

const querySchema = z.object({
  /** Only this person's links. */
  ownerId: z.string().nullable(),
  /** Only links in this channel. */
  channelId: z.string().nullable(),
  /** When they were created, in milliseconds since the epoch, both ends inclusive. */
  span: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Any of these; empty: all. */
  states: z.array(z.enum(SEARCH_STATES)),
  /** In fils. Any of these amounts, or a number as an invoice number. */
  amounts: z.array(z.number()),
  /** Whole numbers, which may also be invoice numbers. */
  numbers: z.array(z.string()),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** Invoice numbers or their start, and the service's order ids. */
  references: z.array(z.string()),
  /** The start of words in the customer's name or the notes; all must match. */
  words: z.array(z.string()),
});

export type SearchQuery = z.infer<typeof querySchema>;

const placeSchema = z.object({ at: z.number(), id: z.string() });

/** A link's place in the order from the newest to the oldest. */
export type LinkPlace = z.infer<typeof placeSchema>;

const startsSchema = z.array(placeSchema.nullable());

/** A person's search, so that buttons only need to carry its id. Its results are never stored. */
export const searches = defineTable(
  'searches',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    userId: text('staff'),
    /** May name a customer, so it is deleted within days. */
    query: json(querySchema, customer('with-row')),
    /** The link after which each page starts, for the pages shown and the next one; null: starts with the newest. */
    starts: json(startsSchema, 'nobody'),
    createdAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_age: { on: ['createdAt'] },
    },
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'deleted', whenRemoved: 'deleted' },
  },
);
