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

/**
 * `new`: in a preview. `waiting`: its link is still to be made. `made`: it has a link, which may have failed since.
 * `refused`: no link can be made from it. `left`: the person left it out, or cancelled the batch before it was made.
 */
export type BatchRowState = 'new' | 'waiting' | 'made' | 'refused' | 'left';

/** A file of rows, each of which becomes a link. */
export interface BatchTableRow {
  id: string;
  team_id: string;
  /** Where its card goes. */
  channel_id: string;
  maker_id: string;
  maker_name: string;
  state: BatchState;
  file_name: string;
  /** As JSON, in the file's order. */
  headings: string;
  /** How many rows were chosen, and their total. */
  rows: number;
  sum_fils: number;
  /** The limit it exceeds, so that a second person must approve; null: none. */
  limit_fils: number | null;
  /** Why it paused by itself, as text for people. */
  trouble: string | null;
  /** How many times it was started. */
  runs: number;
  decided_by: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** When the customers' data of its rows was erased. */
  erased_at: number | null;
  /** The monthly list it came from or was made into; null: none. */
  list_id: string | null;
  created_at: number;
  updated_at: number;
}

/** A batch that repeats every month, as a preview. */
export interface BatchListRow {
  id: string;
  team_id: string;
  /** The batch that was confirmed last: its rows are repeated. */
  source_id: string;
  /** The latest preview, until it is confirmed or replaced by the next. */
  preview_id: string | null;
  /** The person who gets the preview. */
  keeper_id: string;
  /** Of the month, 1 to 31; the last day in shorter months. */
  day: number;
  /** Minutes after midnight in the merchant's zone. */
  at_minute: number;
  /** The day of the next preview, `yyyy-MM-dd`. */
  next_on: string;
  /** When its day was chosen. Jobs planned before that do nothing. */
  set_at: number;
  stopped_at: number | null;
}

export interface BatchRowRow {
  batch_id: string;
  /** The row number in the file. */
  number: number;
  state: BatchRowState;
  /** The nonce of its link. A retry has a new one. */
  nonce: string;
  tries: number;
  /** The row's cells, as JSON; null: erased. */
  cells: string | null;
  /** The request to send, as JSON; null: it has faults, or was erased. */
  request: string | null;
  amount_fils: number | null;
  expires_at: number | null;
  /** Its faults, as JSON; null: none. */
  faults: string | null;
  /** The number of an earlier row for the same customer and amount. */
  twin_of: number | null;
  /** Ids of links for the same customer and amount that existed at the preview, as JSON; null: none. */
  alike: string | null;
}
