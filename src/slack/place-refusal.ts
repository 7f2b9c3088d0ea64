import type { SlackFailure } from './slack-failure.ts';

/** Slack's words for what is the same in every conversation: what was sent, or who sent it. */
const NOT_ABOUT_THE_PLACE = new Set([
  'app_removed',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_arguments',
  'msg_too_long',
  'msg_blocks_too_long',
  'no_text',
]);

/** Whether another conversation may take what this one refused for good. */
export const isRefusedByPlace = (failure: SlackFailure): boolean =>
  failure.kind === 'permanent' && !NOT_ABOUT_THE_PLACE.has(failure.code);
