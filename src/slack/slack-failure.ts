import { ErrorCode } from '@slack/web-api';
import { z } from 'zod';
import { NotInstalledError } from './not-installed.ts';

/**
 * What Slack's error codes mean for whoever was refused; each code stands once. One that is not here is an answer
 * to what was asked: `refused`. From the errors of the methods' references.
 */
const CODES = {
  /** Goes away by itself. */
  later: [
    'ratelimited',
    'rate_limited',
    'message_limit_exceeded',
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
    'accesslimited',
    'team_added_to_org',
    'org_login_required',
    'external_channel_migrating',
    'ekm_access_denied',
    'update_failed',
    'file_update_failed',
  ],
  /** The token is good no longer, or not good here: whoever looks after Paylink puts in another, or installs it again. */
  token: [
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'token_expired',
    'account_inactive',
    'not_allowed_token_type',
    'team_access_not_granted',
  ],
  /** The token may not do this one thing until the app is installed again. */
  scope: ['missing_scope', 'no_permission'],
  /** The channel takes nothing of ours any more, or never did. */
  closed: [
    'not_in_channel',
    'channel_not_found',
    'invalid_channel',
    'is_archived',
    'is_inactive',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
    'restricted_action_thread_locked',
    'posting_to_general_channel_denied',
    'posting_to_channel_denied',
  ],
  /** There is nothing left to write into: somebody took the message away. */
  gone: [
    'message_not_found',
    'cant_update_message',
    'edit_window_closed',
    'thread_not_found',
    'cannot_reply_to_message',
  ],
  /** Blocks that Slack takes one day and refuses the next, also for a picture in them that is not processed yet. */
  blocks: ['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments'],
  /** What was sent can be sent nowhere. */
  unsayable: [
    'msg_too_long',
    'no_text',
    'too_many_attachments',
    'metadata_too_large',
    'invalid_metadata_format',
    'invalid_metadata_schema',
  ],
  /** The message would be taken without its picture. */
  picture: [
    'blocked_file_type',
    'slack_connect_file_link_sharing_blocked',
    'slack_connect_file_upload_sharing_blocked',
    'unable_to_share_files',
    'max_file_sharing_exceeded',
    'file_share_limit_reached',
  ],
  /** So it would; the picture is gone, and uploaded once more it may be taken. */
  pictureGone: ['file_not_found', 'file_deleted', 'file_is_deleted'],
  /** The view changed or was closed in the meantime. */
  overtaken: ['hash_conflict', 'not_found', 'view_not_found'],
} as const;

type Known = keyof typeof CODES;
type Passing = Extract<Known, 'later' | 'token' | 'scope'>;
type Permanent = Exclude<Known, Passing> | 'removed' | 'refused';

/**
 * `passing`: the state is kept, and it is tried again. `permanent`: it will never work as asked. `code` is Slack's
 * reason; `removed`: there is no installation any more.
 */
export type SlackFailure =
  | { kind: 'passing'; why: Passing; code: string; retryAfterMs: number | null }
  | { kind: 'permanent'; why: Permanent; code: string };

const WHY = new Map<string, Known>(
  Object.entries(CODES).flatMap(([why, codes]) => codes.map((code) => [code, why as Known] as const)),
);

const errorSchema = z.object({
  code: z.string().optional(),
  retryAfter: z.number().optional(),
  data: z.object({ error: z.string().optional() }).optional(),
});

/** Reads whatever a Slack client threw. What is not Slack's at all counts as passing: the state is kept. */
export const readSlackFailure = (error: unknown): SlackFailure => {
  if (error instanceof NotInstalledError) return { kind: 'permanent', why: 'removed', code: 'app_removed' };
  const read = errorSchema.safeParse(error);
  if (!read.success) return passing('later', 'unexpected');
  const { code, retryAfter, data } = read.data;
  if (code === ErrorCode.RateLimitedError) return passing('later', 'ratelimited', (retryAfter ?? 1) * 1000);
  const reason = data?.error;
  if (code !== ErrorCode.PlatformError || !reason) return passing('later', reason ?? code ?? 'unexpected');
  return sortCode(reason);
};

const passing = (why: Passing, code: string, retryAfterMs: number | null = null): SlackFailure => ({
  kind: 'passing',
  why,
  code,
  retryAfterMs,
});

function sortCode(code: string): SlackFailure {
  // Slack tells restrictions of a channel by ever more words with the same beginning.
  const why = WHY.get(code) ?? (code.startsWith('restricted_action_') ? 'closed' : 'refused');
  switch (why) {
    case 'later':
    case 'token':
    case 'scope':
      return passing(why, code);
    case 'closed':
    case 'gone':
    case 'blocks':
    case 'unsayable':
    case 'picture':
    case 'pictureGone':
    case 'overtaken':
    case 'refused':
      return { kind: 'permanent', why, code };
  }
}

/** An install takes a person; short enough to be there soon after. A token that is refused is watched. */
const SCOPE_AGAIN_MS = 60_000;

/**
 * How a job ends whose word Slack does not take just now. What only a person can mend is no try of the job's: it
 * waits for as long as it takes.
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

/** What is the same in every conversation: what was sent, or who sent it. */
const NOT_ABOUT_THE_PLACE: readonly SlackFailure['why'][] = ['blocks', 'unsayable', 'removed'];

/** Whether another conversation may take what this one refused for good. */
export const isRefusedByPlace = (failure: SlackFailure): boolean =>
  failure.kind === 'permanent' && !NOT_ABOUT_THE_PLACE.includes(failure.why);
