import type { createCallbacks } from './callbacks.ts';
import type { Ledger, LedgerResult, Refusal } from './ledger.ts';
import type { Happening, PayOptions, QuietOptions, RefundOptions } from './sandbox-api.ts';

export type HappeningResult = { outcome: 'done'; happening: Happening } | { outcome: Refusal };

interface HappeningsOptions {
  ledger: Ledger;
  callbacks: Pick<ReturnType<typeof createCallbacks>, 'tell'>;
  now: () => number;
  changed: () => void;
}

/** What can happen to a link after its creation. Applies it to the ledger, then calls the merchant's callback address. */
export const createHappenings = ({ ledger, callbacks, now, changed }: HappeningsOptions) => {
  const happen = (result: LedgerResult, callback: boolean, at = now()): HappeningResult => {
    if (result.outcome !== 'done') return result;
    const { link, transaction } = result;
    changed();
    const event = { state: link.status, at, transaction };
    const told = callback ? callbacks.tell(link, event) : Promise.resolve([]);
    return { outcome: 'done', happening: { link, transaction, told } };
  };

  return {
    pay: (
      orderId: string,
      { decline = false, amountFils, currency, agoMs = 0, callback = true }: PayOptions = {},
    ) => {
      const at = now() - agoMs;
      return happen(ledger.attempt(orderId, { at, declined: decline, amountFils, currency }), callback, at);
    },
    refund: (orderId: string, { amountFils, callback = true }: RefundOptions = {}) =>
      happen(ledger.refund(orderId, { at: now(), amountFils }), callback),
    cancel: (orderId: string, { callback = true }: QuietOptions = {}) =>
      happen(ledger.cancel(orderId, now()), callback),
    expire: (orderId: string, { callback = true }: QuietOptions = {}) =>
      happen(ledger.expire(orderId, now()), callback),
  };
};

export type Happenings = ReturnType<typeof createHappenings>;
