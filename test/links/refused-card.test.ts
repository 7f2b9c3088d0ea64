// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  QUIET,
  RAVI,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { buildFirstShow, buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { NOW } from './notice-verbs.ts';
import { type NoticeScene, startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const deliver = (...given: Parameters<NoticeScene['run']>) => scene.run(...given);
const outcome = (...given: Parameters<NoticeScene['outcome']>) => scene.outcome(...given);
const stored = (link: Link) => scene.find(link);
const other = { id: 'lnk_2', nonce: 'n-2', invoiceId: 'PL-2' };

describe('a card', () => {
  const card = (link: Link) => buildFirstShow(link);

  const answer = (given: object) =>
    scene.slack.faults.add({ method: 'chat.postMessage', answer: { ok: true, ...given } });

  test('in a thread keeps the thread for its replies', async () => {
    const link = await scene.openLink();
    answer({ channel: FRONT_DESK, ts: '2.2', message: { ts: '2.2', thread_ts: '1.1' } });
    scene.slack.faults.add({ method: 'chat.update', answer: { ok: true } });
    await deliver(card(link));
    expect((await stored(link)).card).toMatchObject({
      ...{ channelId: FRONT_DESK, ts: '2.2', threadTs: '1.1', refusedAs: null },
    });
  });

  test('that Slack accepts without returning the message keeps its place', async () => {
    const link = await scene.openLink();
    answer({ channel: FRONT_DESK, ts: '2.2' });
    scene.slack.faults.add({ method: 'chat.update', answer: { ok: true } });
    await deliver(card(link));
    expect((await stored(link)).card).toMatchObject({ channelId: FRONT_DESK, ts: '2.2', threadTs: null });
  });

  testAtLength.each([{ channel: FRONT_DESK }, { ts: '1.1' }])(
    'that Slack accepts without a channel or timestamp (%j) is retried',
    async (given) => {
      const link = await scene.openLink();
      answer(given);
      expect(await outcome(card(link))).toBe('later: no message id, a try');
    },
  );
});

const change = (link: Link) => buildLinkShow(link, NOW);
const asked = () => scene.argumentsOf('chat.postMessage').map(({ channel }) => channel);

describe('a card that its channel refused', () => {
  const refused = () => scene.withCard({ channelId: QUIET });

  test('follows its sale in the messages of its owner, whatever its channel takes by then', async () => {
    const link = await refused();
    expect(link.card).toMatchObject({ channelId: SARA_DM, userId: SARA, refusedAs: 'not_in_channel' });
    scene.slack.setMembership(QUIET, true);
    await scene.pay(link);
    await scene.runAll(change(link));
    expect((await stored(link)).card).toEqual({ ...link.card, shown: expect.any(String) });
    expect(seen(scene.messageToSara()).text).toContain('Paid');
    expect(asked()).toEqual([QUIET, SARA]);
  });

  test.each([false, true])(
    'goes to somebody who may use everybody’s links if Slack does not reach its owner (posted before: %s)',
    async (isPosted) => {
      for (const [userId, role] of [
        [OMAR, 'supervisor'],
        [RAVI, 'admin'],
      ] as const)
        await scene.app.members.set('T0PLAY', userId, role, RAVI);
      const link = isPosted ? await scene.withCard() : await scene.openLink({ channelId: QUIET });
      scene.slack.faults.add({ method: 'chat.update', channel: FRONT_DESK, error: 'is_archived' });
      scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'user_disabled' });
      await scene.pay(link);
      expect(await outcome(isPosted ? change(link) : buildFirstShow(link))).toBe('done');
      expect((await stored(link)).card).toMatchObject({ channelId: OMAR_DM, userId: OMAR });
      expect(scene.slack.messages(OMAR_DM).map(({ text }) => text)).toEqual([
        expect.stringMatching(/^✅ Paid/),
      ]);
    },
  );

  test('is posted in its channel after all if Slack reached nobody', async () => {
    const link = await scene.openLink({ channelId: QUIET });
    scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'user_disabled' });
    expect(await outcome(buildFirstShow(link))).toBe('failed: not_in_channel');
    scene.slack.setMembership(QUIET, true);
    expect(await outcome(change(link))).toBe('done');
    expect((await stored(link)).card).toMatchObject({ channelId: QUIET, refusedAs: null });
  });

  test('waits, and holds up nothing, while Slack does not take it in its owner’s messages either', async () => {
    const link = await scene.openLink({ channelId: QUIET });
    scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'internal_error', times: 1 });
    const [card, next] = [
      buildFirstShow(link),
      buildFirstShow(await scene.openLink({ ...other, channelId: QUIET })),
    ];
    await scene.store.jobs.addAll([card, next], NOW);
    expect(await outcome(card)).toBe('later: internal_error, a try');
    expect(await outcome(next)).toBe('done');
  });
});
