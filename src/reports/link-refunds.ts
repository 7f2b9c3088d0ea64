import type { RefundSum } from './refund-sums.ts';
import type { RowMoney } from './row-money.ts';

interface LinkRefunds {
  add(money: RowMoney): void;
  /** At least so much where a link does not say how much of it went back. */
  result(): RefundSum[];
}

/** What went back of links that count as paid, as their own rows say. */
export const createLinkRefunds = (): LinkRefunds => {
  const sums = new Map<string, RefundSum>();
  return {
    add: ({ is, currency, refundedFils, isRefundOpen }) => {
      if (is !== 'received' || (refundedFils === 0 && !isRefundOpen)) return;
      const { fils, told, isAtLeast } = sums.get(currency) ?? { fils: 0, told: 0, isAtLeast: false };
      const isExact = Number.isSafeInteger(fils + refundedFils);
      sums.set(currency, {
        currency,
        fils: isExact ? fils + refundedFils : fils,
        told: told + 1,
        isAtLeast: isAtLeast || isRefundOpen || !isExact,
      });
    },
    result: () => [...sums.values()],
  };
};
