import {
  recordAmountFils,
  recordCurrency,
  recordInvoiceId,
  recordOrderId,
  recordState,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { MAIN_COLUMNS, type MainColumn } from './column-names.ts';
import { createParseTime, listedTimeNames } from './listed-time.ts';
import type { ReportKind } from './report-row.ts';
import type { Leaves, RowShape } from './row-leaves.ts';
import { parseListedAmount } from './row-money.ts';

/** For a shape: the places to read each main column from, likeliest first. */
export type Candidates = Record<MainColumn, readonly number[]>;

/** For a row: the place to read each main column from; -1 if it has none. */
export type Sources = Record<MainColumn, number>;

export interface RowSources {
  candidates(shape: RowShape): Candidates;
  /** For each main column, the first candidate whose value the column accepts. */
  find(leaves: Leaves): Sources;
}

/**
 * Whether the main column shows everything that its source holds. An instant cannot give back a date without
 * a time, or digits finer than a millisecond.
 */
export const tellsAll = (column: MainColumn, value: unknown): boolean =>
  column !== '@at' ||
  typeof value === 'number' ||
  (typeof value === 'string' && /^[^.]*\d\d:\d\d[^.]*$|^\d+$/.test(value));

/** A word or a number as text. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim() || null;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
};

const OWN_ID_NAMES: Record<ReportKind, readonly string[]> = {
  transactions: ['transactionId', 'txnId', 'transactionNumber', 'paymentId'],
  payouts: ['payoutId', 'payoutNumber', 'payoutReference', 'settlementId', 'batchId'],
  links: ['paymentLinkId', 'linkId', 'payLinkId'],
};
const SUBJECTS: Record<ReportKind, readonly string[]> = {
  transactions: ['transaction', 'payment'],
  payouts: ['payout', 'settlement'],
  links: ['paymentlink', 'link'],
};
/** How many fields of one row may be candidates for the same column. */
const MOST_CANDIDATES = 16;

/**
 * Finds the candidates once per shape. We ask the payment service's own readers which fields they would use,
 * so that both always read the same.
 */
export const createRowSources = (kind: ReportKind): RowSources => {
  const known = new WeakMap<RowShape, Candidates>();
  // The zone changes the instant, not whether a time is readable.
  const parseTime = createParseTime('UTC');
  const candidates = (shape: RowShape): Candidates => {
    const found = known.get(shape) ?? findCandidates(kind, shape);
    known.set(shape, found);
    return found;
  };
  const takes = (column: MainColumn, value: unknown): boolean => {
    if (value === null) return false;
    if (column === '@at') return parseTime(value) !== null;
    return column === '@amount' ? parseListedAmount(value) !== null : textOf(value) !== null;
  };
  return {
    candidates,
    find: ({ shape, values }) => {
      const found = candidates(shape);
      const pick = (column: MainColumn) => found[column].find((place) => takes(column, values[place])) ?? -1;
      return {
        '@at': pick('@at'),
        '@amount': pick('@amount'),
        '@currency': pick('@currency'),
        '@status': pick('@status'),
        '@reference': pick('@reference'),
        '@orderId': pick('@orderId'),
        '@id': pick('@id'),
      };
    },
  };
};

/** Main columns that this field could fill if it were the only one in its row. */
export const mainColumnsFor = (sources: RowSources, key: string, path: readonly string[]): MainColumn[] => {
  const found = sources.candidates({ keys: [key], paths: [path] });
  return MAIN_COLUMNS.filter((column) => found[column].length > 0);
};

function findCandidates(kind: ReportKind, shape: RowShape): Candidates {
  const orderIds = byAsking(shape, recordOrderId);
  const placesOf = (isWanted: (key: string) => boolean) =>
    shape.keys.flatMap((key, place) => (isWanted(key) ? [place] : []));
  return {
    '@at': byNames(shape, listedTimeNames(kind)),
    '@amount': byAsking(shape, recordAmountFils),
    '@currency': byAsking(shape, recordCurrency),
    '@status': byAsking(shape, recordState),
    '@reference': byAsking(shape, recordInvoiceId),
    '@orderId': orderIds,
    '@id': [
      ...byNames(shape, OWN_ID_NAMES[kind]),
      ...placesOf((key) => SUBJECTS[kind].some((subject) => key.endsWith(`.${subject}.id`))),
      // A bare `id` counts only on the record itself: its customer has one too.
      ...placesOf((key) => key === '.id'),
      ...(kind === 'links' ? orderIds : []),
    ],
  };
}

/**
 * Puts a different number into every field, and keeps removing the one that the reader returns until it finds none.
 */
function byAsking(shape: RowShape, read: (record: ServiceRecord) => string | number | null): number[] {
  const found: number[] = [];
  while (found.length < MOST_CANDIDATES) {
    const answer = read({ fields: buildProbe(shape, found) });
    if (answer === null) return found;
    // Amounts come back in fils.
    const place = (typeof answer === 'number' ? answer / 100 : Number(answer)) - 1;
    if (shape.paths[place] === undefined || found.includes(place)) return found;
    found.push(place);
  }
  return found;
}

interface Probe {
  fields: Record<string, unknown>;
  inner: Map<string, Probe>;
}

/** A record of that shape, without a prototype: a field may be called `__proto__`. */
function buildProbe({ paths }: RowShape, without: readonly number[]): Record<string, unknown> {
  const buildEmpty = (): Probe => ({ fields: Object.create(null), inner: new Map() });
  const root = buildEmpty();
  paths.forEach((path, place) => {
    let probe = root;
    for (const name of path.slice(0, -1)) {
      const inner = probe.inner.get(name) ?? buildEmpty();
      probe.inner.set(name, inner);
      probe.fields[name] = inner.fields;
      probe = inner;
    }
    probe.fields[path.at(-1) ?? ''] = without.includes(place) ? null : place + 1;
  });
  return root.fields;
}

/** In the order of the names; for the same name, the outermost first. */
function byNames({ keys, paths }: RowShape, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const ending = `.${name.toLowerCase()}`;
    return keys
      .flatMap((key, place) => (key.endsWith(ending) ? [place] : []))
      .sort((one, other) => (paths[one]?.length ?? 0) - (paths[other]?.length ?? 0));
  });
}
