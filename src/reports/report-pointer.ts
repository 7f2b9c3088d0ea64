import { parseReportKind } from '../figures/listed-row.ts';
import type { ReportQuery } from '../listings/report-row.ts';

/** What a report's button carries: what to read, and where its page begins. Never data. */
export interface ReportPointer extends ReportQuery {
  /** How many rows come before the page. */
  first: number;
}

/** `payouts.mi7x2k00.mi9bhiy7.40` */
export const writeReportPointer = ({ kind, span: { from, to }, first }: ReportPointer): string =>
  `${kind}.${from.toString(36)}.${to.toString(36)}.${first}`;

/** Null if the text is not from a report's button. */
export const parseReportPointer = (value: string | null): ReportPointer | null => {
  const [, word = '', from = '', to = '', first = ''] =
    /^([a-z]+)\.(0|-?[1-9a-z][0-9a-z]{0,9})\.(0|-?[1-9a-z][0-9a-z]{0,9})\.(\d{1,7})$/.exec(value ?? '') ?? [];
  const kind = parseReportKind(word);
  if (kind === null) return null;
  const span = { from: Number.parseInt(from, 36), to: Number.parseInt(to, 36) };
  return { kind, span, first: Number(first) };
};

/** What a payout's button carries. */
export interface PayoutPointer {
  /** The page of its transactions, counted from 0. */
  page: number;
  /** When it was made. */
  at: number;
  id: string;
}

/** An option of a menu takes 75 characters. */
const LONGEST_ID = 50;

/** `0.mi7x2k00.7118`; null without an id or a time, or if the id is too long. */
export const writePayoutPointer = (
  payout: { at: number | null; id: string | null },
  page = 0,
): string | null =>
  payout.id === null || payout.at === null || payout.id.length > LONGEST_ID
    ? null
    : `${page}.${payout.at.toString(36)}.${payout.id}`;

/** Null if the text is not from a payout's button. */
export const parsePayoutPointer = (value: string | null): PayoutPointer | null => {
  const [, page = '', at = '', id = ''] = /^(\d{1,4})\.([0-9a-z]{1,9})\.(.{1,50})$/su.exec(value ?? '') ?? [];
  return id === '' ? null : { page: Number(page), at: Number.parseInt(at, 36), id };
};
