import { createHash } from 'node:crypto';
import type { ReportRow } from './report-row.ts';

/** Pages whose rows we remember one by one: a listing shifts only by the few rows that are added while it is read. */
const RECENT_PAGES = 32;

interface SeenRows {
  /** Whether an earlier page had the same rows in the same order. */
  hasPage(rows: readonly ReportRow[]): boolean;
  /** Remembers a page and returns its rows without those of earlier pages. */
  add(rows: readonly ReportRow[]): ReportRow[];
}

/**
 * Notices what a listing sends twice. A row is recognised by its id together with its state, amount and time,
 * so a refund under the payment's id is a row of its own. A row without an id is recognised only with its
 * whole page. Keeps a hash per page and the rows of the latest few.
 */
export const createSeenRows = (): SeenRows => {
  const pages = new Set<string>();
  const recent = new Set<string>();
  const keysByPage: string[][] = [];
  const known = new WeakMap<readonly ReportRow[], PageKeys>();
  const keysOf = (rows: readonly ReportRow[]): PageKeys => {
    const keys = known.get(rows) ?? buildKeys(rows);
    known.set(rows, keys);
    return keys;
  };
  return {
    hasPage: (rows) => pages.has(keysOf(rows).page),
    add: (rows) => {
      const keys = keysOf(rows);
      pages.add(keys.page);
      // Compares only with earlier pages: if one page holds a row twice, the service means it.
      const fresh = rows.filter((_, index) => !recent.has(keys.rows[index] ?? NO_KEY));
      const added = keys.rows.filter((key) => key !== NO_KEY && !recent.has(key));
      for (const key of added) recent.add(key);
      keysByPage.push(added);
      if (keysByPage.length > RECENT_PAGES) for (const key of keysByPage.shift() ?? []) recent.delete(key);
      return fresh;
    },
  };
};

/** The same rows in the same order give the same text. */
export const fingerprintOf = (rows: readonly ReportRow[]): string => buildKeys(rows).page;

interface PageKeys {
  rows: readonly string[];
  page: string;
}

const NO_KEY = '';

function buildKeys(rows: readonly ReportRow[]): PageKeys {
  const keys = rows.map(({ id, status, amountFils, at }) =>
    id === null ? NO_KEY : `${id}\n${status}\n${amountFils}\n${at}`,
  );
  const whole = keys.map((key, index) => (key === NO_KEY ? JSON.stringify(rows[index]?.fields) : key));
  return { rows: keys, page: createHash('sha1').update(JSON.stringify(whole)).digest('base64') };
}
