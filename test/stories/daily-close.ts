import {
  buildClose,
  buildCloseDetails,
  buildDayFigures,
  buildDayWaiting,
  type CloseShown,
} from '../../src/closes/close-view.ts';
import { noFigures } from '../../src/figures/sale-figures.ts';
import { ZONE } from './made-up.ts';
import { PAYOUT_VERDICTS } from './payouts.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, type Story } from './story.ts';
import { listSwitch } from './switch.ts';

const at = (text: string) => Date.parse(`2026-11-${text}+04:00`);

export const TO_COME = { count: 4, fils: 500_000 };
export const REPORTED: NonNullable<CloseShown['reported']> = {
  short: [{ reference: 'INV-7', cameFils: 25_050, askedFils: 125_050 }],
  mismatched: { count: 1, fils: 125_050 },
  toRefund: { count: 1, fils: 4_500 },
  disputed: { count: 1, fils: 25_000 },
  unconfirmed: { count: 1, fils: 125_050 },
  backAsked: { count: 1, fils: 25_050 },
};

export const CLOSE: CloseShown = {
  span: { from: at('20T21:00'), to: at('21T20:59:59') },
  days: { from: at('21T00:00'), to: at('21T20:59:59') },
  money: {
    ...{ since: SUMS, ofDays: SUMS },
    late: [{ currency: 'AED', fils: 12_000, rows: 2 }],
    undone: [{ currency: 'AED', fils: 5_000, rows: 1 }],
  },
  sales: {
    ...noFigures(),
    made: { count: 12, fils: 1_500_000 },
    received: { count: 8, fils: 900_000 },
  },
  toCome: TO_COME,
  reported: REPORTED,
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
  payouts: { sums: SUMS, tied: PAYOUT_VERDICTS.map(([, tied]) => tied) },
  hasMoved: true,
  every: 'day',
  missed: { from: at('19T00:00'), to: at('20T20:59:59') },
  timeZone: ZONE,
};

/** A day that is over, of which a person asks. */
const DAY: CloseShown = {
  ...CLOSE,
  span: { from: at('20T00:00'), to: at('20T23:59:59') },
  days: { from: at('20T00:00'), to: at('20T23:59:59') },
  hasMoved: false,
  missed: null,
  toCome: null,
  reported: null,
};

/** Of a week, as it is posted again and again. */
const WEEK: CloseShown = {
  ...CLOSE,
  hasMoved: false,
  every: 'week',
  span: { from: at('16T00:00'), to: at('22T23:59:59') },
  days: { from: at('16T00:00'), to: at('22T23:59:59') },
  missed: { from: at('09T00:00'), to: at('15T23:59:59') },
};

/** The service could not be read. */
const UNREAD: CloseShown = { ...CLOSE, money: null, comparison: null, payouts: null };

export const listDailyClose = (cast: Cast): Story[] => [
  message('daily close', 'daily', buildClose, CLOSE),
  message('daily close, details', 'thread', buildCloseDetails, CLOSE),
  message('daily close, not read', 'daily', buildClose, UNREAD),
  message('daily close, not read, details', 'thread', buildCloseDetails, UNREAD),
  message('figures of a day', 'channel', buildDayFigures, DAY),
  message('figures of a day, being read', 'channel', buildDayWaiting, DAY.days, ZONE),
  message('weekly summary', 'daily', buildClose, WEEK),
  message('weekly summary, details', 'thread', buildCloseDetails, WEEK),
  ...listSwitch('day', 'every day at 21:00 (Dubai)', cast),
  ...listSwitch('week', 'every Monday at 09:00 (Dubai)', cast),
];
