import { groupFils } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { ReportKind } from './report-row.ts';

const KINDS: Record<ReportKind, { title: string; rows: string }> = {
  transactions: { title: 'Transactions', rows: 'transactions' },
  payouts: { title: 'Payouts', rows: 'payouts' },
  links: { title: 'Payment links', rows: 'payment links' },
};

export const titleOf = (kind: ReportKind): string => KINDS[kind].title;
export const rowsOf = (kind: ReportKind): string => KINDS[kind].rows;

/** What a report covers. `name`: what people call the dates, such as `last week`. */
export interface ReportSubject {
  kind: ReportKind;
  name: string | null;
  dates: string;
}

/** `Transactions of last week, 9 – 15 Nov 2026`. */
export const describeSubject = ({ kind, name, dates }: ReportSubject): string =>
  name === null ? `${titleOf(kind)}, ${dates}` : `${titleOf(kind)} of ${name}, ${dates}`;

/** The same in mrkdwn. */
export const formatSubject = ({ kind, name, dates }: ReportSubject): string =>
  `*${titleOf(kind)}*${name === null ? '' : ` of ${name}`} · *${escapeMrkdwn(dates)}*`;

/** Mrkdwn. */
export const formatMoney = (fils: number, currency: string): string =>
  `${escapeMrkdwn(cut(currency, 10))} ${groupFils(fils)}`;
