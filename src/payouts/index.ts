import { OPEN_PAYOUT_ACTION, PAYOUTS_DUE_ACTION } from '../reports/report-buttons-view.ts';
import { whenUsed } from '../slack/lazy.ts';
import { DUE_NEXT_ACTION, DUE_PREVIOUS_ACTION } from './due-window-view.ts';
import { PAYOUT_NEXT_ACTION, PAYOUT_PREVIOUS_ACTION } from './payout-window-view.ts';

const handlePayoutOpen = whenUsed(async () => (await import('./payout-presses.ts')).handlePayoutOpen);
const handlePayoutPage = whenUsed(async () => (await import('./payout-presses.ts')).handlePayoutPage);
const handleDueOpen = whenUsed(async () => (await import('./payout-presses.ts')).handleDueOpen);
const handleDuePage = whenUsed(async () => (await import('./payout-presses.ts')).handleDuePage);

/** Payouts and what is still to be paid out: opened under a list of payouts. */
export const PAYOUTS = {
  actions: {
    [OPEN_PAYOUT_ACTION]: handlePayoutOpen,
    [PAYOUT_PREVIOUS_ACTION]: handlePayoutPage,
    [PAYOUT_NEXT_ACTION]: handlePayoutPage,
    [PAYOUTS_DUE_ACTION]: handleDueOpen,
    [DUE_PREVIOUS_ACTION]: handleDuePage,
    [DUE_NEXT_ACTION]: handleDuePage,
  },
};
