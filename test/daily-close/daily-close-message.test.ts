import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMessageBlocks } from '../../playground/slack/check-blocks.ts';
import type { Message } from '../../src/blocks/message.ts';
import { buildDailyClose, type DailyCloseShown } from '../../src/daily-close/daily-close-view.ts';
import type { DailyDifference } from '../../src/daily-close/daily-differences.ts';
import { describeReceivedChange } from '../../src/daily-close/daily-money.ts';
import {
  buildIsOn,
  buildSwitchEnded,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
} from '../../src/daily-close/switch-view.ts';
import { PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { anySums, textUpTo } from '../fixtures/report-sums.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const text = textUpTo(3_000);
const fils = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 });
const sum = fc.record({ count: fc.nat(), fils });
const listed = fc
  .option(fc.record({ sums: anySums, isList: fc.boolean() }))
  .map((one) => one && { ...one.sums, isList: one.isList });
const figures = fc.record({ issued: sum, paid: sum, transactions: listed, payouts: listed });
const state = fc.constantFrom(...LINK_STATES);
const difference: fc.Arbitrary<DailyDifference> = fc.oneof(
  fc.record({ is: fc.constant('twice' as const), reference: text, count: fc.nat() }),
  fc.record({ is: fc.constant('amount' as const), reference: text, hereFils: fils, thereFils: fils }),
  fc.record({
    is: fc.constant('state' as const),
    reference: text,
    here: state,
    finding: fc.option(fc.constantFrom(...PAYMENT_FINDINGS)),
    there: text,
  }),
  fc.record({ is: fc.constant('not-listed' as const), reference: text, fils, here: state }),
);
const closes: fc.Arbitrary<DailyCloseShown> = fc.record({
  day: fc.constant('Sat 21 Nov 2026'),
  hours: fc.constant('midnight to 21:00 (Dubai)'),
  today: figures,
  lastWeek: figures,
  lastWeekDay: fc.constant('Sat 14 Nov 2026'),
  between: fc.option(figures.map((one) => ({ ...one, hours: 'Fri 20 Nov 2026, 21:00 to midnight' }))),
  late: fc.option(
    fc.record({
      day: fc.constant('Fri 20 Nov 2026'),
      received: fc.option(
        fc.array(fc.record({ currency: text, rows: fc.integer(), fils }), { maxLength: 20 }),
      ),
    }),
  ),
  open: sum,
  reported: fc.record({
    short: fc.array(fc.record({ reference: text, cameFils: fc.option(fils), askedFils: fils }), {
      maxLength: 60,
    }),
    mismatched: sum,
    refunded: sum,
    unconfirmed: sum,
  }),
  comparison: fc.option(
    fc.record({
      isComparable: fc.boolean(),
      differences: fc.array(difference, { maxLength: 60 }),
      outside: fc.record({ count: fc.nat(), fils, withoutAmount: fc.nat() }),
    }),
  ),
  payouts: fc.option(
    fc.array(
      fc.record({
        payout: fc.record({ id: fc.option(text) }),
        verdict: fc.constantFrom('proved', 'likely', 'off', 'not-provable'),
        why: fc.constant(null),
        gaps: fc.array(
          fc.record({ of: fc.constantFrom('gross', 'net', 'inner'), stated: fils, summed: fils }),
        ),
        missing: fc.array(
          fc.record({ id: text, why: fc.constantFrom('not-found', 'in-another'), payoutId: fc.option(text) }),
        ),
      }),
      { maxLength: 20 },
    ),
  ),
  hasMoved: fc.boolean(),
  leftOut: fc.option(fc.constant('19 – 20 Nov 2026')),
});

const expectAccepted = ({ text: shown, blocks }: Message) => {
  expect(checkMessageBlocks(blocks)).toEqual([]);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.length).toBeLessThanOrEqual(3_000);
};

test('the close stays within Slack’s limits for any states and references', () => {
  fc.assert(
    fc.property(closes, (close) => expectAccepted(buildDailyClose(close))),
    runs(60),
  );
});

