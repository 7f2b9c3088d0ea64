/** The page sizes in the select; the first is the interface's own default. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** At most this many columns can differ from the usual ones: an option of a select takes 75 characters. */
export const MOST_TOGGLED = 12;

const ID = /^[\w-]{1,30}$/;
const MARK_LENGTH = 3;
const MARKS = new RegExp(`^(?:[\\w-]{${MARK_LENGTH}}){0,${MOST_TOGGLED}}$`);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What a report's button carries: the saved query and how to show it. Never data. */
export interface ReportPointer {
  reportId: string;
  /** Counted from 0, in pages of `size`. */
  page: number;
  size: number;
  /** Marks of columns that are switched: shown although they usually are not, or hidden although they usually are. */
  toggled: readonly string[];
}

/** `rpt_….2.20.aB3x_9`: at most 75 characters. */
export const writeReportPointer = ({ reportId, page, size, toggled }: ReportPointer): string =>
  [reportId, page, size, toggled.slice(0, MOST_TOGGLED).join('')].join('.');

/** Null if the text is not from a report's button. */
export const parseReportPointer = (value: string | null): ReportPointer | null => {
  const [reportId = '', page = '', size = '', marks = '', ...more] = (value ?? '').split('.');
  const isWhole = ID.test(reportId) && /^\d{1,6}$/.test(page) && /^\d{1,3}$/.test(size) && MARKS.test(marks);
  if (!isWhole || more.length > 0 || Number(size) < 1) return null;
  return { reportId, page: Number(page), size: Number(size), toggled: marks.match(/.{3}/g) ?? [] };
};

/** A column's name in three letters (18 bits of FNV-1a), because a button has little room. */
export const markColumn = (key: string): string => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return [12, 6, 0].map((shift) => LETTERS.charAt((hash >>> shift) & 63)).join('');
};
