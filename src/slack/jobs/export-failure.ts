import { SlackError } from '@slack/web-api';
import { explainFileRefusal } from '../../messages/file-refusal.ts';
import { readServiceFailure } from '../../reports/export-failure.ts';
import { buildLater, readSlackFailure } from '../slack-failure.ts';
import { UploadFailedError } from './upload-file.ts';

/** Whoever asked for the file may not have it any more. */
export class NoLongerPermittedError extends Error {
  override name = 'NoLongerPermittedError';
}

export interface ReadFailure {
  isPassing: boolean;
  /** For the asker. */
  what: string;
  next: string;
  /** For the log and the database. */
  reason: string;
  retryAfterMs: number | null;
  /** False: only a person can mend it, and it is no try. */
  isTry: boolean;
}

/** What brought an export to grief, in words. What is neither the service's nor Slack's counts as passing: it is tried again, a few times. */
export const readExportFailure = (error: unknown): ReadFailure => {
  const ofService = readServiceFailure(error);
  if (ofService !== null) return { ...ofService, reason: 'payment service', isTry: true };
  if (error instanceof NoLongerPermittedError) {
    return {
      isPassing: false,
      what: 'Your role does not allow exports any more.',
      next: 'Ask an admin of Paylink.',
      reason: 'no longer permitted',
      retryAfterMs: null,
      isTry: true,
    };
  }
  if (!isOfSlack(error)) {
    const what = 'Something went wrong in Paylink.';
    const next = 'If it happens again, tell whoever looks after Paylink.';
    return { isPassing: true, what, next, reason: 'unexpected', retryAfterMs: null, isTry: true };
  }
  const failure = readSlackFailure(error);
  if (failure.kind === 'permanent') {
    return {
      isPassing: false,
      ...explainFileRefusal(failure.code),
      reason: failure.code,
      retryAfterMs: null,
      isTry: true,
    };
  }
  const { reason, retryAfterMs, isTry } = buildLater(failure);
  return {
    isPassing: true,
    what: 'Slack does not take the file just now.',
    next: 'Try again in a few minutes.',
    reason,
    retryAfterMs,
    isTry,
  };
};

const isOfSlack = (error: unknown): boolean =>
  error instanceof SlackError || error instanceof UploadFailedError;
