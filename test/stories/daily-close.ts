import {
  buildDailyClose,
  buildDailyCloseLine,
  type DailyCloseShown,
} from '../../src/daily-close/daily-close-view.ts';
import {
  buildDailyEnded,
  buildDailyHelp,
  buildDailyOff,
  buildDailyOn,
  buildDailyRefused,
  buildDailySwitchedOff,
  buildDailySwitchedOn,
} from '../../src/daily-close/switch-view.ts';
import { HOUR_MS, NOW, ZONE } from './made-up.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, type Story } from './story.ts';

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

const HOURS = { hour: '21:00', timeZone: ZONE, isOfDayBefore: false };

export const listDailyClose = ({ channelId, personId }: Cast): Story[] => {
  return [
    message('daily close, first line', 'daily', buildDailyCloseLine, CLOSE.day),
    message('daily close', 'daily', buildDailyClose, CLOSE),
    message('daily close, switched on', 'channel', buildDailySwitchedOn, personId, HOURS),
    message('daily close, switched off', 'channel', buildDailySwitchedOff, personId),
    message('daily close, is on', 'channel', buildDailyOn, { ...HOURS, nextAt: NOW + HOUR_MS }),
    message('daily close, is off', 'channel', buildDailyOff, true),
    message('daily close, without the app', 'channel', buildDailyRefused, channelId, 'not_in_channel'),
    message('daily close, refused', 'channel', buildDailyRefused, channelId, 'restricted_action'),
    message('daily close, help', 'channel', buildDailyHelp, 'at nine <o’clock>'),
    message('daily close, ended', 'channel', buildDailyEnded, { channelId, code: 'is_archived' }),
  ];
};
