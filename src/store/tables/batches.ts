import { z } from 'zod';
import { linkRequestSchema } from '../../payment-service/link-request.ts';
import { count, customer, defineTable, fils, instant, json, text, toNothing, word } from '../engine/table.ts';
import { shownLinksSchema } from './shown-links.ts';

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

const textsSchema = z.array(z.string());

/** What a person may say of the columns of a file, in the order of the window. `LastName`: the second part of the name. */
export const ASKED_COLUMNS = [
  'invoiceAmount',
  'FullName',
  'LastName',
  'Phone',
  'Email',
  'notes',
  'expiryOn',
  'Invoice_Id',
] as const;

const columnsSchema = z.record(z.enum(ASKED_COLUMNS), z.number().nullable());

/** The place of each; null: not in the file. */
export type ChosenColumns = z.infer<typeof columnsSchema>;

const faultsSchema = z.array(
  z.object({
    /** The column as spreadsheets name it, `C`; null: not about one column, or about a missing one. */
    column: z.string().nullable(),
    words: z.string(),
  }),
);

/** What is wrong with a row and what to do, as plain text. */
export type BatchRowFault = z.infer<typeof faultsSchema>[number];

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
    /** In the file's order. */
    headings: json(textsSchema, 'nobody'),
    /** What its creator said that each column holds, by place; null: nobody was asked. */
    columns: json(columnsSchema, 'nobody').nullable(),
    /** How many rows were chosen, and their total. */
    rows: count().byDefault(0),
    sumFils: fils().byDefault(0),
    /** The limit it exceeds, so that a second person must approve; null: none. */
    limitFils: fils().nullable(),
    /** Why it paused by itself, or was declined, as text for people. */
    trouble: text(customer(toNothing)).nullable(),
    /** How many times it was started. */
    runs: count().byDefault(0),
    decidedBy: text('staff').nullable(),
    /** When the customers' data of its rows was erased. */
    erasedAt: instant().nullable(),
    /** The batch whose rows it repeats; null: none. */
    sourceId: text('nobody').nullable(),
    /** The account at the payment service that it was read for; null: the workspace had none yet, and it is its first. */
    account: text('account').nullable(),
    /** The other account that its person was asked about. */
    accountAsked: text('account').nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_state: { on: ['teamId', 'state'] },
    },
    fate: { of: 'workspace', whenOld: 'erased', whenForgotten: 'erased', whenRemoved: 'kept' },
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
    /** Null: erased. */
    cells: json(textsSchema, customer(toNothing)).nullable(),
    /** The request to send; null: it has faults, or was erased. */
    request: json(linkRequestSchema, customer(toNothing)).nullable(),
    amountFils: fils().nullable(),
    expiresAt: instant().nullable(),
    /** They quote the cells. */
    faults: json(
      faultsSchema,
      customer(() => '[]'),
    ).byDefault([]),
    /** The number of an earlier row for the same customer and amount. */
    twinOf: count().nullable(),
    /** Links for the same customer and amount, as they stood when a person was shown the row. */
    shown: json(shownLinksSchema, 'nobody').byDefault([]),
  },
  {
    key: ['batchId', 'number'],
    indexes: {
      by_nonce: { on: ['nonce'], isUnique: true },
    },
    fate: { of: 'batch', whenOld: 'with-parent', whenForgotten: 'with-parent', whenRemoved: 'kept' },
  },
);
