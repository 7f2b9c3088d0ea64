import { createHash } from 'node:crypto';
import {
  type DateRange,
  halvesFor,
  NotFoundError,
  type PaymentServiceClient,
  type ServiceRecord,
} from '../../payment-service/index.ts';

/** The page size we ask for. The service may give fewer rows; it does not state its largest size. */
const PAGE_SIZE = 100;

const PAST_THE_END = { records: [], hasList: true, total: null };
const NO_LIST = { records: [], hasList: false, total: null };

/**
 * How the reading of a listing ended.
 * - `end`: with its last record.
 * - `not-a-list`: an answer held no list.
 * - `page-repeated`: a page came twice, as from a service that ignores `page`; the rest cannot be read.
 * - `too-few`: the pages ended with fewer records than the service had counted.
 * - `budget`: reading on would take more requests than are allowed at once.
 */
export type PagesEnd = 'end' | 'not-a-list' | 'page-repeated' | 'too-few' | 'budget';

/** How many more requests may be made; each caller counts it down. */
export interface RequestBudget {
  left: number;
}

interface Reading {
  budget: RequestBudget;
  /** Takes the records of a page. */
  take: (records: ServiceRecord[]) => Promise<unknown>;
}

/**
 * Reads a listing page by page until an empty page. A total never ends the reading: it may count only the page, or be out
 * of date. The first total shows whether records are missing; later ones include records made meanwhile. A range that is
 * too large is read in halves, and ends only as its less complete half does.
 */
export const readPages = (
  list: PaymentServiceClient['listLinks'],
  range: DateRange,
  { budget, take }: Reading,
): Promise<PagesEnd> => {
  /** The range in which a record came first, by its digest: another range does not bring it again. */
  const taken = new Map<string, DateRange>();
  const readRange = async (part: DateRange, isHalf: boolean): Promise<PagesEnd> => {
    const takeOnce = (records: readonly ServiceRecord[], names: readonly string[]) => {
      for (const name of names) if (!taken.has(name)) taken.set(name, part);
      return take(records.filter((_, at) => taken.get(names[at] ?? '') === part));
    };
    try {
      return await readPart(list, part, { budget, take: takeOnce, isHalf });
    } catch (error) {
      const halves = halvesFor(error, part);
      if (halves === null) throw error;
      let worst: PagesEnd = 'end';
      for (const half of halves) {
        const end = await readRange(half, true);
        if (worst === 'end') worst = end;
      }
      return worst;
    }
  };
  return readRange(range, false);
};

/** `take` gets a digest of each record. */
const readPart = async (
  list: PaymentServiceClient['listLinks'],
  range: DateRange,
  {
    budget,
    take,
    isHalf,
  }: {
    budget: RequestBudget;
    take: (records: readonly ServiceRecord[], names: readonly string[]) => Promise<unknown>;
    isHalf: boolean;
  },
): Promise<PagesEnd> => {
  const pages = new Set<string>();
  const seen = new Set<string>();
  let rows = 0;
  let counted: number | null = null;
  for (let page = 0; ; page += 1) {
    if (budget.left <= 0) return 'budget';
    budget.left -= 1;
    const { records, hasList, total } = await list(range, { page, size: PAGE_SIZE }).catch(
      (error: unknown) => {
        // The page after the last one may be a 404. When the service gave no count, the 404 may come from a
        // broken gateway.
        if (error instanceof NotFoundError && counted !== null && rows >= counted) return PAST_THE_END;
        // A half may have no records; that the service knows the path is known. It proves nothing.
        if (error instanceof NotFoundError && isHalf && page === 0) return NO_LIST;
        throw error;
      },
    );
    const digests = records.map(digest);
    const content = digests.join();
    if (records.length > 0 && pages.has(content)) {
      // It ignores `page`, and its first page was all that it had counted. A full page may be what it counts.
      const isAll = page === 1 && counted !== null && rows >= counted && records.length !== PAGE_SIZE;
      return isAll ? 'end' : 'page-repeated';
    }
    pages.add(content);
    await take(records, digests);
    if (!hasList) return 'not-a-list';
    if (page === 0) counted = total;
    if (records.length === 0) return rows < (counted ?? 0) ? 'too-few' : 'end';
    // A record that moved here from an earlier page counts once; another record is missing in its place.
    rows += digests.filter((one) => !seen.has(one)).length;
    for (const one of digests) seen.add(one);
  }
};

const digest = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('base64');
