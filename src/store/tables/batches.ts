import { count, customer, defineTable, fils, instant, text, toNothing, word } from '../engine/table.ts';

export const BATCH_STATES = [
  'preview',
  'asked',
  'running',
  'paused',
  'done',
  'cancelled',
  'declined',
  'withdrawn',
] as const;

/** `preview`: not confirmed yet. `asked`: waits for a second person's approval. */
export type BatchState = (typeof BATCH_STATES)[number];

/**
 * `new`: in a preview. `waiting`: its link is still to be made. `held`: something is new about its customer, so a person
 * is asked again before it is made. `made`: it has a link, which may have failed since. `refused`: no link can be made
 * from it. `left`: the person left it out, or cancelled the batch before it was made.
 */
export type BatchRowState = 'new' | 'waiting' | 'held' | 'made' | 'refused' | 'left';

/** A file of rows, each of which becomes a link. */
export const batches = defineTable(
  'batches',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    channelId: text('channel'),
    creatorId: text('staff'),
    creatorName: text('staff'),
    state: word<BatchState>(),
    fileName: text(customer(() => 'erased')),
    /** As JSON, in the file's order. */
    headings: text('nobody'),
    rows: count(),
    sumFils: fils(),
    /** The limit it exceeds, so that a second person must approve; null: none. */
    limitFils: fils().nullable(),
    /** Why it paused by itself, as text for people. */
    trouble: text(customer(toNothing)).nullable(),
    /** How many times it was started. */
    runs: count(),
    decidedBy: text('staff').nullable(),
    cardChannelId: text('channel').nullable(),
    cardTs: text('nobody').nullable(),
    /** When the customers' data of its rows was erased. */
    erasedAt: instant().nullable(),
    listId: text('nobody').nullable(),
    account: text('nobody').nullable(),
    /** The other account that its person was asked about. */
    accountAsked: text('nobody').nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_state: { on: ['teamId', 'state'] },
    },
    fate: { of: 'workspace', whenOld: 'erased', whenRemoved: 'kept' },
  },
);

export const batchRows = defineTable(
  'batchRows',
  {
    batchId: text('nobody'),
    number: count(),
    state: word<BatchRowState>(),
    /** The nonce of its link. At another account the row is another order, and has a new one. */
    nonce: text('nobody'),
    tries: count(),
    /** The row's cells, as JSON; null: erased. */
    cells: text(customer(toNothing)).nullable(),
    /** The request to send, as JSON; null: it has faults, or was erased. */
    request: text(customer(toNothing)).nullable(),
    amountFils: fils().nullable(),
    expiresAt: instant().nullable(),
    /** Its faults, as JSON; null: none. */
    faults: text(customer(toNothing)).nullable(),
    twinOf: count().nullable(),
    /** Links for the same customer and amount, as they stood when shown: `ShownLink[]` as JSON; null: none. */
    shown: text('nobody').nullable(),
  },
  {
    key: ['batchId', 'number'],
    indexes: {
      by_nonce: { on: ['nonce'], isUnique: true },
    },
    fate: { of: 'batch', whenOld: 'erased', whenRemoved: 'kept' },
  },
);
