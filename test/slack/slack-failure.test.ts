import { ErrorCode } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { explainFileRefusal } from '../../src/slack/slack-errors.ts';
import {
  buildLater,
  isRefusedByPlace,
  NotInstalledError,
  readSlackFailure,
} from '../../src/slack/slack-failure.ts';

const ofSlack = (error: string) => readSlackFailure({ code: ErrorCode.PlatformError, data: { error } });

/** Pairs of code and reason, from lines of `reason: code code`. */
const codesOf = (table: string): [code: string, why: string][] =>
  [...table.matchAll(/^ *(\w+): (.+)$/gm)].flatMap(([, why = '', codes = '']) =>
    codes.split(' ').map((code): [string, string] => [code, why]),
  );

describe('a refusal by Slack', () => {
  const TEMPORARY = `
    later: ratelimited rate_limited message_limit_exceeded internal_error fatal_error service_unavailable request_timeout
    later: accesslimited team_added_to_org org_login_required external_channel_migrating ekm_access_denied update_failed
    later: file_update_failed
    token: invalid_auth not_authed token_revoked token_expired account_inactive not_allowed_token_type
    token: team_access_not_granted
    scope: missing_scope no_permission app_access_restricted
    unclear: access_denied enterprise_is_restricted team_not_found two_factor_setup_required invalid_form_data is_bot
    unclear: user_not_found a_word_of_another_time constructor a_restricted_action_`;

  test.each(codesOf(TEMPORARY))('with %s is temporary', (code, why) => {
    expect(ofSlack(code)).toEqual({ kind: 'passing', why, code, retryAfterMs: null });
  });

  test('with a wait of years is temporary for an hour', () => {
    const error = { code: ErrorCode.RateLimitedError, retryAfter: 99_999_999_999 };
    expect(readSlackFailure(error)).toMatchObject({ kind: 'passing', retryAfterMs: 3_600_000 });
  });

  test.each(['<html>Back soon</html>', 'Service Unavailable', 'x'.repeat(101), ' '])(
    'with what is no code is temporary, and is not repeated: %s',
    (answer) => {
      const failure = { kind: 'passing', why: 'later', code: 'unreadable answer', retryAfterMs: null };
      expect(ofSlack(answer)).toEqual(failure);
    },
  );

  const PERMANENT = `
    closed: not_in_channel channel_not_found invalid_channel is_archived is_inactive restricted_action
    closed: restricted_action_read_only_channel restricted_action_thread_only_channel restricted_action_thread_locked
    closed: restricted_action_non_threadable_channel restricted_action_of_another_time posting_to_channel_denied
    closed: posting_to_general_channel_denied messages_tab_disabled
    gone: message_not_found cant_update_message edit_window_closed thread_not_found cannot_reply_to_message
    blocks: invalid_blocks invalid_blocks_format msg_blocks_too_long invalid_arguments
    unsayable: msg_too_long no_text too_many_attachments metadata_too_large invalid_metadata_format
    unsayable: invalid_metadata_schema
    picture: blocked_file_type slack_connect_file_link_sharing_blocked slack_connect_file_upload_sharing_blocked
    picture: unable_to_share_files max_file_sharing_exceeded file_share_limit_reached slack_connect_blocked_file_type
    pictureGone: file_not_found file_deleted file_is_deleted missing_file_data
    overtaken: hash_conflict not_found
    triggerExpired: expired_trigger_id
    refused: user_disabled`;

  test.each(codesOf(PERMANENT))('with %s is permanent', (code, why) => {
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
    ['user_disabled', true],
    ['a_word_of_another_time', false],
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
    expect(later('missing_scope')).toMatchObject({ isTry: false, isParked: true });
    expect(later('a_word_of_another_time')).toMatchObject({ isTry: true, isUnclear: true });
  });
});

test.each([
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'file_type_not_allowed',
  'blocked_file_type',
  'storage_limit_reached',
  'file_upload_size_restricted',
  'missing_scope',
])('%s is explained with its code and a next step', (code) => {
  const { what, next } = explainFileRefusal(code);
  expect(what).toMatch(new RegExp(`\\(${code}\\)$`));
  expect(what).not.toContain('Slack does not take');
  expect(next).toMatch(/^(Ask|Try)/);
});

test.each(['no_such_word', 'constructor', ''])('an unknown code (%j) is shown as it is', (code) => {
  expect(explainFileRefusal(code).what).toBe(`Slack refused the file (${code}).`);
});
