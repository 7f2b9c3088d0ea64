// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { SeenMessage, SlackFault } from '../../packages/local-slack/src/local-slack.ts';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { createHands } from '../fixtures/northern-life.ts';
import { cardIn, repliesTo } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type ManyScene, NORTH, SOUTH, startMany } from '../fixtures/start-many.ts';
import { type Scene, type SceneOptions, startScene } from '../fixtures/start-paylink.ts';
import { sample } from '../fixtures/whole-suite.ts';

const QUICK = 4;
const TOKEN_CODES = ['invalid_auth', 'token_revoked', 'account_inactive', 'not_authed'] as const;
const OUTAGE_MS = 4_000;

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

const open = async (options: SceneOptions = {}): Promise<Scene> => {
  const scene = await startScene({
    clock: createNoonClock(QUICK),
    // Triggers also use the fast clock.
    slack: { answerWithinMs: QUICK * 10_000 },
    ...options,
  });
  closing.push(scene.close);
  return scene;
};

const makeLink = async (scene: Scene): Promise<SeenMessage> => {
  const modal = await issueLink(scene);
  await scene.slack.closeView(SARA, modal.id, true);
  return cardIn(scene);
};

/** Pays the newest link, and waits until the app knows it. */
const pay = async ({ sandbox, database }: Scene): Promise<void> => {
  await sandbox.pay(sandbox.links().at(-1)?.orderId ?? '', { callback: true });
  await expect
    .poll(async () => (await readTable(database.place, 'links')).map((row) => row['state']))
    .toEqual(['paid']);
};

/** The card says Paid, and its thread once. */
const isAnnounced = async (scene: Scene, card: SeenMessage): Promise<void> => {
  await scene.slack.until(
    () =>
      /Paid/.test(scene.slack.messages(FRONT_DESK).find(({ ts }) => ts === card.ts)?.text ?? '') &&
      repliesTo(scene, card).length > 0,
    15_000,
  );
  expect(repliesTo(scene, card).map(({ text }) => text)).toEqual([expect.stringMatching(/Paid/)]);
  expect(scene.slack.posts(FRONT_DESK).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
};

const linesWith = ({ logLines }: Scene, words: string): string[] =>
  logLines.filter((line) => line.includes(words));

const readyz = async ({ appUrl }: Pick<Scene, 'appUrl'>) => {
  const answer = await fetch(`${appUrl}/readyz`);
  return { status: answer.status, text: await answer.text() };
};

/** The app is ready, and says this about the token. */
const isReadyBut = (scene: Pick<Scene, 'appUrl'>, problem: string): Promise<void> =>
  expect.poll(() => readyz(scene)).toMatchObject({ status: 200, text: expect.stringContaining(problem) });

const metricsOf = async ({ appUrl }: Scene) => (await fetch(`${appUrl}/metrics`)).text();

describe('a payment while Slack refuses the token', () => {
  test.each(sample(TOKEN_CODES))(
    'with %s is reported when the token works again, and the problem once',
    async (code) => {
      const scene = await open();
      const card = await makeLink(scene);
      scene.slack.tokens?.refuse(code);
      await pay(scene);
      await scene.clock.sleep(OUTAGE_MS);
      await isReadyBut(scene, `Slack refuses SLACK_BOT_TOKEN for 0 min (${code})`);
      expect(await metricsOf(scene)).toContain('\npaylink_slack_tokens_refused 1\n');
      scene.slack.tokens?.restore();
      await isAnnounced(scene, card);
      expect(linesWith(scene, 'Slack refuses the token')).toHaveLength(1);
      expect(linesWith(scene, 'job given up')).toEqual([]);
      await expect.poll(async () => (await readyz(scene)).text).not.toContain('refuses');
      expect(await metricsOf(scene)).toContain('\npaylink_slack_tokens_refused 0\n');
      // Only auth.test is called, and no other call is wasted.
      expect(
        scene.slack.calls('chat.update').filter(({ answer }) => JSON.stringify(answer).includes(code)).length,
      ).toBeLessThan(4);
    },
  );

  test('is reported after a start with the new token', async () => {
    const scene = await open();
    const card = await makeLink(scene);
    scene.slack.tokens?.replace();
    await pay(scene);
    await scene.clock.sleep(OUTAGE_MS);
    expect(card.text).toContain('Waiting');
    await scene.restart();
    await isAnnounced(scene, card);
  });

  test('is not lost if the app starts with the bad token, and callbacks are accepted', async () => {
    const scene = await open();
    const card = await makeLink(scene);
    scene.slack.tokens?.refuse('invalid_auth');
    await scene.restart();
    await pay(scene);
    await scene.clock.sleep(OUTAGE_MS);
    await isReadyBut(scene, 'invalid_auth');
    expect(linesWith(scene, 'requests from Slack are refused')).toHaveLength(1);
    scene.slack.tokens?.restore();
    await isAnnounced(scene, card);
  });
});

test('a start with a refused token logs it and continues, even if nothing waits', async () => {
  const scene = await open();
  scene.slack.tokens?.replace();
  const refused = scene.slack.botToken;
  scene.slack.tokens?.refuse('token_revoked');
  await scene.restart();
  await isReadyBut(scene, 'Slack refuses SLACK_BOT_TOKEN for 0 min (token_revoked)');
  expect(scene.logLines.join('')).not.toContain(refused);
});

describe('a payment while Slack rate-limits the app, or the token lacks a scope', () => {
  const errors =
    'missing_scope org_login_required external_channel_migrating update_failed message_limit_exceeded file_update_failed ekm_access_denied';
  const faults: [string, SlackFault][] = [
    ...errors.split(' ').map((error): [string, SlackFault] => [error, { error }]),
    ['429', { status: 429, retryAfter: 1 }],
    ['503', { status: 503 }],
  ];

  test.each(sample(faults))('(%s) is reported when that is over', async (_, fault) => {
    const scene = await open();
    const card = await makeLink(scene);
    for (const method of ['chat.update', 'chat.postMessage']) scene.slack.faults.add({ method, ...fault });
    await pay(scene);
    await scene.clock.sleep(OUTAGE_MS);
    scene.slack.faults.clear();
    await isAnnounced(scene, card);
    expect(linesWith(scene, 'job given up')).toEqual([]);
  });

  test('a missing scope is logged once per method, until it is granted', async () => {
    const scene = await open();
    const card = await makeLink(scene);
    scene.slack.faults.add({ method: 'chat.update', error: 'missing_scope' });
    await pay(scene);
    await scene.clock.sleep(2 * OUTAGE_MS);
    await isReadyBut(scene, 'misses a scope');
    expect(linesWith(scene, 'the token lacks a scope')).toHaveLength(1);
    scene.slack.faults.clear();
    await isAnnounced(scene, card);
    await expect.poll(() => linesWith(scene, 'Slack allows it again')).toHaveLength(1);
    expect((await readyz(scene)).text).not.toContain('scope');
  });

  test('a token without upload permission delays no card, and the creator learns why there is no picture', async () => {
    const scene = await open({ slack: { scopes: ['commands', 'chat:write'] } });
    const card = await makeLink(scene);
    await scene.slack.until(() => /lacks a permission/.test(seen(scene.slack.messages(SARA_DM).at(-1)).text));
    await pay(scene);
    await isAnnounced(scene, card);
    expect((await readyz(scene)).text).toContain('files:write');
  });
});

test('messages of jobs wait for the token too', async () => {
  const scene = await open({ env: { PAYLINK_ADMINS: RAVI } });
  const hands = createHands(scene.slack);
  await hands.saveSettings(RAVI, { supervisor: [OMAR], approvalLimitFils: '5000' });
  const told = await scene.slack.until(() => scene.slack.messages(OMAR_DM)[0] && scene.slack.posts());
  // The form is open; its submission happens with a refused token.
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'token_revoked' });
  const modal = await issueLink(scene, { invoiceAmount: '7000' });
  await scene.slack.closeView(SARA, modal.id, true);
  await scene.clock.sleep(OUTAGE_MS);
  expect(scene.slack.posts()).toEqual(told);
  scene.slack.faults.clear();
  await cardIn(scene, /Waiting for approval/);
});

