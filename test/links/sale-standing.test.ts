import { expect, test } from 'vitest';
import { standingOf } from '../../src/links/sale/standing.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { readRows } from '../fixtures/record-tables.ts';

const AED = 100;
const MADE_AT = Date.UTC(2026, 10, 21, 8);

/**
 * In dirhams: what each link of the sale asks for, what came and what of it went back (?: nobody knows how much), and how the sale
 * stands, without what is nothing. `settled`: counted as paid in full with so much missing; `later`: made after the payments of those
 * before it; `!`: warnings; `pay`: the links that can be paid, by their order.
 */
const SALES = readRows(`
    open | 250 | waiting, due 250, toCome 250, pay 1
    open, the last try declined | 250 state open finding declined | waiting, due 250, toCome 250, pay 1
    paid | 250 paid 250 | paid, due 250, came 250
    paid, the record has no amount | 250 paid ? finding confirmed | paid, due 250, came 250
    paid by an answer that was taken back | 250 paid 250 finding doubted | doubted, due 250, came 250, ! to-check
    paid twice | 250 paid 500 | paid, due 250, came 500, over 250, ! too-much
    paid in part | 1000 paid 400 | partly, due 1000, came 400, missing 600, toCome 600
    paid in part, how much is not known | 1000 paid ? finding partly | partly, due 1000
    paid in part, counted as paid in full | 250 paid 245 settled 5 | paid, due 250, came 245
    counted as paid in full, and more is missing now | 250 paid 242 settled 5 | partly, due 250, came 242, missing 8, toCome 8
    paid in part, a part of it given back | 1000 paid 400 back 100 | partly, due 1000, came 400, refund 100
    more came than was asked for | 250 paid 300 finding mismatch | mismatch, due 250, came 300, over 50, ! too-much another-amount
    another currency came | 250 paid 250 finding mismatch currency USD | mismatch, due 250, ! another-amount
    only reported | 250 paid 250 finding unconfirmed | unconfirmed, due 250, ! reported
    given back in part | 250 paid 250 back 50 | paid, due 250, came 250, refund 50
    given back | 250 paid 250 back 250 finding refunded | refunded, due 250, came 250, refund 250
    disputed | 250 paid 250 back 250 finding disputed dispute open | disputed, due 250, came 250, chargeback 250, ! disputed
    charged back | 250 paid 250 back 250 finding disputed dispute lost | disputed, due 250, came 250, chargeback 250
    won back | 250 paid 250 back 0 dispute won | paid, due 250, came 250
    expired | 250 state expired | expired, due 250
    cancelled | 250 state failed finding cancelled | cancelled, due 250
    not made | 250 state failed | not-made, due 250
    being made | 250 state reserved | reserved, due 250
    in doubt | 250 state unknown | unknown, due 250, ! in-doubt
    asked | 250 state asked | asked, due 250
    declined | 250 state declined | declined, due 250
    a slipped digit, the new link to be paid | 250 + 205 | waiting, due 205, toCome 205, pay 1 2
    a slipped digit, the new link paid | 250 + 205 paid 205 | paid, due 205, came 205, pay 1
    the old link paid, for more | 250 paid 250 + 205 | paid, due 205, came 250, over 45, ! too-much, pay 2
    the old link paid, for less | 205 paid 205 + 250 | partly, due 250, came 205, missing 45, toCome 45, pay 2
    both paid | 250 paid 250 + 205 paid 205 | paid, due 205, came 455, over 250, ! too-much
    both paid, one given back | 250 paid 250 back 250 finding refunded + 205 paid 205 | paid, due 205, came 455, refund 250
    both paid, a part given back | 250 paid 250 back 200 + 205 paid 205 | paid, due 205, came 455, over 50, refund 200, ! too-much
    both paid, one disputed | 250 paid 250 back 250 finding disputed dispute open + 205 paid 205 | disputed, due 205, came 455, chargeback 250, ! disputed
    charged back, and paid again | 250 paid 250 back 250 finding disputed dispute lost + 250 paid 250 later | paid, due 250, came 500, chargeback 250
    given back, and a new link to be paid | 250 paid 250 back 250 finding refunded + 205 later | waiting, due 205, came 250, toCome 205, refund 250, pay 2
    a part, and a link for the rest | 1000 paid 400 + 600 | partly, due 1000, came 400, missing 600, toCome 600, pay 2
    in two parts | 1000 paid 400 + 600 paid 600 | paid, due 1000, came 1000
    in two parts, a part of one given back | 1000 paid 400 back 100 + 600 paid 600 | paid, due 1000, came 1000, refund 100
    a part, and a part of the rest | 1000 paid 400 + 600 paid 200 | partly, due 1000, came 600, missing 400, toCome 400
    a part, and the rest is only reported | 1000 paid 400 + 600 paid 600 finding unconfirmed | unconfirmed, due 1000, came 400, missing 600, ! reported
    the rest paid twice | 3450 paid 1725 + 1725 paid 1725 + 1725 paid 1725 | paid, due 3450, came 5175, over 1725, ! too-much
    the old link paid, for less, and then the rest | 205 paid 205 + 250 + 45 paid 45 later | paid, due 250, came 250, pay 2
    of another currency, and then in full | 250 paid 250 finding mismatch currency USD + 250 paid 250 | paid, due 250, came 250, ! another-amount
    a link that was not made asks for nothing | 250 paid 250 + 205 state failed | paid, due 250, came 250
    one to be paid, and one asked for in its place | 250 + 205 state asked | waiting, due 250, toCome 250, pay 1
    expired, and a new one in doubt | 250 state expired + 250 state unknown | unknown, due 250, ! in-doubt
    expired, and a new one declined | 250 state expired + 250 state declined | expired, due 250
`);

