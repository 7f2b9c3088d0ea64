import { SlackError } from '@slack/web-api';
import { z } from 'zod';
import { UploadFailedError } from '../delivery/upload-file.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { describeNoList } from '../listings/listing-words.ts';
import * as errors from '../payment-service/index.ts';
import { explainFileRefusal } from '../slack/slack-errors.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import { isDiskFull } from '../store/engine/database-errors.ts';

const PASSING = [
  errors.RateLimitError,
  errors.ServerError,
  errors.TimeoutError,
  errors.NetworkError,
  errors.UnreadableAnswerError,
];

export const fileTroubleSchema = z.object({ what: z.string(), next: z.string() });
/** Why it is not there, and what to do. Plain text. */
export type FileTrouble = z.infer<typeof fileTroubleSchema>;

/** A person whose permission the file needs has lost it. */
export class NoLongerPermittedError extends Error {
  override name = 'NoLongerPermittedError';

  constructor() {
    super('no longer permitted');
  }
}

/** The service's rows make no file: there are too many, and half of them would look like all, or nobody knows which there are. */
export class NoFileError extends Error {
  override name = 'NoFileError';
  readonly trouble: FileTrouble;

  /** `trouble`: what to say. */
  constructor(is: 'too-many' | 'no-list', trouble: FileTrouble) {
    super(is === 'too-many' ? 'too many rows' : 'no list');
    this.trouble = trouble;
  }
}

/** No rows would be a guess. */
export const explainNoList = (kind: ReportKind): FileTrouble => ({
  what: describeNoList(kind),
  next: 'Compare with the service’s dashboard, or try again later.',
});

interface FileFailure extends FileTrouble {
  /** It may go away by itself. */
  isPassing: boolean;
  /** For the log and the database. */
  reason: string;
  retryAfterMs: number | null;
  /** False: only a person can fix it, so the run does not count as a try. */
  isTry: boolean;
  /** Nobody knows what it means. */
  isUnclear?: boolean;
}

/** How it ends, whoever has to do something about it. */
const ENDS = { isPassing: false, retryAfterMs: null, isTry: true } as const;

/**
 * Why a file failed, in words. A failure that comes neither from the service nor from Slack counts as passing, and is tried
 * again a few times.
 */
export const readFileFailure = (error: unknown): FileFailure => {
  if (error instanceof errors.PaymentServiceError) {
    const isTooLarge = error instanceof errors.TooLargeAnswerError;
    return {
      ...errors.explainPaymentServiceError(error),
      isPassing: !isTooLarge && PASSING.some((kind) => error instanceof kind),
      reason: 'payment service',
      retryAfterMs: error instanceof errors.RateLimitError ? error.retryAfterMs : null,
      isTry: true,
    };
  }
  if (error instanceof NoLongerPermittedError) {
    const what = 'Your role no longer allows it.';
    return { ...ENDS, what, next: 'Ask an admin of Paylink.', reason: 'no longer permitted' };
  }
  if (error instanceof NoFileError) return { ...ENDS, ...error.trouble, reason: error.message };
  if (isDiskFull(error)) {
    const what = 'The disk that Paylink writes to is full.';
    const next = 'Tell the person who runs Paylink: it needs more space.';
    return { ...ENDS, isPassing: true, what, next, reason: 'disk full' };
  }
  if (!(error instanceof SlackError || error instanceof UploadFailedError)) {
    const what = 'Something went wrong in Paylink.';
    const next = 'If it happens again, tell the person who runs Paylink.';
    return { ...ENDS, isPassing: true, what, next, reason: 'unexpected' };
  }
  const failure = readSlackFailure(error);
  // What only a person can permit is told at once, and not tried again.
  if (failure.kind === 'permanent' || failure.why === 'scope')
    return { ...ENDS, ...explainFileRefusal(failure.code), reason: failure.code };
  const { reason, retryAfterMs, isTry, isUnclear = false } = buildLater(failure);
  return {
    isPassing: true,
    what: `Slack isn’t accepting the file right now${isUnclear ? ` (${reason})` : ''}.`,
    next: 'Try again in a few minutes.',
    ...{ reason, retryAfterMs, isTry, isUnclear },
  };
};
