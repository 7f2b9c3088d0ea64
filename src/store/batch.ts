import type { Transaction } from 'kysely';
import type { StoreDatabase } from './engine/database.ts';
import { forUpdate } from './engine/queries.ts';
import type { Row } from './engine/table.ts';
import type { Link } from './link.ts';
import type { BatchTableRow, Schema, Stored } from './schema.ts';
import { type BatchState, batches, type batchRows } from './tables/batches.ts';

export {
  ASKED_COLUMNS,
  BATCH_STATES,
  type BatchRowFault,
  type BatchState,
  type ChosenColumns,
} from './tables/batches.ts';

export const readStoredBatch = (row: Stored<'batches'>) => batches.read(row);

export type Batch = ReturnType<typeof readStoredBatch>;

export type BatchRow = Row<typeof batchRows>;

/** A row as read from the file. `request` is null if it has faults. */
export type NewBatchRow = Pick<
  BatchRow,
  'number' | 'request' | 'amountFils' | 'expiresAt' | 'faults' | 'twinOf'
> & { cells: string[] };

export type NewBatch = Pick<
  Batch,
  'id' | 'teamId' | 'channelId' | 'creatorId' | 'creatorName' | 'fileName' | 'headings' | 'sourceId'
> & {
  /** Absent: nobody was asked about the columns. */
  columns?: Batch['columns'];
  /** Absent: the workspace's account when it is written. */
  account?: string | null;
  at: number;
};

/** A row and its link. */
export interface BatchRowWithLink {
  row: BatchRow;
  link: Link | null;
}

/** Another row or link is for the same customer and amount: the person decides whether to create both. */
export const isAlike = ({ twinOf, shown }: Pick<BatchRow, 'twinOf' | 'shown'>): boolean =>
  twinOf !== null || shown.length > 0;

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

/** Locks the batch until the transaction ends. */
export const lockBatch = (
  trx: Transaction<Schema>,
  engine: StoreDatabase['engine'],
  id: string,
): Promise<BatchTableRow | undefined> =>
  forUpdate(engine, trx.selectFrom('batches').selectAll().where('id', '=', id)).executeTakeFirst();
