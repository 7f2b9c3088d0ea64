// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { FRONT_DESK, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { systemClock } from '../../src/clock.ts';
import { batchCard, buildCsv, createLinks, giveFile } from '../batches/batch-scene.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith } from '../fixtures/press-card.ts';
import { ask, chooseOption, DAY, NOON, report, seedPaid, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const clock = { ...systemClock, now: () => NOON };

let scene: Scene;
afterEach(() => scene.close());

/** Twenty-five links paid yesterday, which this morning's payout 7001 holds, and three paid today, one refunded. */
const start = async (payoutsBy: 'payout-id' | 'wrongly' | 'days', env: Record<string, string> = {}) => {
  scene = await startScene({ clock, sandbox: { now: () => NOON, shape: { payoutsBy } }, env });
  seedPaid(scene, 25, NOON - DAY);
  seedPaid(scene, 3);
  const [first] = scene.sandbox.links().slice(-3);
  await scene.sandbox.refund(first?.orderId ?? '', { amountFils: 400 });
};

const openPayout = async (): Promise<string> => {
  const message = await report(scene, 'payouts', /paid out/);
  return chooseOption(scene, message, 'payout_open', '7001');
};

test('a payout opens with its sums, whether they add up, and its transactions in pages', async () => {
  await start('payout-id');
  expect(await openPayout()).toBe('7001 · Sat 21 Nov 2026 · AED 221.70');
  const first = await modalWith(scene, /Adds up/);
  for (const words of [
    '25 transactions say that they are in this payout, and the sums agree to the fils',
    ...['Gross: AED 253.00', 'Fee: AED 31.30', 'Net: *AED 221.70*', '1–20'],
  ])
    expect(seen(first).text).toContain(words);
  await scene.slack.click(SARA, { viewId: first.id }, { actionId: 'payout_next' });
  const next = await modalWith(scene, /21–25/);
  expect(seen(next).text).toContain('Adds up');
  expect(seen(next).text).not.toContain('1–20');
});

test('the money due is listed oldest first under the net that will arrive', async () => {
  await start('payout-id');
  await ask(scene, 'payouts due');
  const window = seen(await modalWith(scene, /to be paid out/)).text;
  expect(window).toContain('*AED 22.28 to be paid out*');
  expect(window).toContain(
    'Received AED 30.03 − refunded 4.00 − fees 3.75 = net 22.28, 23 Aug – 21 Nov 2026, in no payout yet.',
  );
  expect(window).toContain('• Up to 3 days: *AED 22.28* in 3 payments and 1 refund');
  expect(window.indexOf('*10.00*')).toBeLessThan(window.indexOf('*−4.00* refund'));
});

test.each(['payouts', 'transactions'])(
  '%s without a list are not known: nothing is due by them',
  async (of) => {
    await start('payout-id');
    const path = of === 'payouts' ? 'get-payout-summary' : 'transactions-history';
    scene.sandbox.answerWith(({ target }) =>
      target.includes(path) ? { body: { status: '00', message: 'OK', response: { count: 1 } } } : undefined,
    );
    await ask(scene, 'payouts due');
    const window = seen(await modalWith(scene, /Not known/)).text;
    expect(window).toContain(`its answer held no list of ${of} that Paylink can find`);
    expect(window).not.toContain('AED');
  },
);

test('a payout that does not add up says by how much, what is missing and who can help', async () => {
  await start('wrongly');
  await openPayout();
  const window = seen(await modalWith(scene, /Does not add up/)).text;
  expect(window).toContain(
    'Gross: the payout says AED 253.00, its transactions AED 243.00: 10.00 of it in no transaction.',
  );
  expect(window).toContain('Ask the payment service about payout 7001');
});

test('without a payout number, a payout and what is due are shown beside the sums of their days', async () => {
  await start('days');
  await openPayout();
  const window = seen(await modalWith(scene, /Cannot be proved/)).text;
  expect(window).toContain('received AED 253.00 − fees 31.30 = net 221.70');
  expect(window).toContain('Matches by date and sum.');
  await ask(scene, 'payouts due');
  const days = seen(await modalWith(scene, /Likely AED/)).text;
  expect(days).toContain(
    [
      '*Likely AED 22.28 to be paid out*',
      'Received AED 30.03 − refunded 4.00 − fees 3.75 = net 22.28, after those of 20 Nov 2026, 11:35:01 AM – 11:59:01 AM, whose sum was paid out last.',
      '✅ 1 payout of 23 Aug – 21 Nov 2026 has the sum of a day, to the fils. The service does not say which payments are in which payout.',
    ].join('\n'),
  );
  expect(days).toContain('*Sat 21 Nov 2026*: received AED 30.03 − refunded 4.00 − fees 3.75 = net 22.28');
  expect(days).not.toContain('*Fri 20 Nov');
});

test('the window explains an outage of the service, and a message the missing role', async () => {
  await start('payout-id', { PAYLINK_ADMINS: RAVI });
  await ask(scene, 'payouts due');
  await shown(scene, /Reports are for/);
  await scene.sandbox.outage('unavailable');
  await ask(scene, 'payouts due', { as: RAVI });
  expect(seen(await modalWith(scene, /⚠️/, RAVI)).text).toMatch(/payment service/);
});

testAtLength(
  'the cards of a link and of a batch name the payout of the money, until it is returned',
  async () => {
    let ago = Date.now() - (NOON - DAY);
    const now = () => Date.now() - ago;
    scene = await startScene({
      clock: { ...systemClock, now },
      sandbox: { now, shape: { payoutsBy: 'payout-id' } },
    });
    await issueLink(scene);
    await cardIn(scene, /Waiting/);
    await giveFile(scene, { text: buildCsv(3) });
    await createLinks(scene, /0 of 3 paid/);
    const [made, ...ofBatch] = scene.sandbox.links();
    for (const one of [made, ...ofBatch.slice(1)]) await scene.sandbox.pay(one?.orderId ?? '');
    await cardIn(scene, /Paid/);
    const card = await batchCard(scene, /2 paid/);
    expect(seen(card).text).not.toContain('paid out');
    ago -= DAY;
    await ask(scene, 'payouts due');
    await cardIn(scene, /made by .*🏦 paid out/);
    await batchCard(scene, /2 paid · AED [\d.]+\n🏦 paid out: 2 of 2, in payout 7001/);
    scene.sandbox.shape.set({ stateWords: { PAID_OUT: 'RETURNED' } });
    await ask(scene, 'payouts due');
    await scene.slack.until(() =>
      seen(scene.slack.messages(FRONT_DESK, { as: SARA })[0]).text.includes('paid out on') ? undefined : true,
    );
    expect(seen(await cardIn(scene, /Paid/)).text).not.toContain('paid out on');
    await scene.slack.until(() =>
      seen(scene.slack.messages(FRONT_DESK).find(({ ts }) => ts === card.ts)).text.includes('🏦')
        ? undefined
        : true,
    );
  },
);
