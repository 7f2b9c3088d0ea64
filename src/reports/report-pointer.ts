/** The page sizes in the select; the first is the interface's own default. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;

const LARGEST_SIZE = Math.max(...PAGE_SIZES);
const LARGEST_PAGE = 999_999;

/** At most this many columns can differ from the default: an option of a menu takes 75 characters. */
export const MOST_TOGGLED = 12;

const ID = /^[\w-]{1,30}$/;
const SIZE = /^(\d{1,6})(\??)$/;
const MARK_LENGTH = 3;
const MARKS = new RegExp(`^(?:[\\w-]{${MARK_LENGTH}}){0,${MOST_TOGGLED}}$`);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What a report's button carries: the saved query and the page to show. Never data. */
export interface ReportPointer {
  reportId: string;
  /** Counted from 0, in pages of `size`. */
  page: number;
  size: number;
  /** The service may cut its pages to another length: see `ReportPageRequest`. */
  isSizeDoubtful?: boolean;
  /** Marks of columns that differ from the default: shown instead of hidden, or hidden instead of shown. */
  toggled: readonly string[];
}

/** `rpt_….2.20.aB3x_9`, or with `20?` where the size is doubtful: at most 75 characters. */
export const writeReportPointer = ({
  reportId,
  page,
  size,
  isSizeDoubtful = false,
  toggled,
}: ReportPointer): string => {
  // The first page shows by itself how long pages are.
  const doubt = isSizeDoubtful && page > 0 ? '?' : '';
  return [reportId, page, `${size}${doubt}`, toggled.slice(0, MOST_TOGGLED).join('')].join('.');
};

/** Null if the text is not from a report's button. */
export const parseReportPointer = (value: string | null): ReportPointer | null => {
  const [reportId = '', page = '', written = '', marks = '', ...more] = (value ?? '').split('.');
  const [, size = '', doubt] = SIZE.exec(written) ?? [];
  const isWhole = ID.test(reportId) && /^\d{1,6}$/.test(page) && Number(size) > 0 && MARKS.test(marks);
  if (!isWhole || more.length > 0) return null;
  const place = { page: Number(page), size: Number(size) };
  if (place.page > LARGEST_PAGE || place.size > LARGEST_SIZE) return null;
  const isSizeDoubtful = place.page > 0 && doubt === '?';
  const toggled = marks.match(/.{3}/g) ?? [];
  return { reportId, ...place, ...(isSizeDoubtful ? { isSizeDoubtful } : {}), toggled };
};

/** A column's name in three letters (18 bits of FNV-1a), because a button has little room. */
export const markColumn = (key: string): string => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return [12, 6, 0].map((shift) => LETTERS.charAt((hash >>> shift) & 63)).join('');
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
