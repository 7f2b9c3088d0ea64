/** Each queue has a worker of its own: nothing in one waits for work of another. */
export type QueueName = 'notices' | 'checks' | 'questions' | 'posts' | 'exports' | 'batches' | 'recurring';

/**
 * Every kind of job, and its queue. Without a room that runs each, Paylink does not start; a job of a kind that is not
 * listed does not compile. Exports and batches can be long and numerous: questions to colleagues and daily closes must not wait behind them.
 * A kind that moves to another queue leaves the jobs that wait in the old one to nobody.
 */
export const QUEUE_OF = {
  check: 'checks',
  show: 'notices',
  tell: 'notices',
  post: 'notices',
  qr: 'notices',
  export: 'exports',
  'approval-round': 'questions',
  'approval-reminder': 'questions',
  'what-came': 'questions',
  'workflow-step': 'questions',
  'missing-links': 'questions',
  turn: 'posts',
  'batch-run': 'batches',
  sweep: 'recurring',
  retention: 'recurring',
  pruning: 'recurring',
} as const satisfies Record<string, QueueName>;

export const QUEUES: readonly QueueName[] = [...new Set(Object.values(QUEUE_OF))];

export type JobKindName = keyof typeof QUEUE_OF;

/** The kinds of one queue. */
export type KindsIn<Queue extends QueueName> = {
  [Kind in JobKindName]: (typeof QUEUE_OF)[Kind] extends Queue ? Kind : never;
}[JobKindName];

/**
 * Kinds of which one job is enough, however often it is asked for: one that waits is due at the earliest of the times asked for, one
 * that is under way runs once more, and one that has ended runs anew.
 */
export const AGAIN = ['show', 'missing-links'] as const satisfies readonly JobKindName[];
