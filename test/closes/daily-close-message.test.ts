import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMessageBlocks } from '../../packages/local-slack/src/check-blocks.ts';
import { buildMessage, type Message } from '../../src/blocks/message.ts';
import {
  buildClose,
  buildCloseDetails,
  buildDayFigures,
  type CloseShown,
} from '../../src/closes/close-view.ts';
import type { DailyDifference } from '../../src/closes/daily-differences.ts';
import type { Totals } from '../../src/figures/totals.ts';
import {
  buildIsOn,
  buildSwitchEnded,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
} from '../../src/schedules/schedule-view.ts';
import { PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { CLOSE, REPORTED } from '../fixtures/closes.ts';
import { anySums, textUpTo } from '../fixtures/report-sums.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const text = textUpTo(3_000);
const fils = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 });
const sum = fc.record({ count: fc.nat(), fils });
const anyMoney = fc.record({
  ...{ count: fc.nat(), payments: fc.nat(), refunds: fc.nat(), withoutFee: fc.nat(), unreadable: fc.nat() },
  ...{
    receivedFils: fils,
    outFils: fils,
    refundedFils: fils,
    chargedBackFils: fils,
    feeFils: fils,
    netFils: fils,
  },
});
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
const moved = fc.array(fc.record({ currency: fc.constant('AED'), fils, rows: fc.nat() }), { maxLength: 2 });
const closes: fc.Arbitrary<CloseShown> = fc.record({
  ...{ span: fc.constant(CLOSE.span), days: fc.constant(CLOSE.days), timeZone: fc.constant('Asia/Dubai') },
  money: fc.option(fc.record({ since: anySums, ofDays: anySums, late: moved, undone: moved })),
  sales: fc.constant(CLOSE.sales),
  toCome: fc.option(sum),
  reported: fc.option(
    fc.record({
      short: fc.array(fc.record({ reference: text, cameFils: fc.option(fils), askedFils: fils }), {
        maxLength: 60,
      }),
      toRefund: sum,
      mismatched: sum,
      disputed: sum,
      unconfirmed: sum,
      backAsked: sum,
    }),
  ),
  comparison: fc.option(
    fc.record({
      isComparable: fc.boolean(),
      differences: fc.array(difference, { maxLength: 60 }),
      outside: fc.record({ count: fc.nat(), fils, withoutAmount: fc.nat() }),
    }),
  ),
  payouts: fc.option(
    fc.record({
      sums: anySums,
      tied: fc.option(
        fc.array(
          fc.record({
            payout: fc.record({
              id: fc.option(text),
              paid: fc.record({ fils: fc.option(fils), isNetStated: fc.boolean() }),
            }),
            verdict: fc.constantFrom('proved', 'off', 'not-provable'),
            why: fc.constant(null),
            gaps: fc.array(
              fc.record({ of: fc.constantFrom('gross', 'net', 'inner'), stated: fils, summed: fils }),
            ),
            missing: fc.array(
              fc.record({
                id: text,
                why: fc.constantFrom('not-found', 'in-another'),
                payoutId: fc.option(text),
              }),
            ),
            beside: fc.array(fc.record({ dates: text, from: fc.nat(), to: fc.nat(), sums: anyMoney }), {
              maxLength: 4,
            }),
          }),
          { maxLength: 20 },
        ),
      ),
    }),
  ),
  hasMoved: fc.boolean(),
  every: fc.constantFrom('day', 'week'),
  missed: fc.option(fc.constant(CLOSE.days)),
});

const expectAccepted = ({ text: shown, blocks }: Message) => {
  expect(checkMessageBlocks(blocks)).toEqual([]);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.length).toBeLessThanOrEqual(3_000);
};

test('the close stays within Slack’s limits for any states and references', () => {
  fc.assert(
    fc.property(closes, (close) => {
      for (const build of [buildClose, buildCloseDetails, buildDayFigures]) expectAccepted(build(close));
    }),
    runs(60),
  );
});

const linesOf = (close: CloseShown) => seen({ blocks: buildClose(close).blocks }).text.split('\n');

test('a close is three lines: what came, what somebody has to do something about, what is still to come', () => {
  const close = { ...CLOSE, hasMoved: false, missed: null };
  expect(linesOf(close)).toEqual([
    'Daily close · Sat 21 Nov 2026',
    expect.stringMatching(
      /^\*AED 9,000\.00 received\* \(8\) since Fri 20 Nov 2026 at 9:00 PM \(Dubai\) · \*AED [\d,.]+ net of refunds\* · at least AED 50\.00 refunded · AED/,
    ),
    ':warning: *AED 45.00 to refund* (1) · *AED 250.00 disputed* (1) · *AED 2,751.50 to check* (3) · 4 links differ from the service’s list · 1 payout does not add up',
    '*AED 5,000.00 still to come* (4 sales, all days)',
  ]);
  expect(buildClose(close).text).toMatch(
    /^Daily close of Sat 21 Nov 2026: AED 9,000\.00 received .* AED 45\.00 to refund \(1\)/,
  );
  const none = { count: 0, fils: 0 };
  const quiet = {
    ...{ ...close, payouts: null, comparison: null, toCome: none },
    reported: {
      toRefund: none,
      mismatched: none,
      disputed: none,
      unconfirmed: none,
      backAsked: none,
      short: [],
    },
  };
  expect(linesOf(quiet).slice(2, 4)).toEqual([
    'Nothing to refund, disputed or to check.',
    'Nothing still to come.',
  ]);
});