const WITHOUT_MONEY = ['unconfirmed', 'partly', 'mismatch'];

/** `250 paid 200 back 50 finding partly`. */
const readLink = (text: string, at: number): Link => {
  const [asks, ...words] = text.replace(' later', ' later yes').split(' ');
  const has = new Map(words.flatMap((word, index) => (index % 2 ? [] : [[word, words[index + 1] ?? '']])));
  const fils = (name: string, none: number | null) => {
    const dirhams = has.get(name);
    return dirhams === undefined ? none : dirhams === '?' ? null : Number(dirhams) * AED;
  };
  const [amountFils, paid, back] = [Number(asks) * AED, fils('paid', null), fils('back', 0)];
  const dispute = has.get('dispute');
  const payment =
    has.has('paid') || has.has('finding')
      ? buildPayment({
          finding: has.get('finding') ?? (paid === null || paid >= amountFils ? 'confirmed' : 'partly'),
          ...{ amountFils: paid, refundedFils: back, currency: has.get('currency') ?? 'AED' },
          noticedAt: MADE_AT + 1,
          ...(dispute !== undefined && {
            dispute,
            refunds: [{ kind: 'chargeback', fils: back, noticedAt: MADE_AT + 2, happenedAt: null }],
          }),
        } as Partial<LinkPayment>)
      : null;
  const came = payment && (WITHOUT_MONEY.includes(payment.finding) ? 'reported' : 'paid');
  const missingFils = fils('settled', null);
  return buildLink({
    ...{ id: `lnk_${at + 1}`, saleId: 'lnk_1', saleOrder: at + 1, amountFils, payment },
    createdAt: MADE_AT + (has.has('later') ? 2 : 0),
    state: (has.get('state') ?? came ?? 'open') as Link['state'],
    settled: missingFils === null ? null : { by: 'U1', at: MADE_AT, missingFils },
  });
};

const describeSale = (links: readonly Link[]): string => {
  const { state, warnings, payable, ...sale } = standingOf(links);
  const sums = {
    ...{ due: sale.dueFils, came: sale.receivedFils, missing: sale.missingFils },
    ...{ over: sale.overFils, toCome: sale.toComeFils, ...sale.back },
  };
  return [
    state,
    ...Object.entries(sums).flatMap(([name, sum]) => (sum === 0 ? [] : `${name} ${sum / AED}`)),
    ...(warnings.length > 0 ? [`! ${warnings.join(' ')}`] : []),
    ...(payable.length > 0 ? [`pay ${payable.map(({ saleOrder }) => saleOrder).join(' ')}`] : []),
  ].join(', ');
};

test.each(SALES)('a sale, %s, of the links %s: %s', (_, sale = '', says) => {
  const links = sale.split(' + ').map(readLink);
  expect(describeSale(links)).toBe(says);
  expect(describeSale(links.toReversed())).toBe(says);
});
