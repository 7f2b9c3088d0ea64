import type { createCallbacks } from './callbacks.ts';
import type { Ledger, LedgerResult, Refusal } from './ledger.ts';
import type { Happening, PayOptions, QuietOptions, RefundOptions } from './sandbox-api.ts';

export type HappeningResult = { outcome: 'done'; happening: Happening } | { outcome: Refusal };

/** What can happen to a link after its creation. */
export interface Happenings {
  pay(orderId: string, options?: PayOptions): HappeningResult;
  refund(orderId: string, options?: RefundOptions): HappeningResult;
  cancel(orderId: string, options?: QuietOptions): HappeningResult;
  expire(orderId: string, options?: QuietOptions): HappeningResult;
}

interface HappeningsOptions {
  ledger: Ledger;
  callbacks: Pick<ReturnType<typeof createCallbacks>, 'tell'>;
  now: () => number;
  changed: () => void;
}

/** Applies the event to the ledger, then calls the merchant's callback address. */
export const createHappenings = ({ ledger, callbacks, now, changed }: HappeningsOptions): Happenings => {
  const happen = (result: LedgerResult, callback: boolean, at = now()): HappeningResult => {
    if (result.outcome !== 'done') return result;
    const { link, transaction } = result;
    changed();
    const event = { state: link.status, at, transaction };
    const told = callback ? callbacks.tell(link, event) : Promise.resolve([]);
    return { outcome: 'done', happening: { link, transaction, told } };
  };

  return {
    pay: (orderId, { decline = false, amountFils, currency, agoMs = 0, callback = true } = {}) => {
      const at = now() - agoMs;
      return happen(ledger.attempt(orderId, { at, declined: decline, amountFils, currency }), callback, at);
    },
    refund: (orderId, { amountFils, callback = true } = {}) =>
      happen(ledger.refund(orderId, { at: now(), amountFils }), callback),
    cancel: (orderId, { callback = true } = {}) => happen(ledger.cancel(orderId, now()), callback),
    expire: (orderId, { callback = true } = {}) => happen(ledger.expire(orderId, now()), callback),
  };
};