test('figures in one line say what their sums lack', () => {
  const none = { count: 0, fils: 0 };
  const received = { is: 'received', currency: 'AED', fils: 1_000, rows: 3, withoutAmount: 2 } as const;
  const state = { status: 'PAID_OUT', currency: 'AED', fils: 900, rows: 1 };
  const sums = { refunds: [], net: [], isList: false };
  const transactions = { ...sums, rows: 3, byClass: [received], byStatus: [], withoutAmount: 2 };
  const payouts = { ...sums, rows: 1, byClass: [], byStatus: [state], withoutAmount: 0 };
  const figures = { issued: none, paid: none, transactions, payouts };
  const saySince = (between: typeof figures) =>
    seen(
      buildDailyClose({
        day: 'Sat 21 Nov 2026',
        hours: 'midnight to 21:00 (Dubai)',
        today: figures,
        lastWeek: figures,
        lastWeekDay: 'Sat 14 Nov 2026',
        between: { ...between, hours: 'Fri 20 Nov 2026, 21:00 to midnight' },
        late: null,
        open: none,
        reported: { short: [], mismatched: none, refunded: none, unconfirmed: none },
        comparison: null,
        payouts: [],
        hasMoved: false,
        leftOut: '20 Nov 2026',
      }),
    ).text;
  expect(saySince(figures)).toContain(
    'money received 1, AED 10.00; 2 without a readable amount; there may be more; payouts PAID_OUT 1, AED 9.00, there may be more',
  );
  const empty = { ...sums, rows: 0, byClass: [], byStatus: [], withoutAmount: 0 };
  expect(saySince({ ...figures, transactions: empty, payouts: empty })).toContain(
    'money received not known; payouts not known',
  );
});

test.each([
  [{ rows: 1, fils: 25_000 }, '1 more payment, AED 250.00'],
  [{ rows: -2, fils: -1_005 }, '2 fewer payments, AED 10.05'],
  [{ rows: 0, fils: -500 }, 'AED 5.00 less'],
  [{ rows: 1, fils: -500 }, '1 more payment, AED 5.00 less'],
])('a change since the last close of %j is %s', (change, words) => {
  expect(describeReceivedChange({ currency: 'AED', ...change })).toBe(words);
});

test('no text of the service becomes markup in the channel', () => {
  const none = { count: 0, fils: 0 };
  const nowhere = { ...none, withoutAmount: 0 };
  const state = { status: '<!channel>', currency: '<@U1>', fils: 1, rows: 1 };
  const received = { is: 'received', currency: '<@U1>', fils: 1, rows: 1, withoutAmount: 0 } as const;
  const totals = {
    rows: 1,
    byClass: [received, { ...received, is: 'failed' } as const],
    refunds: [{ currency: '<@U1>', fils: 1, told: 1, isAtLeast: false }],
    net: [{ currency: '<@U1>', fils: 1 }],
    byStatus: [state],
    withoutAmount: 0,
    isList: true,
  };
  const one = { issued: none, paid: none, transactions: totals, payouts: totals };
  const message = buildDailyClose({
    day: 'Sat 21 Nov 2026',
    hours: 'midnight to 21:00 (Dubai)',
    today: one,
    lastWeek: one,
    lastWeekDay: 'Sat 14 Nov 2026',
    between: { ...one, hours: 'Fri 20 Nov 2026, 21:00 to midnight' },
    late: { day: 'Fri 20 Nov 2026', received: [{ currency: '<@U1>', rows: 1, fils: 1 }] },
    open: none,
    reported: {
      short: [{ reference: '`<!here>`', cameFils: 1, askedFils: 2 }],
      mismatched: none,
      refunded: none,
      unconfirmed: none,
    },
    comparison: {
      isComparable: true,
      differences: [{ is: 'state', reference: 'A', here: 'open', finding: null, there: '<!everyone>' }],
      outside: nowhere,
    },
    payouts: [
      {
        payout: { id: '`<!here>`' },
        verdict: 'off',
        why: null,
        gaps: [],
        missing: [{ id: '<!channel>', why: 'in-another', payoutId: '<@U1>' }],
      },
    ],
    hasMoved: false,
    leftOut: null,
  });
  expect(JSON.stringify(message)).not.toMatch(/<[!@]/);
  expect(JSON.stringify(message)).toContain('&lt;!channel&gt;: *1, &lt;@U1&gt; 0.01*');
});

test('the answer to the switch says who sees the figures', () => {
  expect(buildIsOn('daily-close', { rhythm: 'every day', nextAt: 0, timeZone: 'Asia/Dubai' }).text).toContain(
    'Everyone in this channel sees the figures, including guests and people from other companies.',
  );
});

test('the messages of the switch stay within Slack’s limits', () => {
  const kind = 'weekly-summary';
  fc.assert(
    fc.property(text, (wild) => {
      for (const message of [
        buildSwitchedOn(kind, { userId: wild, rhythm: 'every day', isNews: true }),
        buildSwitchedOff(kind, wild),
        buildSwitchRefused(kind, 'C1', wild),
        buildSwitchHelp(kind, wild),
        buildSwitchHelp(kind, ''),
        buildSwitchEnded(kind, { channelId: 'C1', code: wild }),
      ])
        expectAccepted(message);
    }),
    runs(60),
  );
});
