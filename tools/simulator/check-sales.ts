import { nameOver } from '../../src/links/sale/describe-display-state.ts';
import { overOf } from '../../src/links/sale/over.ts';
import { isLikeAmount } from '../../src/store/like-amounts.ts';
import type { Link } from '../../src/store/link.ts';
import type { DayResult } from './day-result.ts';
import { truthOf } from './judge-shown.ts';
import type { Sale } from './staff.ts';

/** Until a payment that was noticed has been told. */
const TOLD_WITHIN_MS = 60_000;

/** No sum is asked twice without a person who saw both, and nothing is paid beyond what was due without a person who is told. */
export const checkSales = (links: readonly Link[], after: DayResult): string[] => [
  ...findUnasked(after),
  ...findUntold(links, after),
];

function findUnasked(after: DayResult): string[] {
  // Of what was given back, or expired before, the same may be sold again.
  const standing = (sale: Sale) => {
    const { links, elsewhere, refunds, disputes } = truthOf(sale, after);
    const [made = null] = [...links, ...elsewhere];
    return refunds.length + disputes.length === 0 ? made : null;
  };
  const pairs = after.sales.flatMap((one, at) =>
    after.sales.slice(at + 1).map((other) => [one, other] as const),
  );
  return pairs.flatMap(([one, other]) => {
    if (one.customer !== other.customer || !isLikeAmount(one.amountFils, other.amountFils)) return [];
    const isSeen = one.seen.includes(other.notes) || other.seen.includes(one.notes);
    const [first, second] = [standing(one), standing(other)];
    const isOver = !first || !second || Math.max(first.createdAt, second.createdAt) >= one.expiresAt;
    return isSeen || isOver ? [] : [`${other.notes}: made beside ${one.notes}, and nobody was asked`];
  });
}

function findUntold(links: readonly Link[], { messages, now }: DayResult): string[] {
  const sales = new Map<string, Link[]>();
  for (const link of links) sales.set(link.saleId, [...(sales.get(link.saleId) ?? []), link]);
  return [...sales.values()].flatMap((sale) => {
    const over = overOf(sale);
    const isFresh = sale.some(({ payment }) => payment !== null && payment.noticedAt > now - TOLD_WITHIN_MS);
    const isGivenBack = sale.some(({ payment }) => payment !== null && payment.refundedFils !== 0);
    if (over === null || isFresh || isGivenBack) return [];
    const isTold = messages.some(({ said }) => said.some(({ text }) => text.includes(nameOver(over))));
    return isTold ? [] : [`${sale[0]?.details.notes}: ${nameOver(over)}, and nobody was told`];
  });
}
