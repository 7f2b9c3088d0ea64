import {
  buildWeeklyNeeds,
  buildWeeklySummary,
  type WeeklySummaryShown,
} from '../../src/closes/weekly-summary-view.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, part, type Story } from './story.ts';
import { listSwitch } from './switch.ts';

const NOTHING = { text: '', blocks: [] };
const NONE = { count: 0, fils: 0 };
const SOME = { count: 12, fils: 1_500_000 };

export const listWeekly = (cast: Cast): Story[] => {
  const summary: WeeklySummaryShown = {
    days: '9 – 15 Nov 2026',
    daysBefore: '2 – 8 Nov 2026',
    paid: {
      now: SOME,
      before: { count: 15, fils: 1_900_000 },
    },
    made: { now: SOME, before: SOME },
    received: { now: SUMS, before: SUMS },
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
    paid: { now: NONE, before: NONE },
    received: { now: null, before: null },
    needs: { approvals: NONE, short: 0, mismatched: NONE, unconfirmed: NONE, unsettled: NONE, payouts: null },
    hasMoved: false,
    missed: [],
  };
  return [
    message('weekly summary', 'daily', buildWeeklySummary, summary),
    part(
      'weekly summary, what needs attention',
      'thread',
      buildWeeklyNeeds,
      buildWeeklyNeeds(summary) ?? NOTHING,
    ),
    message('weekly summary, of nothing', 'daily', buildWeeklySummary, quiet),
    ...listSwitch('weekly-summary', 'every Monday at 09:00 (Dubai)', cast),
  ];
};
