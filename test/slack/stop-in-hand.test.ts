// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, openForm } from '../fixtures/link-form.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { hasWaitingJob } from '../fixtures/waiting-jobs.ts';

test('a stop finishes the current request and accepts nothing new', async () => {
  const scene = await startScene();
  const { slack, sandbox, paylink, appUrl } = scene;
  sandbox.faults.add({ operation: 'generate', kind: 'delay', afterWork: true, delayMs: 400, times: 1 });
  const form = await openForm(scene);
  await slack.submit(SARA, form.id, fillLinkForm());
  await sandbox.until(() => sandbox.links().length === 1);
  const stopping = paylink.stop();
  await expect(fetch(`${appUrl}/healthz`)).rejects.toThrow();
  await stopping;
  const modal = await slack.until(() => slack.topModal(SARA));
  expect(seen(modal).text).toContain('/pay/');
  const store = await scene.database.open();
  expect(await store.links.inState('open')).toHaveLength(1);
  expect(await store.links.inState('unknown')).toHaveLength(0);
  const [link] = await store.links.inState('open');
  // The card was posted before the stop, or waits for the next start: it is not lost.
  const isPosted = slack
    .messages(FRONT_DESK)
    .some((message) => seen(message).text.includes(link?.address ?? 'none'));
  expect(isPosted || (await hasWaitingJob(store, link?.id ?? '', 'show'))).toBe(true);
  await store.close();
  await scene.close();
});
