import { describe, expect, test } from 'vitest';
import { standingOf } from '../../src/links/sale/standing.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment, PaymentFinding } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const AED = 100;
const MADE_AT = Date.UTC(2026, 10, 21, 8);

/** Amounts in dirhams. */
interface Part {
  asks: number;
  state?: Link['state'];
  /** What came, and what of it went back; null: nobody knows how much. */
  paid?: number | null;
  back?: number | null;
  finding?: PaymentFinding;
  /** Its bank took it, or may. */
  dispute?: 'open' | 'lost' | 'won';
  currency?: string;
  settled?: number;
  /** Made after the payments of those before it. */
  isLater?: true;
}

const fils = (dirhams: number | null) => (dirhams === null ? null : dirhams * AED);

const paymentOf = ({ asks, paid = null, back = 0, dispute, currency = 'AED', ...part }: Part) =>
  buildPayment({
    finding: part.finding ?? (paid === null || paid >= asks ? 'confirmed' : 'partly'),
    ...{ amountFils: fils(paid), refundedFils: fils(back), currency, noticedAt: MADE_AT + 1 },
    ...(dispute !== undefined && {
      dispute,
      refunds: [{ kind: 'chargeback', fils: fils(back), noticedAt: MADE_AT + 2, happenedAt: null }],
    }),
  } satisfies Partial<LinkPayment>);

const WITHOUT_MONEY = ['unconfirmed', 'partly', 'mismatch'];

const saleOf = (parts: readonly Part[]): Link[] =>
  parts.map((part, at) => {
    const payment = part.paid === undefined && part.finding === undefined ? null : paymentOf(part);
    const came = payment && WITHOUT_MONEY.includes(payment.finding) ? 'reported' : 'paid';
    return buildLink({
      ...{ id: `lnk_${at + 1}`, saleId: 'lnk_1', saleOrder: at + 1, amountFils: part.asks * AED },
      ...{ createdAt: MADE_AT + (part.isLater ? 2 : 0), payment },
      state: part.state ?? (payment === null ? 'open' : came),
      settled: part.settled === undefined ? null : { by: 'U1', at: MADE_AT, missingFils: part.settled * AED },
    });
  });

/** A sale in dirhams, without what is nothing. `pay`: the links that can be paid. */
const read = (links: readonly Link[]) => {
  const standing = standingOf(links);
  const { state, warnings, payable } = standing;
  const sums = {
    due: standing.dueFils,
    came: standing.receivedFils,
    missing: standing.missingFils,
    over: standing.overFils,
    toCome: standing.toComeFils,
    ...standing.back,
  };
  return {
    state,
    ...Object.fromEntries(
      Object.entries(sums)
        .filter(([, sum]) => sum !== 0)
        .map(([name, sum]) => [name, sum / AED]),
    ),
    ...(warnings.length > 0 && { warnings }),
    ...(payable.length > 0 && { pay: payable.map(({ saleOrder }) => saleOrder) }),
  };
};

type Says = ReturnType<typeof read>;

