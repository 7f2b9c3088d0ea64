import { ErrorCode } from '@slack/web-api';
import { z } from 'zod';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { NotInstalledError } from './not-installed.ts';
import { ASKED_TOO_FAST, MEANINGS, type Meaning, readSlackCode } from './slack-errors.ts';

const UNEXPECTED = 'unexpected';

type Kind<Of extends 'passing' | 'permanent'> = {
  [Why in Meaning]: (typeof MEANINGS)[Why]['kind'] extends Of ? Why : never;
}[Meaning];

/** `code` is Slack's reason; of a call that Slack did not answer, the client's. */
export type SlackFailure =
  | { kind: 'passing'; why: Kind<'passing'>; code: string; retryAfterMs: number | null }
  | { kind: 'permanent'; why: Kind<'permanent'>; code: string };

const errorSchema = z.object({
  code: z.string().optional(),
  retryAfter: z.number().optional(),
  data: z.object({ error: z.string().optional() }).optional(),
});

/**
 * Reads anything that a Slack client threw. An error that is not from Slack at all counts as
 * passing: we keep the state.
 */
export const readSlackFailure = (error: unknown): SlackFailure => {
  if (error instanceof NotInstalledError) return { kind: 'permanent', why: 'removed', code: 'app_removed' };
  const read = errorSchema.safeParse(error);
  if (!read.success) return passing('later', UNEXPECTED);
  const { code, retryAfter, data } = read.data;
  if (code === ErrorCode.RateLimitedError) return passing('later', ASKED_TOO_FAST, (retryAfter ?? 1) * 1000);
  const reason = data?.error;
  if (code !== ErrorCode.PlatformError || !reason) return passing('later', reason ?? code ?? UNEXPECTED);
  return sortCode(reason);
};

const passing = (why: Kind<'passing'>, code: string, retryAfterMs: number | null = null): SlackFailure => ({
  kind: 'passing',
  why,
  code,
  retryAfterMs,
});

const isPassing = (why: Meaning): why is Kind<'passing'> => MEANINGS[why].kind === 'passing';

function sortCode(code: string): SlackFailure {
  const why = readSlackCode(code);
  return isPassing(why) ? passing(why, code) : { kind: 'permanent', why, code };
}

/** Neither Slack nor its client said anything: the error is our own. */
const isUnexpected = ({ code }: SlackFailure): boolean => code === UNEXPECTED;

/**
 * Installing again takes a person; this is short enough to notice soon afterwards. The token watch
 * handles refused tokens.
 */
const SCOPE_AGAIN_MS = 60_000;

/**
 * The outcome of a job whose message Slack refuses for now. If only a person can fix the cause, it does not
 * count as a try, and the job waits as long as it takes.
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
} => ({
  outcome: 'later',
  reason: code,
  retryAfterMs: why === 'scope' ? SCOPE_AGAIN_MS : retryAfterMs,
  isTry: why === 'later',
});

type RefusedForGood = Extract<SlackFailure, { kind: 'permanent' }>;

const giveUp = ({ code }: RefusedForGood): JobOutcome => ({ outcome: 'failed', reason: code });

/**
 * The end of a job whose message was not taken: later, or what `forGood` makes of a refusal that stays. Throws an error
 * of our own again.
 */
export const settleRefusal = <Ended = JobOutcome>(
  error: unknown,
  forGood: (failure: RefusedForGood) => Ended | JobOutcome = giveUp,
): Ended | JobOutcome => {
  const failure = readSlackFailure(error);
  if (isUnexpected(failure)) throw error;
  return failure.kind === 'passing' ? buildLater(failure) : forGood(failure);
};

/** Whether another conversation may take what this one refused for good. */
export const isRefusedByPlace = (failure: SlackFailure): boolean =>
  failure.kind === 'permanent' && MEANINGS[failure.why].elsewhere;

/** Nothing can be written there any more: the message is gone, or its conversation is closed to us. */
export const isOutOfReach = ({ why }: SlackFailure): boolean => why === 'gone' || why === 'closed';
