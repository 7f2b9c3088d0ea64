import { open } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { carried } from '../slack/admit.ts';
import { DUE_NEXT_ACTION, DUE_PREVIOUS_ACTION, PAYOUTS_DUE_ACTION } from './due-window-view.ts';
import { PAYOUT } from './payout-pointer.ts';
import { handleDueOpen, handleDuePage, handlePayoutOpen, handlePayoutPage } from './payout-presses.ts';
import { OPEN_PAYOUT_ACTION, PAYOUT_NEXT_ACTION, PAYOUT_PREVIOUS_ACTION } from './payout-window-view.ts';

/** Looked up in the account of the person who pressed. */
const payout = (name: string) => ({ name, needs: 'read-reports', about: carried('payout', PAYOUT) }) as const;
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
} satisfies Room;
