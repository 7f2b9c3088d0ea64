import type { createCallbacks } from './callbacks.ts';
import type { AttemptResult, Ledger } from './ledger.ts';
import type { Payment, PayOptions } from './sandbox-api.ts';

export type Refused = Exclude<AttemptResult, { outcome: 'paid' | 'declined' }>['outcome'];
export type PaymentResult = { outcome: 'done'; payment: Payment } | { outcome: Refused };
export type TakePayment = (orderId: string, options?: PayOptions) => PaymentResult;

interface TakePaymentOptions {
  ledger: Ledger;
  callbacks: ReturnType<typeof createCallbacks>;
  now: () => number;
  changed: () => void;
}

/** The customer pays, or has the card declined; then the merchant's callback address is told. */
export const createTakePayment =
  ({ ledger, callbacks, now, changed }: TakePaymentOptions): TakePayment =>
  (orderId, { decline = false, amountFils, callback = true } = {}) => {
    const result = ledger.attempt(orderId, { at: now(), declined: decline, amountFils });
    if (result.outcome !== 'paid' && result.outcome !== 'declined') return { outcome: result.outcome };
    const { link, transaction } = result;
    changed();
    const told = callback ? callbacks.tell(link, transaction) : Promise.resolve([]);
    return { outcome: 'done', payment: { link, transaction, told } };
  };
