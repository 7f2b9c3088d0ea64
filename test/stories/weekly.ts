import {
  buildWeeklyLine,
  buildWeeklySummary,
  type WeeklySummaryShown,
} from '../../src/daily-close/weekly-summary-view.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, type Story } from './story.ts';
import { listSwitch } from './switch.ts';

const NONE = { count: 0, fils: 0 };
const SOME = { count: 12, fils: 1_500_000 };
const LISTED = { ...SUMS, byStatus: [], isList: true };

export const listWeekly = (cast: Cast): Story[] => {
  const { channelId, personId } = cast;
  const summary: WeeklySummaryShown = {
    days: '9 – 15 Nov 2026',
    daysBefore: '2 – 8 Nov 2026',
    paid: {
      now: SOME,
      before: { count: 15, fils: 1_900_000 },
      nowByPlace: new Map([[channelId, SOME]]),
      beforeByPlace: new Map([
        [channelId, { count: 14, fils: 1_899_000 }],
        [personId, { count: 1, fils: 1_000 }],
      ]),
    },
    made: { now: SOME, before: SOME },
    received: { now: LISTED, before: LISTED },
    open: SOME,
    needs: {
      approvals: SOME,
      short: 1,
      mismatched: SOME,
      unconfirmed: SOME,
      unsettled: SOME,
      payouts: PAYOUT_VERDICTS.map(([, tied]) => tied),
    },
    hasMoved: true,
    missed: ['Mon 2 Nov 2026'],
  };
  const quiet: WeeklySummaryShown = {
    ...summary,
    paid: { now: NONE, before: NONE, nowByPlace: new Map(), beforeByPlace: new Map() },
    received: { now: null, before: null },
    needs: { approvals: NONE, short: 0, mismatched: NONE, unconfirmed: NONE, unsettled: NONE, payouts: null },
    hasMoved: false,
    missed: [],
  };
  return [
    message('weekly summary, first line', 'daily', buildWeeklyLine, summary.days),
    message('weekly summary', 'daily', buildWeeklySummary, summary),
    message('weekly summary, of nothing', 'daily', buildWeeklySummary, quiet),
    ...listSwitch('weekly-summary', 'every Monday at 09:00 (Dubai)', cast),
  ];
};
