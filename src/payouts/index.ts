import { OPEN_PAYOUT_ACTION, PAYOUTS_DUE_ACTION } from '../reports/report-buttons-view.ts';
import { listenersOf } from '../slack/listener.ts';
import { DUE_NEXT_ACTION, DUE_PREVIOUS_ACTION } from './due-window-view.ts';
import { PAYOUT_NEXT_ACTION, PAYOUT_PREVIOUS_ACTION } from './payout-window-view.ts';

const press = listenersOf(() => import('./payout-presses.ts'));

/** Windows that open under a list of payouts. */
export const PAYOUTS = {
  actions: {
    [OPEN_PAYOUT_ACTION]: press('handlePayoutOpen'),
    [PAYOUT_PREVIOUS_ACTION]: press('handlePayoutPage'),
    [PAYOUT_NEXT_ACTION]: press('handlePayoutPage'),
    [PAYOUTS_DUE_ACTION]: press('handleDueOpen'),
    [DUE_PREVIOUS_ACTION]: press('handleDuePage'),
    [DUE_NEXT_ACTION]: press('handleDuePage'),
  },
};
