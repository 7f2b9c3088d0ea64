import { ErrorCode } from '@slack/web-api';
import { z } from 'zod';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { isAboutForm, MEANINGS, type Meaning, RATE_LIMITED, readSlackCode } from './slack-errors.ts';

/** The app was removed from the workspace, so nothing can be posted there. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError';

  /** Null: Slack did not name the workspace. */
  constructor(teamId: string | null) {
    super(`the app is not installed in workspace ${teamId ?? '(not named by Slack)'}`);
  }
}

const UNEXPECTED = 'unexpected';
const UNREADABLE = 'unreadable answer';
/** The client takes any answer that is not JSON, such as a proxy's page of HTML, for an error code. */
const CODE = /^\w{1,100}$/;

/** Slack asks for seconds. After what a confused proxy asks for, nobody might ever get a message again. */
const LONGEST_REST_MS = 60 * 60_000;

type Kind<Of extends 'passing' | 'permanent'> = {
  [Why in Meaning]: (typeof MEANINGS)[Why]['kind'] extends Of ? Why : never;
}[Meaning];

/** `code` is Slack's reason, or the client's when Slack did not answer. */
export type SlackFailure =
  | { kind: 'passing'; why: Kind<'passing'>; code: string; retryAfterMs: number | null }
  | { kind: 'permanent'; why: Kind<'permanent'>; code: string };

const errorSchema = z.object({
  code: z.string().optional(),
  retryAfter: z.number().optional(),
  data: z.object({ error: z.string().optional() }).optional(),
});

/**
 * Reads anything that a Slack client threw. An error that is not Slack's counts as passing: we keep the state.
 */
export const readSlackFailure = (error: unknown): SlackFailure => {
  if (error instanceof NotInstalledError) return { kind: 'permanent', why: 'removed', code: 'app_removed' };
  const read = errorSchema.safeParse(error);
  if (!read.success) return passing('later', UNEXPECTED);
  const { code, retryAfter, data } = read.data;
  if (code === ErrorCode.RateLimitedError)
    return passing('later', RATE_LIMITED, Math.min((retryAfter ?? 1) * 1000, LONGEST_REST_MS));
  const reason = data?.error;
  if (code !== ErrorCode.PlatformError || !reason) return passing('later', reason ?? code ?? UNEXPECTED);
  return CODE.test(reason) ? readCode(reason) : passing('later', UNREADABLE);
};

const passing = (why: Kind<'passing'>, code: string, retryAfterMs: number | null = null): SlackFailure => ({
  kind: 'passing',
  why,
  code,
  retryAfterMs,
});

const isPassing = (why: Meaning): why is Kind<'passing'> => MEANINGS[why].kind === 'passing';

function readCode(code: string): SlackFailure {
  const why = readSlackCode(code);
  return isPassing(why) ? passing(why, code) : { kind: 'permanent', why, code };
}

const OF_SLACK = new Set<string>(Object.values(ErrorCode));

/** Slack's client raised it: Slack refused, failed or did not answer. */
export const isOfSlack = (error: unknown): boolean => {
  const { code } = errorSchema.safeParse(error).data ?? {};
  return error instanceof NotInstalledError || (code !== undefined && OF_SLACK.has(code));
};

/** Neither Slack nor its client raised the error: it is our own. */
const isUnexpected = ({ code }: SlackFailure): boolean => code === UNEXPECTED;

/**
 * A person has to permit it or install the app again, and then the token watch runs the job at once. This is for a
 * permission that we cannot see.
 */
const LOOK_FOR_PERMISSION_MS = 60 * 60_000;

/**
 * The outcome of a job whose message Slack refuses for now. If only a person can fix the cause, the run does not count
 * as a try, so the job is never given up.
 */
export const buildLater = ({
  why,
  code,
  retryAfterMs,
}: Extract<SlackFailure, { kind: 'passing' }>): {
  outcome: 'later';
  reason: string;
  retryAfterMs: number | null;
  isTry: boolean;
  isUnclear?: true;
  isParked?: true;
} => ({
  outcome: 'later',
  reason: code,
  retryAfterMs: why === 'scope' ? LOOK_FOR_PERMISSION_MS : retryAfterMs,
  isTry: why === 'later' || why === 'unclear',
  ...(why === 'unclear' && { isUnclear: true as const }),
  ...(why === 'scope' && { isParked: true as const }),
});

type PermanentFailure = Extract<SlackFailure, { kind: 'permanent' }>;

const giveUp = ({ code }: PermanentFailure): JobOutcome => ({ outcome: 'failed', reason: code });

/**
 * How a job ends whose message Slack refused: later, or as `onPermanent` says. Rethrows an error that is not Slack's.
 */
export const settleRefusal = <Ended = JobOutcome>(
  error: unknown,
  onPermanent: (failure: PermanentFailure) => Ended | JobOutcome = giveUp,
): Ended | JobOutcome => {
  const failure = readSlackFailure(error);
  if (isUnexpected(failure)) throw error;
  return failure.kind === 'passing' ? buildLater(failure) : onPermanent(failure);
};

/** Whether another conversation may accept what this one refuses permanently. */
export const isRefusedByPlace = (failure: SlackFailure): boolean =>
  failure.kind === 'permanent' && MEANINGS[failure.why].elsewhere;

const HTTP_SERVER_FAULT = 500;
const httpErrorSchema = z.object({ code: z.literal(ErrorCode.HTTPError), statusCode: z.number() });

/** Whether Slack refused a message for what may be its blocks, so that it may accept the text alone. */
export const isRefusedForm = (error: unknown): boolean => {
  const { why } = readSlackFailure(error);
  return why === 'blocks' || why === 'unclear';
};

/** The same, or Slack failed over it: nobody knows whether it took the message all the same. */
export const mayBeItsForm = (error: unknown): boolean => {
  const http = httpErrorSchema.safeParse(error).data;
  if (http !== undefined) return http.statusCode >= HTTP_SERVER_FAULT;
  return isRefusedForm(error) || isAboutForm(readSlackFailure(error).code);
};

/**
 * Whether a person who waits on screen is told the reason: Slack refused it. Not for an outage, which the person can
 * only wait for.
 */
export const isRefusal = ({ kind, why }: SlackFailure): boolean =>
  kind === 'permanent' || why === 'unclear' || why === 'scope';

/** Nothing can be written there: the message is gone, or its conversation is closed to us. */
export const isOutOfReach = ({ why }: SlackFailure): boolean => why === 'gone' || why === 'closed';

/** Slack delivers no message to that person: gone, deactivated, or never here. */
export const isUnreachable = ({ why }: SlackFailure): boolean => why === 'closed' || why === 'refused';