test('a day that is over says nothing of what is so now', () => {
  const past = { ...CLOSE, toCome: null, reported: null, hasMoved: false, missed: null };
  const shown = seen({ blocks: buildDayFigures(past).blocks }).text;
  expect(shown).toContain('AED 9,000.00 received');
  expect(shown).not.toMatch(/still to come|Partly paid|to refund\*|to check/);
});

test('what is none has no line in the thread', () => {
  const empty = { count: 0, fils: 0 };
  const sums: Totals = { rows: 0, byClass: [], refunds: [], net: [], byStatus: [], withoutAmount: 0 };
  const shown = seen(
    buildCloseDetails({
      ...{ ...CLOSE, reported: null, comparison: null, span: CLOSE.days },
      money: { since: sums, ofDays: sums, late: [], undone: [] },
      sales: { ...CLOSE.sales, made: empty, received: empty },
      payouts: { sums, tied: [] },
    }),
  );
  expect(shown.text).toBe('*The service’s list of links*\nNot compared: the service could not be read.');
});

test.each([
  [buildClose, 'Daily close ·', 'The next close has the money that is missing here.'],
  [buildDayFigures, 'Figures of', 'Ask again in a few minutes.'],
] as const)('%o says what happens to money that could not be read', (build, ...says) => {
  const shown = seen({ blocks: build({ ...CLOSE, money: null }).blocks }).text;
  for (const words of says) expect(shown).toContain(words);
});

test('no text of the service becomes markup in the channel', () => {
  const received = { is: 'received', currency: '<@U1>', fils: 1, rows: 1, withoutAmount: 0 } as const;
  const sums: Totals = {
    rows: 1,
    byClass: [received, { ...received, is: 'failed' }],
    refunds: [{ kind: 'chargeback', currency: '<@U1>', fils: 1, told: 1, isAtLeast: false }],
    net: [{ currency: '<@U1>', fils: 1 }],
    byStatus: [{ status: '<!channel>', currency: '<@U1>', fils: 1, rows: 1 }],
    withoutAmount: 0,
  };
  const message = buildDayFigures({
    ...CLOSE,
    money: { since: sums, ofDays: sums, late: [], undone: [] },
    reported: { ...REPORTED, short: [{ reference: '`<!here>`', cameFils: 1, askedFils: 2 }] },
    comparison: {
      isComparable: true,
      differences: [{ is: 'state', reference: 'A', here: 'open', finding: null, there: '<!everyone>' }],
      outside: { count: 0, fils: 0, withoutAmount: 0 },
    },
    payouts: {
      sums: { ...sums, byClass: [received, { ...received, is: 'unclassified' }] },
      tied: [
        {
          payout: { id: '`<!here>`', paid: { fils: null, isNetStated: true } },
          ...{ verdict: 'off', why: null, gaps: [], beside: [] },
          missing: [{ id: '<!channel>', why: 'in-another', payoutId: '<@U1>' }],
        },
      ],
    },
  });
  expect(JSON.stringify(message)).not.toMatch(/<[!@]/);
  expect(JSON.stringify(message)).toContain('&lt;!channel&gt;');
});

test('what was not posted is named as what it is', () => {
  const missedOf = (every: 'day' | 'week') =>
    seen({ blocks: buildClose({ ...CLOSE, every, missed: CLOSE.days }).blocks }).text;
  expect(missedOf('day')).toMatch(/No close was posted for Sat 21 Nov 2026/);
  expect(missedOf('week')).toMatch(/No summary was posted for Sat 21 Nov 2026/);
});

test('the answer to the switch says who sees the figures, and of which day they are', () => {
  const isOnAt = (atMinute: number) =>
    buildIsOn('day', {
      ...{ repeat: { every: 'day', on: 0, atMinute }, nextAt: 0 },
      ...{ timeZone: 'Asia/Dubai', where: 'this channel' },
    });
  expect(isOnAt(60)).toContain('Everyone in this channel sees it.');
  expect(isOnAt(60)).toContain('1:00 AM (Dubai), each of the day before');
  expect(isOnAt(21 * 60)).not.toContain('of the day before');
});

test('the messages of the switch stay within Slack’s limits', () => {
  const every = 'week';
  fc.assert(
    fc.property(text, (wild) => {
      for (const message of [
        buildSwitchedOn(every, { userId: wild, rhythm: 'every day', isNews: true }),
        buildSwitchedOff(every, wild),
        buildMessage(buildSwitchRefused(every, { channelId: 'C1', code: wild, where: 'this channel' })),
        buildMessage(buildSwitchHelp(every, wild)),
        buildSwitchEnded(every, { channelId: 'C1', code: wild }),
      ])
        expectAccepted(message);
    }),
    runs(60),
  );
});
