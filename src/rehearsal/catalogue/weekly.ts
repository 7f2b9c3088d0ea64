import {
  buildWeeklyEnded,
  buildWeeklyHelp,
  buildWeeklyOff,
  buildWeeklyOn,
  buildWeeklyRefused,
  buildWeeklySwitchedOff,
  buildWeeklySwitchedOn,
} from '../../daily-close/switch-view.ts';
import {
  buildWeeklyLine,
  buildWeeklySummary,
  type WeeklySummaryShown,
} from '../../daily-close/weekly-summary-view.ts';
import type { Builder, Cast, Entry, Place, Said } from './entry.ts';
import { HOUR_MS, NOW, ZONE } from './made-up.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';

const RHYTHM = 'every Monday at 09:00 (Dubai)';
const NONE = { count: 0, fils: 0 };
const SOME = { count: 12, fils: 1_500_000 };
const LISTED = { ...SUMS, byStatus: [], isList: true };

export const listWeekly = ({ channelId, personId }: Cast): Entry[] => {
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
  const said = (name: string, builder: Builder, message: Said, place: Place = 'channel'): Entry => ({
    name: `weekly summary${name}`,
    by: [builder],
    kind: 'message',
    place,
    message,
  });
  return [
    said(', first line', buildWeeklyLine, buildWeeklyLine(summary.days), 'daily'),
    said('', buildWeeklySummary, buildWeeklySummary(summary), 'daily'),
    said(', of nothing', buildWeeklySummary, buildWeeklySummary(quiet), 'daily'),
    said(', switched on', buildWeeklySwitchedOn, buildWeeklySwitchedOn(personId, RHYTHM)),
    said(', switched off', buildWeeklySwitchedOff, buildWeeklySwitchedOff(personId)),
    said(', is on', buildWeeklyOn, buildWeeklyOn({ rhythm: RHYTHM, nextAt: NOW + HOUR_MS, timeZone: ZONE })),
    said(', is off', buildWeeklyOff, buildWeeklyOff(true)),
    said(', without the app', buildWeeklyRefused, buildWeeklyRefused(channelId, 'not_in_channel')),
    said(', help', buildWeeklyHelp, buildWeeklyHelp('some <day>')),
    said(', ended', buildWeeklyEnded, buildWeeklyEnded({ channelId, code: 'is_archived' })),
  ];
};
