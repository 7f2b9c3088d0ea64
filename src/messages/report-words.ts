import type { SavedReport } from '../store/report-store.ts';
import { countRows, groupNumber } from './count-rows.ts';
import { groupFils } from './money-and-time.ts';
import { cut, escapeMrkdwn } from './text.ts';

export type ReportKind = SavedReport['kind'];

const KINDS: Record<ReportKind, { title: string; rows: string }> = {
  transactions: { title: 'Transactions', rows: 'transactions' },
  payouts: { title: 'Payouts', rows: 'payouts' },
  links: { title: 'Payment links', rows: 'payment links' },
};

export const titleOf = (kind: ReportKind): string => KINDS[kind].title;
export const rowsOf = (kind: ReportKind): string => KINDS[kind].rows;

/** What a report is of. `dates` is the range as read; `name` is its name, such as `last week`, if it has one. */
export interface ReportSubject {
  kind: ReportKind;
  name: string | null;
  dates: string;
}

/** `Transactions of last week, 9 – 15 Nov 2026`. */
export const describeSubject = ({ kind, name, dates }: ReportSubject): string =>
  name === null ? `${titleOf(kind)}, ${dates}` : `${titleOf(kind)} of ${name}, ${dates}`;

/** The same with its parts told apart. Mrkdwn. */
export const formatSubject = ({ kind, name, dates }: ReportSubject): string =>
  `*${titleOf(kind)}*${name === null ? '' : ` of ${name}`} · *${escapeMrkdwn(dates)}*`;

/** Exact sums over rows that were read, and over no others. */
export interface ReportSums {
  rows: number;
  byCurrency: readonly { currency: string | null; fils: number; rows: number }[];
  byStatus: readonly { status: string | null; currency: string | null; fils: number; rows: number }[];
  /** Rows that carry no amount that can be read exactly. */
  withoutAmount: number;
}

const MOST_SUMS = 6;

/** `AED 1,250.00 in 8 rows`, then a part for each status. Mrkdwn; empty where no row carries an amount. */
export const describeSums = (sums: ReportSums): string[] => {
  const whole = sums.byCurrency.map(({ currency, fils }) => formatMoney(fils, currency));
  const parts = sums.byStatus.map(
    ({ status, currency, fils, rows }) =>
      `${status === null ? '_no status_' : escapeMrkdwn(cut(status, 30))} ${formatMoney(fils, currency)} (${groupNumber(rows)})`,
  );
  return [
    ...(whole.length > 0 ? [`*${shorten(whole).join(' + ')}*`] : []),
    ...(parts.length > 0 ? [shorten(parts).join(' · ')] : []),
    ...(sums.withoutAmount > 0 && sums.rows > 0
      ? [`${countRows(sums.withoutAmount)} without a readable amount: not in the sums.`]
      : []),
  ];
};

/** The interface knows one currency: where a row names none, it is that one. Mrkdwn. */
export const formatMoney = (fils: number, currency: string | null): string =>
  `${currency === null ? 'AED' : escapeMrkdwn(cut(currency, 10))} ${groupFils(fils)}`;

function shorten(parts: string[]): string[] {
  const rest = parts.length - MOST_SUMS;
  return rest > 0 ? [...parts.slice(0, MOST_SUMS), `and ${rest} more`] : parts;
}
