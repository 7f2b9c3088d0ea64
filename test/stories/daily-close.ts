import {
  buildDailyClose,
  buildDailyCloseLine,
  type DailyCloseShown,
} from '../../src/daily-close/daily-close-view.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, type Story } from './story.ts';
import { listSwitch } from './switch.ts';

const LISTED = {
  ...SUMS,
  byStatus: [{ status: 'SUCCESS', currency: 'AED', fils: 900_000, rows: 8 }],
  isList: true,
};
const FIGURES: DailyCloseShown['today'] = {
  issued: { count: 12, fils: 1_500_000 },
  paid: { count: 8, fils: 900_000 },
  transactions: LISTED,
  payouts: LISTED,
};
export const CLOSE: DailyCloseShown = {
  day: 'Sat 21 Nov 2026',
  hours: 'midnight to 21:00 (Dubai)',
  today: FIGURES,
  lastWeek: FIGURES,
  lastWeekDay: 'Sat 14 Nov 2026',
  between: { ...FIGURES, hours: 'Fri 20 Nov 2026, 21:00 to midnight' },
  late: { day: 'Fri 20 Nov 2026', received: [{ currency: 'AED', rows: 1, fils: 25_000 }] },
  open: { count: 4, fils: 500_000 },
  reported: {
    short: [{ reference: 'INV-7', cameFils: 25_050, askedFils: 125_050 }],
    mismatched: { count: 1, fils: 125_050 },
    refunded: { count: 1, fils: 5_000 },
    unconfirmed: { count: 1, fils: 125_050 },
  },
  comparison: {
    isComparable: true,
    differences: [
      { is: 'twice', reference: 'INV-8', count: 2 },
      { is: 'amount', reference: 'INV-9', hereFils: 10_000, thereFils: 11_000 },
      { is: 'state', reference: 'INV-10', here: 'open', finding: null, there: 'PAID' },
      { is: 'not-listed', reference: 'INV-11', fils: 10_000, here: 'paid' },
    ],
    outside: { count: 2, fils: 30_000, withoutAmount: 1 },
  },
  payouts: PAYOUT_VERDICTS.map(([, tied]) => tied),
  hasMoved: true,
  leftOut: '19 – 20 Nov 2026',
};

export const listDailyClose = (cast: Cast): Story[] => [
  message('daily close, first line', 'daily', buildDailyCloseLine, CLOSE.day),
  message('daily close', 'daily', buildDailyClose, CLOSE),
  ...listSwitch('daily-close', 'every day at 21:00 (Dubai)', cast),
];
