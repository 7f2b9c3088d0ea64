const ID = /^[\w-]{1,30}$/;

/** What a report's button carries: the saved query and where its page begins. Never data. */
export interface ReportPointer {
  reportId: string;
  /** How many rows come before the page. */
  first: number;
}

/** `rpt_….40` */
export const writeReportPointer = ({ reportId, first }: ReportPointer): string => `${reportId}.${first}`;

/** Null if the text is not from a report's button. */
export const parseReportPointer = (value: string | null): ReportPointer | null => {
  const [reportId = '', first = '', ...more] = (value ?? '').split('.');
  const isWhole = ID.test(reportId) && /^\d{1,7}$/.test(first) && more.length === 0;
  return isWhole ? { reportId, first: Number(first) } : null;
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
