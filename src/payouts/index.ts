import type { Request } from '../app-parts.ts';
import { open } from '../people/frame.ts';
import { OPEN_PAYOUT_ACTION, PAYOUTS_DUE_ACTION } from '../reports/report-buttons-view.ts';
import { type PayoutPointer, parsePayoutPointer } from '../reports/report-pointer.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import { DUE_NEXT_ACTION, DUE_PREVIOUS_ACTION } from './due-window-view.ts';
import { handleDueOpen, handleDuePage, handlePayoutOpen, handlePayoutPage } from './payout-presses.ts';
import { PAYOUT_NEXT_ACTION, PAYOUT_PREVIOUS_ACTION } from './payout-window-view.ts';

/** It is looked up in the account of the person who pressed. */
const PAYOUT: About<Request, PayoutPointer, Pressed> = {
  noun: 'payout',
  find: async ({ place }) => parsePayoutPointer(place.value),
};

const payout = (name: string) => ({ name, needs: 'read-reports', about: PAYOUT }) as const;
const due = (name: string) => ({ name, needs: 'read-reports' }) as const;

const payoutPage = open(payout('payout page'), handlePayoutPage);
const duePage = open(due('payouts due page'), handleDuePage);

/** Windows that open under a list of payouts. */
export const PAYOUTS = {
  actions: {
    [OPEN_PAYOUT_ACTION]: open(payout('payout_open'), handlePayoutOpen),
    [PAYOUT_PREVIOUS_ACTION]: payoutPage,
    [PAYOUT_NEXT_ACTION]: payoutPage,
    [PAYOUTS_DUE_ACTION]: open(due('payouts_due'), handleDueOpen),
    [DUE_PREVIOUS_ACTION]: duePage,
    [DUE_NEXT_ACTION]: duePage,
  },
};
