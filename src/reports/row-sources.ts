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

/** Of a shape, the places that each main column may be read from, likeliest first. */
export type Candidates = Record<MainColumn, readonly number[]>;

/** Of a row, the place that each main column is read from; -1 where it has none. */
export type Sources = Record<MainColumn, number>;

export interface RowSources {
  candidates(shape: RowShape): Candidates;
  /** The first candidate with a value that the column takes. */
  find(leaves: Leaves): Sources;
}

/**
 * Whether the main column tells all that its source does. A date alone, and digits finer than a millisecond, cannot
 * be read back from an instant.
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
/** Fields of one row that could be the same thing. */
const MOST_CANDIDATES = 16;

/**
 * Finds the candidates once for each shape. Which fields the payment service's own readers would take is found out
 * by asking them, so that both always read the same.
 */
export const createRowSources = (kind: ReportKind): RowSources => {
  const known = new WeakMap<RowShape, Candidates>();
  // The zone changes the instant, not whether a time can be read.
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

/** Main columns that a field of this shape of its own could be read for. */
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
      // A bare `id` counts on the record itself alone: its customer has one too.
      ...placesOf((key) => key === '.id'),
      ...(kind === 'links' ? orderIds : []),
    ],
  };
}

/** Gives every field a number of its own, and takes away the one that was read until none is. */
function byAsking(shape: RowShape, read: (record: ServiceRecord) => string | number | null): number[] {
  const found: number[] = [];
  while (found.length < MOST_CANDIDATES) {
    const answer = read({ fields: buildProbe(shape, found) });
    if (answer === null) return found;
    // An amount answers in fils.
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

/** In the order of the names, and of one name the outermost first. */
function byNames({ keys, paths }: RowShape, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const ending = `.${name.toLowerCase()}`;
    return keys
      .flatMap((key, place) => (key.endsWith(ending) ? [place] : []))
      .sort((one, other) => (paths[one]?.length ?? 0) - (paths[other]?.length ?? 0));
  });
}
