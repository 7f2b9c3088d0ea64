import { z } from 'zod';
import { type LinkRequest, linkRequestSchema } from '../payment-service/link-request.ts';
import { type ShownLink, shownLinksSchema } from './consent.ts';
import type { Link } from './link.ts';
import type { BatchRowRow, BatchRowState, BatchState, BatchTableRow } from './schema.ts';

export { BATCH_STATES, type BatchState } from './schema.ts';

/** What is wrong with a row and what to do, as plain text. */
export interface BatchRowFault {
  /** The column as spreadsheets name it, `C`; null: not about one column, or about a missing one. */
  column: string | null;
  words: string;
}

/** A row as read from the file. */
export interface NewBatchRow {
  number: number;
  cells: string[];
  /** Null if it has faults. */
  request: LinkRequest | null;
  amountFils: number | null;
  expiresAt: number | null;
  faults: BatchRowFault[];
  /** The number of an earlier row for the same customer and amount. */
  twinOf: number | null;
}

export interface NewBatch {
  id: string;
  teamId: string;
  channelId: string;
  creatorId: string;
  creatorName: string;
  fileName: string;
  headings: string[];
  /** The monthly list that it is a preview of; null: none. */
  listId: string | null;
  /**
   * The account at the payment service that it was read for; null: before accounts were kept. Absent in a new batch: the
   * workspace's account when it is written.
   */
  account?: string | null;
  at: number;
}

export interface Batch extends Omit<NewBatch, 'at'> {
  state: BatchState;
  /** How many rows were chosen, and their total. */
  rows: number;
  sumFils: number;
  limitFils: number | null;
  trouble: string | null;
  runs: number;
  decidedBy: string | null;
  card: { channelId: string; ts: string } | null;
  erasedAt: number | null;
  createdAt: number;
}

export interface BatchRow extends Omit<NewBatchRow, 'cells'> {
  batchId: string;
  state: BatchRowState;
  nonce: string;
  tries: number;
  /** Null: erased. */
  cells: string[] | null;
  /** Links for the same customer and amount, as they stood when a person was shown the row. */
  shown: ShownLink[];
}

/** A row and its link. */
export interface BatchRowWithLink {
  row: BatchRow;
  link: Link | null;
}

/** Another row or link is for the same customer and amount: the person decides whether to create both. */
export const isAlike = ({ twinOf, shown }: Pick<BatchRow, 'twinOf' | 'shown'>): boolean =>
  twinOf !== null || shown.length > 0;

const strings = z.array(z.string());
const faultsSchema = z.array(z.object({ column: z.string().nullable(), words: z.string() }));

/** Reads a row. Throws if its JSON does not have the shape this version writes. */
export const parseBatch = (row: BatchTableRow): Batch => ({
  id: row.id,
  teamId: row.teamId,
  channelId: row.channelId,
  creatorId: row.creatorId,
  creatorName: row.creatorName,
  state: row.state,
  fileName: row.fileName,
  headings: strings.parse(JSON.parse(row.headings)),
  rows: row.rows,
  sumFils: row.sumFils,
  limitFils: row.limitFils,
  trouble: row.trouble,
  runs: row.runs,
  decidedBy: row.decidedBy,
  card:
    row.cardChannelId === null || row.cardTs === null
      ? null
      : { channelId: row.cardChannelId, ts: row.cardTs },
  erasedAt: row.erasedAt,
  listId: row.listId,
  account: row.account,
  createdAt: row.createdAt,
});

export const parseBatchRow = (row: BatchRowRow): BatchRow => ({
  batchId: row.batchId,
  number: row.number,
  state: row.state,
  nonce: row.nonce,
  tries: row.tries,
  cells: row.cells === null ? null : strings.parse(JSON.parse(row.cells)),
  request: row.request === null ? null : linkRequestSchema.parse(JSON.parse(row.request)),
  amountFils: row.amountFils,
  expiresAt: row.expiresAt,
  faults: row.faults === null ? [] : faultsSchema.parse(JSON.parse(row.faults)),
  twinOf: row.twinOf,
  shown: row.shown === null ? [] : shownLinksSchema.parse(JSON.parse(row.shown)),
});

/** `over`: some of its links may exist, and no more are made. `not-begun`: none of them was made. */
const STAGE_OF: Record<BatchState, 'not-begun' | 'under-way' | 'over'> = {
  preview: 'not-begun',
  asked: 'not-begun',
  running: 'under-way',
  paused: 'under-way',
  done: 'over',
  cancelled: 'over',
  declined: 'not-begun',
  withdrawn: 'not-begun',
};

export const hasBegun = (state: BatchState): boolean => STAGE_OF[state] !== 'not-begun';

export const isBatchOver = (state: BatchState): boolean => STAGE_OF[state] === 'over';
