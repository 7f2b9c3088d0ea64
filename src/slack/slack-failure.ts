import { ErrorCode } from '@slack/web-api';
import { z } from 'zod';
import { NotInstalledError } from './not-installed.ts';

/** `passing`: try again later. `permanent`: it will never work as asked; `code` is Slack's reason. */
export type SlackFailure =
  | { kind: 'passing'; code: string; retryAfterMs: number | null }
  | { kind: 'permanent'; code: string };

const errorSchema = z.object({
  code: z.string().optional(),
  retryAfter: z.number().optional(),
  data: z.object({ error: z.string().optional() }).optional(),
});

/** Platform errors that go away by themselves; every other one is an answer to what was asked. */
const PASSING_CODES = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'accesslimited',
  'team_added_to_org',
  'file_update_failed',
]);

/** Reads whatever a Slack client threw. What is not Slack's at all counts as passing: the state is kept. */
export const readSlackFailure = (error: unknown): SlackFailure => {
  if (error instanceof NotInstalledError) return { kind: 'permanent', code: 'app_removed' };
  const read = errorSchema.safeParse(error);
  if (!read.success) return { kind: 'passing', code: 'unexpected', retryAfterMs: null };
  const { code, retryAfter, data } = read.data;
  if (code === ErrorCode.RateLimitedError) {
    return { kind: 'passing', code: 'ratelimited', retryAfterMs: (retryAfter ?? 1) * 1000 };
  }
  const reason = data?.error;
  if (code === ErrorCode.PlatformError && reason && !PASSING_CODES.has(reason)) {
    return { kind: 'permanent', code: reason };
  }
  return { kind: 'passing', code: reason ?? code ?? 'unexpected', retryAfterMs: null };
};
