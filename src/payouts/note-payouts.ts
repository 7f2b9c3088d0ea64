import type { Clock } from '../clock.ts';
import { isReturned } from '../figures/movements.ts';
import { buildLinkShows } from '../links/card/notice-kinds.ts';
import type { LinkPayouts, PaidOut } from './link-payout-store.ts';
import type { TieOut } from './tie-out.ts';

/** Stores which payout holds the money of each link. Only what ids prove. */
export type NotePayouts = (teamId: string, read: TieOut) => Promise<unknown>;

export const createNotePayouts =
  ({ linkPayouts, clock }: { linkPayouts: LinkPayouts; clock: Clock }): NotePayouts =>
  async (teamId, { payouts }) => {
    const paidOut = payouts.flatMap((tied): PaidOut[] => {
      const { payout, verdict, transactions } = tied;
      const { id: payoutId, at: payoutAt, state } = payout;
      const isSure = payoutId !== null && state === 'paid-out' && verdict === 'proved';
      if (!isSure) return [];
      return transactions.flatMap((one) =>
        one.kind === 'payment' && !isReturned(one)
          ? [{ ...one, amountFils: one.receivedFils, payoutId, payoutAt }]
          : [],
      );
    });
    const cameBack = payouts.flatMap(({ payout: { id, state } }) =>
      state === 'came-back' && id !== null ? [id] : [],
    );
    if (paidOut.length === 0 && cameBack.length === 0) return;
    await linkPayouts.note({
      ...{ teamId, paidOut, cameBack, at: clock.now() },
      jobsOf: (sale) => buildLinkShows(sale, clock.now()),
    });
  };
