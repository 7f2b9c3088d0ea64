import { ErrorCode } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { NotInstalledError } from '../../src/slack/slack-failure.ts';
import { createTokenWatch, type TokenWatch } from '../../src/slack/token-watch.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';

let clock: ManualClock;
let watch: TokenWatch;
let lines: string[];
let asked: number[];
let back: number;
/** Slack's answer to auth.test. */
let answer: () => void;

const refusal = (error: string, more = {}) => ({
  code: ErrorCode.PlatformError,
  data: { error, ...more },
});
const refuse = (error: string): void => {
  throw refusal(error);
};

beforeEach(() => {
  clock = createManualClock(0);
  lines = [];
  asked = [];
  back = 0;
  answer = () => refuse('invalid_auth');
  watch = createTokenWatch({
    clock,
    random: () => 1,
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    onBack: () => {
      back += 1;
    },
  });
});

afterEach(() => watch.stop());

const call = (error: unknown, teamId: string | null = 'T1', method = 'chat.update') =>
  watch.onCall({
    teamId,
    method,
    error,
    scopes: null,
    ask: async () => {
      asked.push(clock.now());
      answer();
    },
  });

/** Parsed log lines. */
const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));

describe('a token that Slack refuses', () => {
  test('pauses its workspace, is checked less and less often, and is logged once', async () => {
    for (let i = 0; i < 20; i += 1) call(refusal('token_revoked'));
    expect(watch.held()).toEqual(['T1']);
    await clock.advance(7_500);
    expect(asked).toEqual([1_000, 3_000, 7_000]);
    await clock.advance(48 * 60 * 60_000);
    const [last = 0, before = 0] = asked.toReversed();
    expect(last - before).toBe(5 * 60_000);
    expect(watch.held()).toEqual(['T1']);
    expect(logged()).toMatchObject([
      {
        level: 'error',
        msg: 'Slack refuses the token: messages to it wait',
        team: 'T1',
        reason: 'token_revoked',
      },
    ]);
    expect(back).toBe(0);
    expect(watch.troubles()).toEqual([{ teamId: 'T1', code: 'invalid_auth', since: 0, lacks: null }]);
  });

  test('of one workspace pauses no other, and a single token pauses all', () => {
    call(refusal('token_revoked'), 'T1');
    call(null, 'T2');
    expect(watch.held()).toEqual(['T1']);
    call(refusal('token_revoked'), null);
    expect(watch.held()).toBe('all');
    expect(watch.troubles()).toMatchObject([{ teamId: 'T1' }, { teamId: null, code: 'token_revoked' }]);
  });

  test('for all workspaces pauses nobody once Slack accepts it again', async () => {
    call(refusal('token_revoked'), null);
    answer = () => {};
    await clock.advance(1_001);
    expect([watch.held(), watch.troubles()]).toEqual([[], []]);
    call(null, null);
    expect(watch.held()).toEqual([]);
    expect(logged().at(-1)).toMatchObject({ level: 'info', msg: 'Slack takes the token again', team: null });
  });

  test('is not restored by a call of another workspace, or one already on its way', async () => {
    call(refusal('token_revoked'));
    call(null);
    expect(watch.held()).toEqual(['T1']);
    call(null, 'T2');
    expect(logged()).toHaveLength(1);
  });

  test('keeps its start time, whatever Slack says later', async () => {
    await clock.advance(5_000);
    call(refusal('token_revoked'));
    answer = () => {};
    await clock.advance(1_001);
    call(refusal('account_inactive'));
    expect(watch.troubles()).toEqual([{ teamId: 'T1', code: 'account_inactive', since: 5_000, lacks: null }]);
  });

  test('is not checked after the watch is stopped, which releases no job', async () => {
    call(refusal('invalid_auth'));
    await clock.advance(1_001);
    watch.stop();
    await clock.advance(3_600_000);
    expect(asked).toEqual([1_000]);
    expect(back).toBe(0);
    expect(watch.held()).toEqual(['T1']);
  });

  test('releases waiting jobs once Slack accepts it, and continues if there are more', async () => {
    call(refusal('invalid_auth'));
    answer = () => {};
    await clock.advance(1_000);
    await clock.advance(1);
    expect([watch.held(), back]).toEqual([[], 1]);
    call(refusal('invalid_auth'));
    expect(watch.held()).toEqual(['T1']);
    await clock.advance(1_999);
    expect(back).toBe(1);
    await clock.advance(2);
    expect(back).toBe(2);
    call(null, 'T1', 'auth.test');
    expect(lines.join('')).not.toContain('takes the token again');
    call(null);
    expect(lines.filter((line) => line.includes('takes the token again'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('Slack refuses the token'))).toHaveLength(1);
    expect(watch.troubles()).toEqual([]);
  });

  test('is checked immediately if there may be a new one', async () => {
    call(refusal('invalid_auth'));
    await clock.advance(60_000);
    const before = asked.length;
    answer = () => {};
    watch.lookAgain();
    await clock.advance(1);
    expect(asked).toHaveLength(before + 1);
    expect(watch.held()).toEqual([]);
  });

  test('pauses nobody once the app is removed from the workspace', async () => {
    call(refusal('account_inactive'));
    answer = () => {
      throw new NotInstalledError('T1');
    };
    await clock.advance(1_001);
    expect([watch.held(), watch.troubles(), back]).toEqual([[], [], 1]);
  });

  test('stays refused while Slack does not answer', async () => {
    call(refusal('invalid_auth'));
    answer = () => {
      throw new Error('away');
    };
    await clock.advance(60_000);
    expect(watch.troubles()).toMatchObject([{ code: 'invalid_auth' }]);
  });
});

test('a missing scope pauses nobody, and is reported until its method works', () => {
  call(refusal('missing_scope', { needed: 'files:write' }), 'T1', 'files.getUploadURLExternal');
  call(refusal('missing_scope', { needed: 'files:write' }), 'T1', 'files.getUploadURLExternal');
  call(null, 'T1', 'chat.update');
  call(null, 'T2', 'files.getUploadURLExternal');
  expect(watch.held()).toEqual([]);
  expect(watch.troubles()).toEqual([
    {
      teamId: 'T1',
      code: 'missing_scope',
      since: 0,
      lacks: { method: 'files.getUploadURLExternal', scope: 'files:write' },
    },
  ]);
  expect(logged()).toMatchObject([
    {
      level: 'error',
      msg: 'the token lacks a scope: install the app again with those of the manifest',
      team: 'T1',
      reason: 'missing_scope',
      method: 'files.getUploadURLExternal',
      scope: 'files:write',
    },
  ]);
  call(null, 'T1', 'files.getUploadURLExternal');
  expect(watch.troubles()).toEqual([]);
  expect(logged().at(-1)).toMatchObject({
    level: 'info',
    msg: 'Slack allows it again',
    team: 'T1',
    method: 'files.getUploadURLExternal',
  });
  call(null, 'T1', 'files.getUploadURLExternal');
  expect(logged()).toHaveLength(2);
});

test('a missing scope that Slack does not name is reported as such', () => {
  call(refusal('no_permission'), null);
  expect(watch.troubles()).toMatchObject([
    { teamId: null, lacks: { method: 'chat.update', scope: 'not named' } },
  ]);
  call(null, null);
  expect(watch.troubles()).toEqual([]);
});

test('temporary and permanent errors are not token problems', () => {
  for (const code of ['ratelimited', 'org_login_required', 'not_in_channel', 'invalid_blocks'])
    call(refusal(code));
  expect([watch.held(), watch.troubles(), lines]).toEqual([[], [], []]);
});
