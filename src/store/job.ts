/**
 * Every kind of job, the notices about links first. A kind listed here that no room handles or no worker takes does not
 * compile; nor does a job of a kind that is not listed.
 */
export type JobKindName =
  | 'card'
  | 'edit'
  | 'qr'
  | 'qr-message'
  | 'reply'
  | 'nudge'
  | 'news'
  | 'sale'
  | 'move'
  | 'left'
  | 'hand-over'
  | 'batch-card'
  | 'export'
  | 'export-last-word'
  | 'export-empty-note'
  | 'scheduled-export'
  | 'export-schedule-ended'
  | 'export-schedule-told'
  | 'audit-export'
  | 'team-file'
  | 'approval-card'
  | 'approval-round'
  | 'approval-ask'
  | 'approval-news'
  | 'welcome'
  | 'row-kind'
  | 'daily-close'
  | 'daily-close-off'
  | 'weekly-summary'
  | 'weekly-summary-ended'
  | 'batch-run'
  | 'batch-file'
  | 'batch-digest'
  | 'batch-round'
  | 'batch-ask'
  | 'batch-news'
  | 'batch-list'
  | 'batch-list-preview'
  | 'batch-list-news';

export interface NewJob {
  id: string;
  teamId: string;
  kind: JobKindName;
  /**
   * The same key twice is one job, whatever its outcome, as long as the first row exists. Leave out if nobody adds it
   * twice.
   */
  key?: string;
  /** Jobs of one lane are done one after the other, in order of creation. Leave out if it need not wait for any. */
  lane?: string;
  /** The link it is about. */
  linkId?: string;
  /** What its work needs, as plain JSON. */
  payload?: object;
  /** Not before this instant, in milliseconds since the epoch. Leave out for at once. */
  dueAt?: number;
}

/** A job claimed by one process until its lease runs out. */
export interface Job {
  id: string;
  teamId: string;
  /** As the row says: another version may have written it. */
  kind: string;
  lane: string | null;
  linkId: string | null;
  payload: unknown;
  /** As last saved; null: nothing yet. */
  progress: unknown;
  /** Failed tries so far, including those of processes that died. */
  attempts: number;
  /** Why the last try failed. */
  lastError: string | null;
  token: string;
  /** An earlier holder's lease ran out: the work may already be done, and `progress` may lack its last steps. */
  takenOver: boolean;
}
