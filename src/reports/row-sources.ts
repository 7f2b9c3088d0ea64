import { type NamedField, rankRecordField } from '../payment-service/index.ts';
import { MAIN_COLUMNS, type MainColumn } from './column-names.ts';
import { createParseTime, listedTimeNames } from './listed-time.ts';
import type { ReportKind } from './report-row.ts';
import { type Leaves, type RowShape, shapeOf } from './row-leaves.ts';
import { parseListedAmount } from './row-money.ts';

/** For a shape: the places to read each main column from, likeliest first. */
type Candidates = Record<MainColumn, readonly number[]>;

/** For a row: the place to read each main column from; -1 if it has none. */
type Sources = Record<MainColumn, number>;

interface RowSources {
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

/** Finds the candidates once per shape. */
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
  const found = sources.candidates(shapeOf([key], [path]));
  return MAIN_COLUMNS.filter((column) => found[column].length > 0);
};

function findCandidates(kind: ReportKind, shape: RowShape): Candidates {
  const orderIds = byReader(shape, 'orderId');
  const placesOf = (isWanted: (key: string) => boolean) =>
    shape.keys.flatMap((key, place) => (isWanted(key) ? [place] : []));
  return {
    '@at': byNames(shape, listedTimeNames(kind)),
    '@amount': byReader(shape, 'amount'),
    '@currency': byReader(shape, 'currency'),
    '@status': byReader(shape, 'state'),
    '@reference': byReader(shape, 'invoiceId'),
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

/** In the order in which the payment service's own reader looks, so that both always read the same. */
function byReader({ paths }: RowShape, of: NamedField): number[] {
  return paths
    .flatMap((path, place) => {
      const rank = rankRecordField(of, path);
      return rank === null ? [] : [{ place, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_CANDIDATES)
    .map(({ place }) => place);
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
