import type { MoneyClass } from './movement.ts';

/**
 * Whether the money is at the bank, by the payout's status, in the words of every list. `came-back`: it failed, was cancelled, or was returned.
 * `unclear`: an unknown status.
 */
export const PAYOUT_STATES = {
  'paid-out': 'Paid out',
  'on-its-way': 'On its way',
  'came-back': 'Came back',
  unclear: 'Not known',
} as const;

export type PayoutState = keyof typeof PAYOUT_STATES;

const STATES: Record<MoneyClass, PayoutState> = {
  received: 'paid-out',
  partly: 'unclear',
  refunded: 'came-back',
  disputed: 'unclear',
  waiting: 'on-its-way',
  further: 'unclear',
  anotherAmount: 'unclear',
  failed: 'came-back',
  cancelled: 'came-back',
  expired: 'came-back',
  other: 'unclear',
  unclassified: 'unclear',
};

export const payoutStateOf = (is: MoneyClass): PayoutState => STATES[is];
