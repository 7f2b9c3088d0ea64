// @module-tag store

import { expect, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { ask, report, seedPaid, shown } from '../fixtures/reports.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startScene);

const failures = () => scene.logLines.filter((line) => /listener failed|notice retried|given up/.test(line));

testAtLength(
  'a link is created while Slack closes every idle connection, and nobody sees an error',
  async () => {
    scene.slack.faults.add({ closedWhileIdle: true });
    scene.slack.faults.add({ method: 'response_url', closedWhileIdle: true });
    await scene.slack.openHome(SARA);
    const modal = await issueLink(scene);
    await scene.slack.closeView(SARA, modal.id, true);
    const card = await cardIn(scene);
    await press(scene, card, 'link_details');
    await modalWith(scene, /sara\.khan@example\.com/);
    await press(scene, card, 'refresh_link');
    await whisperTo(scene);
    seedPaid(scene, 12);
    await report(scene, 'transactions', /Rows 1–10/);
    // Calls on old connections failed, and each was repeated on a new one.
    expect(scene.slack.calls().filter(({ status }) => status === 0).length).toBeGreaterThan(0);
    expect(failures()).toEqual([]);
    expect(scene.slack.posts(FRONT_DESK)).toHaveLength(1);
    expect(scene.slack.messages(SARA_DM).filter(({ text }) => /went wrong/.test(text))).toEqual([]);
  },
);

test('an answer is not sent twice to the same address when the connection ends, but comes as a message', async () => {
  scene.slack.faults.add({ method: 'response_url', dropAfterWork: true, times: 1 });
  await ask(scene, 'help');
  await shown(scene, /How to use/, { channel: SARA_DM });
  expect(scene.slack.calls('response_url')).toHaveLength(1);
});
