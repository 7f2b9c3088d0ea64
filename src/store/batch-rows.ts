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

/** `preview`: nobody has confirmed it. `asked`: a second person has to agree. */
export type BatchState = (typeof BATCH_STATES)[number];

/** How far it has come. `over`: no more links are made of it, and those that were are counted. */
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
 * `new`: of a preview. `waiting`: to be made, unless a link stands for it. `made`: one does, though that failed since.
 * `refused`: no link can be made of it. `left`: the person left it out, or cancelled the batch before it.
 */
export type BatchRowState = 'new' | 'waiting' | 'made' | 'refused' | 'left';

/** Many links from one file. */
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
  /** How many were chosen to be made, and what they come to. */
  rows: number;
  sum_fils: number;
  /** The limit above which a second person agreed, or was asked; null: below it. */
  limit_fils: number | null;
  /** Why it paused by itself, for people. */
  trouble: string | null;
  /** How many times it was set going. */
  runs: number;
  decided_by: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** When the customers' data of its rows was erased. */
  erased_at: number | null;
  /** The list that it came from, or that is kept of it; null: none. */
  list_id: string | null;
  created_at: number;
  updated_at: number;
}

/** A batch that comes again every month, as a preview. */
export interface BatchListRow {
  id: string;
  team_id: string;
  /** The batch that was confirmed last: what comes again is what its rows hold. */
  source_id: string;
  /** The preview that came last, until somebody confirms it or the next one comes. */
  preview_id: string | null;
  /** Who gets the preview. */
  keeper_id: string;
  /** Of the month, 1 to 31; past its end, the last one. */
  day: number;
  /** Minutes after midnight in the merchant's zone. */
  at_minute: number;
  /** `yyyy-MM-dd`: the day of the next preview. */
  next_on: string;
  /** When its day was chosen: what was planned before is not done. */
  set_at: number;
  stopped_at: number | null;
}

export interface BatchRowRow {
  batch_id: string;
  /** As its file counts. */
  number: number;
  state: BatchRowState;
  /** The nonce of its link: one row is one form, and a new try a new form. */
  nonce: string;
  tries: number;
  /** What the file has in this row, as JSON; null: erased. */
  cells: string | null;
  /** The request as it would be sent, as JSON; null: faulty, or erased. */
  request: string | null;
  amount_fils: number | null;
  expires_at: number | null;
  /** What is wrong with it, as JSON; null: nothing. */
  faults: string | null;
  /** The row above it for the same customer and amount. */
  twin_of: number | null;
  /** Ids of links for the same customer and amount that were there at the preview, as JSON; null: none. */
  alike: string | null;
}
