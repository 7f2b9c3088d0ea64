import { ErrorCode } from '@slack/web-api';
import { z } from 'zod';
import { NotInstalledError } from './not-installed.ts';

/**
 * What Slack's error codes mean to the caller; each code appears once. Any other code refuses this one
 * request: `refused`. From the error lists in the references of the methods.
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
  /** The token is not valid any more, or not valid here. The operator has to replace it or install the app again. */
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
  /** The channel does not accept our messages any more, or never did. */
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
  /** Nothing left to write into: someone deleted the message. */
  gone: [
    'message_not_found',
    'cant_update_message',
    'edit_window_closed',
    'thread_not_found',
    'cannot_reply_to_message',
  ],
  /**
   * Blocks that Slack may accept one day and refuse the next, for example because a picture in them
   * is not processed yet.
   */
  blocks: ['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments'],
  /** No conversation would accept this message. */
  unsayable: [
    'msg_too_long',
    'no_text',
    'too_many_attachments',
    'metadata_too_large',
    'invalid_metadata_format',
    'invalid_metadata_schema',
  ],
  /** Slack would accept the message without its picture. */
  picture: [
    'blocked_file_type',
    'slack_connect_file_link_sharing_blocked',
    'slack_connect_file_upload_sharing_blocked',
    'unable_to_share_files',
    'max_file_sharing_exceeded',
    'file_share_limit_reached',
  ],
  /** Here too; but the picture is gone, and uploading it again may help. */
  pictureGone: ['file_not_found', 'file_deleted', 'file_is_deleted'],
  /** The view changed or was closed in the meantime. */
  overtaken: ['hash_conflict', 'not_found', 'view_not_found'],
} as const;

type Known = keyof typeof CODES;
type Passing = Extract<Known, 'later' | 'token' | 'scope'>;
type Permanent = Exclude<Known, Passing> | 'removed' | 'refused';

/**
 * `passing`: we keep the state and try again. `permanent`: this will never work as requested. `code` is
 * Slack's reason. `removed`: the app is not installed any more.
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

/**
 * Reads anything that a Slack client threw. An error that is not from Slack at all counts as
 * passing: we keep the state.
 */
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
  // Slack keeps adding codes for channel restrictions, all with this beginning.
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

/** The same in every conversation: the cause is the message, or the app that sends it. */
const NOT_ABOUT_THE_PLACE: readonly SlackFailure['why'][] = ['blocks', 'unsayable', 'removed'];

/** Whether another conversation may take what this one refused for good. */
export const isRefusedByPlace = (failure: SlackFailure): boolean =>
  failure.kind === 'permanent' && !NOT_ABOUT_THE_PLACE.includes(failure.why);
