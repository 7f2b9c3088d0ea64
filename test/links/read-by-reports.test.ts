// @module-tag long
// @module-tag store

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, repliesTo } from '../fixtures/press-card.ts';
import { ask, pressReport, report } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;
let card: SeenMessage;
let orderId: string;

const quiet = { callback: false };

beforeEach(async () => {
  // The sweep at the start is the only one.
  scene = await startScene({ sandbox: { shape: { kindField: 'transactionType' } } });
  await issueLink(scene);
  card = await cardIn(scene);
  orderId = scene.sandbox.links().at(-1)?.orderId ?? '';
});

afterEach(() => scene.close());

const replied = (words: RegExp): Promise<SeenMessage> =>
  scene.slack.until(() => repliesTo(scene, card).find(({ text }) => words.test(text)));

test('a payment and a refund that a report shows are told in their link’s thread, once', async () => {
  await scene.sandbox.pay(orderId, quiet);
  await ask(scene, 'transactions today');
  await replied(/Paid/);
  await scene.sandbox.refund(orderId, { ...quiet, amountFils: 500 });
  const before = scene.sandbox.calls();
  for (const kind of ['transactions', 'transactions', 'links', 'transactions'])
    await ask(scene, `${kind} today`);
  await replied(/refunded/i);
  await scene.paylink.stop();
  expect(repliesTo(scene, card).map(({ text }) => text)).toEqual([
    expect.stringMatching(/ \*Paid <!date[^>]*>\*: /),
    expect.stringMatching(/ \*Paid .*, AED 5.00 refunded.*\*: /),
  ]);
  // Nothing was asked about the link itself.
  const after = scene.sandbox.calls();
  expect([after.link, after.transaction]).toEqual([before.link, before.transaction]);
});

test('a payment that an export reads is told, too', async () => {
  const paidAt = scene.clock.now() - 60_000;
  scene.sandbox.seedLinks(1, () => ({ createdAt: paidAt - 1_000, paidAt, amountFils: 1_000 }));
  const page = await report(scene, 'transactions today', /SEED-/);
  await scene.sandbox.pay(orderId, quiet);
  await pressReport(scene, page, 'export_csv');
  await replied(/Paid/);
});