describe('with many workspaces', () => {
  const openMany = async (): Promise<ManyScene> => {
    const scene = await startMany({ clock: createNoonClock(QUICK) });
    closing.push(scene.close);
    for (const holder of [NORTH, SOUTH]) await scene.settle(holder, scene.slack.team(holder).team.ids.ravi);
    return scene;
  };

  const sell = async (scene: ManyScene, holder: string, amount: string) => {
    const { slack, sandbox } = scene.in(holder);
    const { sara, frontDesk } = slack.team.ids;
    await createHands(slack).makeLink(sara, { invoiceAmount: amount, channel: frontDesk });
    const { ts } = await slack.until(() =>
      slack.messages(frontDesk).find((one) => one.threadTs === null && one.text.includes(amount)),
    );
    const orderId = sandbox.links().at(-1)?.orderId ?? '';
    const shows = (words: RegExp) =>
      slack.until(
        () => words.test(slack.messages(frontDesk).find((one) => one.ts === ts)?.text ?? ''),
        15_000,
      );
    await shows(/Waiting/);
    return { pay: () => sandbox.pay(orderId, { callback: true }), shows };
  };

  test('a workspace whose token is refused delays no other, and gets everything after a new installation', async () => {
    const scene = await openMany();
    const north = await sell(scene, NORTH, '111.00');
    const south = await sell(scene, SOUTH, '222.00');
    // Ends the token without notifying the app.
    scene.slack.beginUninstall(NORTH);
    await north.pay();
    await scene.clock.sleep(2 * OUTAGE_MS);
    await south.pay();
    await south.shows(/Paid/);
    await isReadyBut(scene, 'Slack refuses the tokens of 1 workspace(s)');
    const tries = scene.slack.team(NORTH).calls('chat.update').length;
    await scene.clock.sleep(2 * OUTAGE_MS);
    expect(scene.slack.team(NORTH).calls('chat.update')).toHaveLength(tries);
    await scene.install(NORTH, scene.slack.team(NORTH).team.ids.ravi);
    await north.shows(/Paid/);
  });
});
