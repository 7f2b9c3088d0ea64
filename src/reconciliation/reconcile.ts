import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchStore } from '../batches/batch-store.ts';
import type { ReconcileMonth } from '../exports/reconcile-month.ts';
import { leftFils } from '../figures/movements.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import type { LinkDays } from '../reports/link-day-store.ts';
import { buildBridge } from './bridge.ts';
import { listDifferences } from './list-differences.ts';
import { readOwnRecords, sumBack } from './month-links.ts';
import { buildMonthSheets, isForeign } from './month-sheets.ts';
import { paidOut, tieMonth } from './tie-month.ts';

/** Makes the workbook of a month: payouts, transactions, links, differences, batches. */
export const createReconcileMonth =
  (stores: {
    linkDays: Pick<LinkDays, 'pageOf' | 'named' | 'nameOf'>;
    batches: Pick<BatchStore, 'confirmedIn' | 'tally' | 'find'>;
  }): ReconcileMonth =>
  async (read) => {
    const { span, readTo } = read;
    const tied = await tieMonth(read);
    const own = await readOwnRecords(read, tied, stores);
    await nextTurn();
    const differences = listDifferences(tied, own, { span, until: readTo });
    const payouts = tied.payouts.filter(({ isOfMonth }) => isOfMonth);
    const verdicts = (verdict: TiedPayout['verdict']) =>
      payouts.filter((one) => one.verdict === verdict).length;
    const ofMonth = tied.transactions.filter(({ isOfMonth, where }) => isOfMonth && where.is !== 'none');
    const sum = (of: typeof ofMonth) => of.reduce((all, { transaction }) => all + leftFils(transaction), 0);
    const refunds = own.links.flatMap(({ monthRefunds }) => monthRefunds);
    const made = own.links.filter(({ isOfMonth, isMade }) => isOfMonth && isMade);
    const isUnreadable = ({ transaction }: (typeof ofMonth)[number]) => transaction.kind === 'unclear';
    const isWithoutNet = (one: (typeof payouts)[number]) =>
      one.payout.state !== 'came-back' && (paidOut(one)?.netFils ?? null) === null;
    return {
      sheets: buildMonthSheets(tied, own, differences, read.timeZone),
      figures: {
        payouts: payouts.length,
        paidOutFils: payouts.reduce((all, one) => all + (paidOut(one)?.netFils ?? 0), 0),
        withoutNet: payouts.filter(isWithoutNet).length,
        proved: verdicts('proved'),
        off: verdicts('off'),
        notProvable: verdicts('not-provable'),
        transactions: ofMonth.length,
        unreadable: ofMonth.filter(isUnreadable).length,
        foreign: ofMonth.filter((one) => isForeign(one, own.linkOf.get(one) ?? null)).length,
        receivedFils: sum(ofMonth),
        toComeFils: sum(ofMonth.filter(({ where }) => where.is === 'due' || where.is === 'came-back')),
        untoldFils: sum(ofMonth.filter(({ where }) => where.is === 'untold')),
        links: made.length,
        linksFils: made.reduce((all, { amountFils }) => all + amountFils, 0),
        linksReceivedFils: own.links.reduce((all, { monthPaidFils }) => all + (monthPaidFils ?? 0), 0),
        linksRefundedFils: sumBack(refunds, false),
        linksChargedBackFils: sumBack(refunds, true),
        unexplainedFils: buildBridge(tied).unexplainedFils,
        batches: own.batches.length,
        differences: differences.length,
      },
    };
  };