const CASES: Record<string, [what: string, sale: Part[], says: Says & Record<string, unknown>][]> = {
  'of one link': [
    ['open', [{ asks: 250 }], { state: 'waiting', due: 250, toCome: 250, pay: [1] }],
    [
      'open, the last try declined',
      [{ asks: 250, state: 'open', finding: 'declined' }],
      { state: 'waiting', due: 250, toCome: 250, pay: [1] },
    ],
    ['paid', [{ asks: 250, paid: 250 }], { state: 'paid', due: 250, came: 250 }],
    [
      'paid, the record has no amount',
      [{ asks: 250, paid: null, finding: 'confirmed' }],
      { state: 'paid', due: 250, came: 250 },
    ],
    [
      'paid by an answer that was taken back',
      [{ asks: 250, paid: 250, finding: 'doubted' }],
      { state: 'doubted', due: 250, came: 250, warnings: ['to-check'] },
    ],
    [
      'paid twice',
      [{ asks: 250, paid: 500 }],
      { state: 'paid', due: 250, came: 500, over: 250, warnings: ['too-much'] },
    ],
    [
      'paid in part',
      [{ asks: 1000, paid: 400 }],
      { state: 'partly', due: 1000, came: 400, missing: 600, toCome: 600 },
    ],
    [
      'paid in part, how much is not known',
      [{ asks: 1000, paid: null, finding: 'partly' }],
      { state: 'partly', due: 1000 },
    ],
    [
      'paid in part, counted as paid in full',
      [{ asks: 250, paid: 245, settled: 5 }],
      { state: 'paid', due: 250, came: 245 },
    ],
    [
      'counted as paid in full, and more is missing now',
      [{ asks: 250, paid: 242, settled: 5 }],
      { state: 'partly', due: 250, came: 242, missing: 8, toCome: 8 },
    ],
    [
      'paid in part, a part of it given back',
      [{ asks: 1000, paid: 400, back: 100 }],
      { state: 'partly', due: 1000, came: 400, refund: 100 },
    ],
    [
      'more came than was asked for',
      [{ asks: 250, paid: 300, finding: 'mismatch' }],
      { state: 'mismatch', due: 250, came: 300, over: 50, warnings: ['too-much', 'another-amount'] },
    ],
    [
      'another currency came',
      [{ asks: 250, paid: 250, finding: 'mismatch', currency: 'USD' }],
      { state: 'mismatch', due: 250, warnings: ['another-amount'] },
    ],
    [
      'only reported',
      [{ asks: 250, paid: 250, finding: 'unconfirmed' }],
      { state: 'unconfirmed', due: 250, warnings: ['reported'] },
    ],
    [
      'given back in part',
      [{ asks: 250, paid: 250, back: 50 }],
      { state: 'paid', due: 250, came: 250, refund: 50 },
    ],
    [
      'given back',
      [{ asks: 250, paid: 250, back: 250, finding: 'refunded' }],
      { state: 'refunded', due: 250, came: 250, refund: 250 },
    ],
    [
      'disputed',
      [{ asks: 250, paid: 250, back: 250, finding: 'disputed', dispute: 'open' }],
      { state: 'disputed', due: 250, came: 250, chargeback: 250, warnings: ['disputed'] },
    ],
    [
      'charged back',
      [{ asks: 250, paid: 250, back: 250, finding: 'disputed', dispute: 'lost' }],
      { state: 'disputed', due: 250, came: 250, chargeback: 250 },
    ],
    ['won back', [{ asks: 250, paid: 250, back: 0, dispute: 'won' }], { state: 'paid', due: 250, came: 250 }],
    ['expired', [{ asks: 250, state: 'expired' }], { state: 'expired', due: 250 }],
    ['cancelled', [{ asks: 250, state: 'failed', finding: 'cancelled' }], { state: 'cancelled', due: 250 }],
    ['not made', [{ asks: 250, state: 'failed' }], { state: 'not-made', due: 250 }],
    ['being made', [{ asks: 250, state: 'reserved' }], { state: 'reserved', due: 250 }],
    ['in doubt', [{ asks: 250, state: 'unknown' }], { state: 'unknown', due: 250, warnings: ['in-doubt'] }],
    ['asked', [{ asks: 250, state: 'asked' }], { state: 'asked', due: 250 }],
    ['declined', [{ asks: 250, state: 'declined' }], { state: 'declined', due: 250 }],
  ],
  'of several': [
    [
      'a slipped digit, the new link to be paid',
      [{ asks: 250 }, { asks: 205 }],
      { state: 'waiting', due: 205, toCome: 205, pay: [1, 2] },
    ],
    [
      'a slipped digit, the new link paid',
      [{ asks: 250 }, { asks: 205, paid: 205 }],
      { state: 'paid', due: 205, came: 205, pay: [1] },
    ],
    [
      'the old link paid, for more',
      [{ asks: 250, paid: 250 }, { asks: 205 }],
      { state: 'paid', due: 205, came: 250, over: 45, warnings: ['too-much'], pay: [2] },
    ],
    [
      'the old link paid, for less',
      [{ asks: 205, paid: 205 }, { asks: 250 }],
      { state: 'partly', due: 250, came: 205, missing: 45, toCome: 45, pay: [2] },
    ],
    [
      'both paid',
      [
        { asks: 250, paid: 250 },
        { asks: 205, paid: 205 },
      ],
      { state: 'paid', due: 205, came: 455, over: 250, warnings: ['too-much'] },
    ],
    [
      'both paid, one given back',
      [
        { asks: 250, paid: 250, back: 250, finding: 'refunded' },
        { asks: 205, paid: 205 },
      ],
      { state: 'paid', due: 205, came: 455, refund: 250 },
    ],
    [
      'both paid, a part given back',
      [
        { asks: 250, paid: 250, back: 200 },
        { asks: 205, paid: 205 },
      ],
      { state: 'paid', due: 205, came: 455, over: 50, refund: 200, warnings: ['too-much'] },
    ],
    [
      'both paid, one disputed',
      [
        { asks: 250, paid: 250, back: 250, finding: 'disputed', dispute: 'open' },
        { asks: 205, paid: 205 },
      ],
      { state: 'disputed', due: 205, came: 455, chargeback: 250, warnings: ['disputed'] },
    ],
    [
      'charged back, and paid again',
      [
        { asks: 250, paid: 250, back: 250, finding: 'disputed', dispute: 'lost' },
        { asks: 250, paid: 250, isLater: true },
      ],
      { state: 'paid', due: 250, came: 500, chargeback: 250 },
    ],
    [
      'given back, and a new link to be paid',
      [
        { asks: 250, paid: 250, back: 250, finding: 'refunded' },
        { asks: 205, isLater: true },
      ],
      // Of what came before, nothing is left.
      { state: 'waiting', due: 205, came: 250, toCome: 205, refund: 250, pay: [2] },
    ],
    [
      'a part, and a link for the rest',
      [{ asks: 1000, paid: 400 }, { asks: 600 }],
      { state: 'partly', due: 1000, came: 400, missing: 600, toCome: 600, pay: [2] },
    ],
    [
      'in two parts',
      [
        { asks: 1000, paid: 400 },
        { asks: 600, paid: 600 },
      ],
      { state: 'paid', due: 1000, came: 1000 },
    ],
    [
      'in two parts, a part of one given back',
      [
        { asks: 1000, paid: 400, back: 100 },
        { asks: 600, paid: 600 },
      ],
      { state: 'paid', due: 1000, came: 1000, refund: 100 },
    ],
    [
      'a part, and a part of the rest',
      [
        { asks: 1000, paid: 400 },
        { asks: 600, paid: 200 },
      ],
      { state: 'partly', due: 1000, came: 600, missing: 400, toCome: 400 },
    ],
    [
      'a part, and the rest is only reported',
      [
        { asks: 1000, paid: 400 },
        { asks: 600, paid: 600, finding: 'unconfirmed' },
      ],
      { state: 'unconfirmed', due: 1000, came: 400, missing: 600, warnings: ['reported'] },
    ],
    [
      'the rest paid twice',
      [
        { asks: 3450, paid: 1725 },
        { asks: 1725, paid: 1725 },
        { asks: 1725, paid: 1725 },
      ],
      { state: 'paid', due: 3450, came: 5175, over: 1725, warnings: ['too-much'] },
    ],
    [
      'the old link paid, for less, and then the rest',
      [{ asks: 205, paid: 205 }, { asks: 250 }, { asks: 45, paid: 45, isLater: true }],
      { state: 'paid', due: 250, came: 250, pay: [2] },
    ],
    [
      'of another currency, and then in full',
      [
        { asks: 250, paid: 250, finding: 'mismatch', currency: 'USD' },
        { asks: 250, paid: 250 },
      ],
      { state: 'paid', due: 250, came: 250, warnings: ['another-amount'] },
    ],
    [
      'a link that was not made asks for nothing',
      [
        { asks: 250, paid: 250 },
        { asks: 205, state: 'failed' },
      ],
      { state: 'paid', due: 250, came: 250 },
    ],
    [
      'one to be paid, and one asked for in its place',
      [{ asks: 250 }, { asks: 205, state: 'asked' }],
      { state: 'waiting', due: 250, toCome: 250, pay: [1] },
    ],
    [
      'expired, and a new one in doubt',
      [
        { asks: 250, state: 'expired' },
        { asks: 250, state: 'unknown' },
      ],
      { state: 'unknown', due: 250, warnings: ['in-doubt'] },
    ],
    [
      'expired, and a new one declined',
      [
        { asks: 250, state: 'expired' },
        { asks: 250, state: 'declined' },
      ],
      { state: 'expired', due: 250 },
    ],
  ],
};

describe.each(Object.entries(CASES))('a sale %s', (_, cases) => {
  test.each(cases)('%s', (_, sale, says) => {
    const links = saleOf(sale);
    expect(read(links)).toEqual(says);
    expect(read(links.toReversed())).toEqual(says);
  });
});
