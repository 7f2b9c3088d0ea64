import { SlackError } from '@slack/web-api';
import { UploadFailedError } from '../delivery/upload-file.ts';
import * as errors from '../payment-service/index.ts';
import { explainFileRefusal } from '../slack/slack-errors.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import { isDiskFull } from '../store/engine/database-errors.ts';

/** What a failure of the service means for a running export. */
interface ExportFailure {
  /** It may go away by itself. */
  isPassing: boolean;
  what: string;
  next: string;
  retryAfterMs: number | null;
}

const PASSING = [
  errors.RateLimitError,
  errors.ServerError,
  errors.TimeoutError,
  errors.NetworkError,
  errors.UnreadableAnswerError,
];

/** Null if the error did not come from the service. Looks inside errors that wrap others. */
const readServiceFailure = (error: unknown): ExportFailure | null => {
  const cause = findServiceError(error);
  if (cause === null) return null;
  const { what, next } = errors.explainPaymentServiceError(cause);
  return {
    isPassing:
      !(cause instanceof errors.TooLargeAnswerError) && PASSING.some((kind) => cause instanceof kind),
    what,
    next,
    retryAfterMs: cause instanceof errors.RateLimitError ? cause.retryAfterMs : null,
  };
};

function findServiceError(error: unknown): errors.PaymentServiceError | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof errors.PaymentServiceError) return at;
  return null;
}

/** A person whose permission the export needs has lost it. */
export class NoLongerPermittedError extends Error {
  override name = 'NoLongerPermittedError';
  readonly people: readonly string[];

  /** `people`: those whose role no longer allows it. */
  constructor(people: readonly string[]) {
    super('no longer permitted to export');
    this.people = people;
  }
}

/** The month has more records than an export holds. */
export class TooManyRecordsError extends Error {
  override name = 'TooManyRecordsError';
}

interface ReadFailure {
  isPassing: boolean;
  /** For the person who asked. */
  what: string;
  next: string;
  /** For the log and the database. */
  reason: string;
  retryAfterMs: number | null;
  /** False: only a person can fix it, so the run does not count as a try. */
  isTry: boolean;
  /** Nobody knows what it means. */
  isUnclear?: boolean;
}

/**
 * Why an export failed, in words. A failure that comes neither from the service nor from Slack counts as
 * passing, and the export tries again a few times.
 */
export const readExportFailure = (error: unknown): ReadFailure => {
  const ofService = readServiceFailure(error);
  if (ofService !== null) return { ...ofService, reason: 'payment service', isTry: true };
  if (error instanceof NoLongerPermittedError) {
    return {
      isPassing: false,
      what: 'Your role no longer allows exports.',
      next: 'Ask an admin of Paylink.',
      reason: 'no longer permitted',
      retryAfterMs: null,
      isTry: true,
    };
  }
  if (error instanceof TooManyRecordsError) {
    return {
      isPassing: false,
      what: 'The month has more payouts and transactions than one export holds.',
      next: 'The person who looks after Paylink can raise that with PAYLINK_EXPORT_ROWS.',
      reason: 'too many records',
      retryAfterMs: null,
      isTry: true,
    };
  }
  if (isDiskFull(error)) {
    return {
      isPassing: true,
      what: 'The disk that Paylink writes to is full.',
      next: 'Tell the person who looks after Paylink: it needs more space.',
      reason: 'disk full',
      retryAfterMs: null,
      isTry: true,
    };
  }
  if (!isOfSlack(error)) {
    const what = 'Something went wrong in Paylink.';
    const next = 'If it happens again, tell the person who looks after Paylink.';
    return { isPassing: true, what, next, reason: 'unexpected', retryAfterMs: null, isTry: true };
  }
  const failure = readSlackFailure(error);
  if (failure.kind === 'permanent' || failure.why === 'scope') {
    return {
      isPassing: false,
      ...explainFileRefusal(failure.code),
      reason: failure.code,
      retryAfterMs: null,
      isTry: true,
    };
  }
  const { reason, retryAfterMs, isTry, isUnclear = false } = buildLater(failure);
  return {
    isPassing: true,
    what: isUnclear
      ? `Slack isn’t accepting the file right now (${reason}).`
      : 'Slack isn’t accepting the file right now.',
    next: 'Try again in a few minutes.',
    reason,
    retryAfterMs,
    isTry,
    isUnclear,
  };
};

const isOfSlack = (error: unknown): boolean =>
  error instanceof SlackError || error instanceof UploadFailedError;
