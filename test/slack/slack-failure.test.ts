import { ErrorCode } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { buildAuditExportFailed } from '../../src/audit/audit-view.ts';
import { explainFileRefusal } from '../../src/slack/slack-errors.ts';
import {
  buildLater,
  isRefusedByPlace,
  NotInstalledError,
  readSlackFailure,
} from '../../src/slack/slack-failure.ts';

const ofSlack = (error: string) => readSlackFailure({ code: ErrorCode.PlatformError, data: { error } });

describe('a refusal by Slack', () => {
  test.each([
    ['ratelimited', 'later'],
    ['rate_limited', 'later'],
    ['message_limit_exceeded', 'later'],
    ['internal_error', 'later'],
    ['fatal_error', 'later'],
    ['service_unavailable', 'later'],
    ['request_timeout', 'later'],
    ['accesslimited', 'later'],
    ['team_added_to_org', 'later'],
    ['org_login_required', 'later'],
    ['external_channel_migrating', 'later'],
    ['ekm_access_denied', 'later'],
    ['update_failed', 'later'],
    ['file_update_failed', 'later'],
    ['invalid_auth', 'token'],
    ['not_authed', 'token'],
    ['token_revoked', 'token'],
    ['token_expired', 'token'],
    ['account_inactive', 'token'],
    ['not_allowed_token_type', 'token'],
    ['team_access_not_granted', 'token'],
    ['missing_scope', 'scope'],
    ['no_permission', 'scope'],
  ])('with %s is temporary', (code, why) => {
    expect(ofSlack(code)).toEqual({ kind: 'passing', why, code, retryAfterMs: null });
  });

  test.each([
    ['not_in_channel', 'closed'],
    ['channel_not_found', 'closed'],
    ['invalid_channel', 'closed'],
    ['is_archived', 'closed'],
    ['is_inactive', 'closed'],
    ['restricted_action', 'closed'],
    ['restricted_action_read_only_channel', 'closed'],
    ['restricted_action_thread_only_channel', 'closed'],
    ['restricted_action_non_threadable_channel', 'closed'],
    ['restricted_action_thread_locked', 'closed'],
    ['restricted_action_of_another_time', 'closed'],
    ['posting_to_general_channel_denied', 'closed'],
    ['posting_to_channel_denied', 'closed'],
    ['message_not_found', 'gone'],
    ['cant_update_message', 'gone'],
    ['edit_window_closed', 'gone'],
    ['thread_not_found', 'gone'],
    ['cannot_reply_to_message', 'gone'],
    ['invalid_blocks', 'blocks'],
    ['invalid_blocks_format', 'blocks'],
    ['msg_blocks_too_long', 'blocks'],
    ['invalid_arguments', 'blocks'],
    ['msg_too_long', 'unsayable'],
    ['no_text', 'unsayable'],
    ['too_many_attachments', 'unsayable'],
    ['metadata_too_large', 'unsayable'],
    ['invalid_metadata_format', 'unsayable'],
    ['invalid_metadata_schema', 'unsayable'],
    ['blocked_file_type', 'picture'],
    ['slack_connect_file_link_sharing_blocked', 'picture'],
    ['slack_connect_file_upload_sharing_blocked', 'picture'],
    ['unable_to_share_files', 'picture'],
    ['max_file_sharing_exceeded', 'picture'],
    ['file_share_limit_reached', 'picture'],
    ['file_not_found', 'pictureGone'],
    ['file_deleted', 'pictureGone'],
    ['file_is_deleted', 'pictureGone'],
    ['hash_conflict', 'overtaken'],
    ['not_found', 'overtaken'],
    ['view_not_found', 'overtaken'],
    ['user_disabled', 'refused'],
    ['a_word_of_another_time', 'refused'],
    ['constructor', 'refused'],
    ['a_restricted_action_', 'refused'],
  ])('with %s is permanent', (code, why) => {
    expect(ofSlack(code)).toEqual({ kind: 'permanent', why, code });
  });

  test('in a workspace that removed the app is permanent, and other errors are temporary', () => {
    expect(readSlackFailure(new NotInstalledError('T1'))).toMatchObject({
      kind: 'permanent',
      why: 'removed',
      code: 'app_removed',
    });
    for (const error of [new Error('away'), null, { data: {} }, { code: ErrorCode.HTTPError }])
      expect(readSlackFailure(error)).toMatchObject({ kind: 'passing', why: 'later' });
  });

  test('has the most specific reason', () => {
    const codeOf = (error: unknown) => readSlackFailure(error).code;
    expect(codeOf(null)).toBe('unexpected');
    expect(codeOf({ code: 7 })).toBe('unexpected');
    expect(codeOf({ data: {} })).toBe('unexpected');
    expect(codeOf({ code: ErrorCode.PlatformError })).toBe(ErrorCode.PlatformError);
    expect(codeOf({ code: ErrorCode.HTTPError })).toBe(ErrorCode.HTTPError);
    const unsure = { code: ErrorCode.HTTPError, data: { error: 'is_archived' } };
    expect(readSlackFailure(unsure)).toMatchObject({ kind: 'passing', code: 'is_archived' });
  });

  test('by rate limit ends when Slack says, or after a second', () => {
    const limited = (more: object) => readSlackFailure({ code: ErrorCode.RateLimitedError, ...more });
    const passing = { kind: 'passing', why: 'later', code: 'ratelimited' };
    expect(limited({ retryAfter: 7 })).toEqual({ ...passing, retryAfterMs: 7_000 });
    expect(limited({})).toEqual({ ...passing, retryAfterMs: 1_000 });
    expect(limited({ data: { error: 'is_archived' } })).toMatchObject({ code: 'ratelimited' });
  });

  test.each([
    ['not_in_channel', true],
    ['a_word_of_another_time', true],
    ['file_deleted', true],
    ['invalid_blocks', false],
    ['msg_too_long', false],
    ['internal_error', false],
    ['invalid_auth', false],
  ])('with %s may be sent to another conversation: %s', (code, isTaken) => {
    expect(isRefusedByPlace(ofSlack(code))).toBe(isTaken);
  });

  test('after the app’s removal is not sent to another conversation', () => {
    expect(isRefusedByPlace(readSlackFailure(new NotInstalledError('T1')))).toBe(false);
  });

  test('counts as a job’s attempt only if nobody has to fix it', () => {
    const later = (code: string) => {
      const failure = ofSlack(code);
      return failure.kind === 'passing' ? buildLater(failure) : null;
    };
    expect(later('internal_error')).toEqual({
      outcome: 'later',
      reason: 'internal_error',
      retryAfterMs: null,
      isTry: true,
    });
    expect(later('invalid_auth')).toMatchObject({ isTry: false, retryAfterMs: null });
    expect(later('missing_scope')).toMatchObject({ isTry: false, retryAfterMs: 60_000 });
  });
});

test.each([
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'not_allowed_file_type',
  'blocked_file_type',
  'storage_limit_reached',
  'file_upload_size_restricted',
  'missing_scope',
  'team_access_not_granted',
])('%s is explained with its code and a next step', (code) => {
  const { what, next } = explainFileRefusal(code);
  expect(what).toMatch(new RegExp(`\\(${code}\\)$`));
  expect(what).not.toContain('Slack does not take');
  expect(next).toMatch(/^(Ask|Try)/);
  expect(buildAuditExportFailed(code).text).toContain(next.split('`')[0]);
});

test.each(['no_such_word', 'constructor', ''])('an unknown code (%j) is shown as it is', (code) => {
  expect(explainFileRefusal(code).what).toBe(`Slack refused the file (${code}).`);
});
