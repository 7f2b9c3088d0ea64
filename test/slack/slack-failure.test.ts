import { ErrorCode } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { NotInstalledError } from '../../src/slack/not-installed.ts';
import { buildLater, readSlackFailure } from '../../src/slack/slack-failure.ts';

const ofSlack = (error: string) => readSlackFailure({ code: ErrorCode.PlatformError, data: { error } });

describe('what Slack refuses', () => {
  test.each([
    ['org_login_required', 'later'],
    ['external_channel_migrating', 'later'],
    ['update_failed', 'later'],
    ['message_limit_exceeded', 'later'],
    ['file_update_failed', 'later'],
    ['ratelimited', 'later'],
    ['invalid_auth', 'token'],
    ['not_authed', 'token'],
    ['token_revoked', 'token'],
    ['account_inactive', 'token'],
    ['team_access_not_granted', 'token'],
    ['missing_scope', 'scope'],
  ])('with %s passes', (code, why) => {
    expect(ofSlack(code)).toEqual({ kind: 'passing', why, code, retryAfterMs: null });
  });

  test.each([
    ['is_inactive', 'closed'],
    ['is_archived', 'closed'],
    ['not_in_channel', 'closed'],
    ['restricted_action', 'closed'],
    ['restricted_action_of_another_time', 'closed'],
    ['message_not_found', 'gone'],
    ['invalid_blocks', 'blocks'],
    ['msg_too_long', 'unsayable'],
    ['file_share_limit_reached', 'picture'],
    ['file_deleted', 'pictureGone'],
    ['hash_conflict', 'overtaken'],
    ['user_disabled', 'refused'],
    ['a_word_of_another_time', 'refused'],
    ['constructor', 'refused'],
  ])('with %s is for good', (code, why) => {
    expect(ofSlack(code)).toEqual({ kind: 'permanent', why, code });
  });

  test('in a workspace that removed the app is for good, and what is not Slack’s passes', () => {
    expect(readSlackFailure(new NotInstalledError('T1'))).toMatchObject({
      kind: 'permanent',
      why: 'removed',
    });
    for (const error of [new Error('away'), null, { data: {} }, { code: ErrorCode.HTTPError }])
      expect(readSlackFailure(error)).toMatchObject({ kind: 'passing', why: 'later' });
  });

  test('is a try of a job’s only where nobody has to mend it', () => {
    const later = (code: string) => {
      const failure = ofSlack(code);
      return failure.kind === 'passing' ? buildLater(failure) : null;
    };
    expect(later('internal_error')).toMatchObject({ isTry: true });
    expect(later('invalid_auth')).toMatchObject({ isTry: false });
    expect(later('missing_scope')).toMatchObject({ isTry: false, retryAfterMs: 60_000 });
  });
});
