import {
  type AmountRole,
  isPlainFee,
  type Leaf,
  rankId,
  rankLeaves,
  readPath,
  type ServiceRecord,
  type Sort,
} from '../payment-service/index.ts';
import { readFils } from './read-amounts.ts';

/** Those of the record itself, the likeliest first; what it lists has its own. */
const listLeaves = (record: ServiceRecord, rankOf: (leaf: Leaf) => number | null): Leaf[] =>
  rankLeaves(record, (leaf) => (leaf.isInList ? null : rankOf(leaf)));

/** The first that parses. */
export const readFirst = <T>(
  record: ServiceRecord,
  rankOf: (leaf: Leaf) => number | null,
  parse: (leaf: Leaf) => T | null,
): T | null => {
  for (const leaf of listLeaves(record, rankOf)) {
    const value = parse(leaf);
    if (value !== null) return value;
  }
  return null;
};

/** Amounts of a customer or an order are not the payout's. */
const ABOUT = /^(own|payment|settlement|fee)$/;
export const MORE_THAN_LEVELS = 100;

/** For `readFirst`: amounts of these roles, the first role before the others, the outermost before nested ones. */
export const rankAmounts =
  (roles: readonly AmountRole[], about = ABOUT) =>
  ({ sort, role, subject, path }: Leaf): number | null => {
    const rank = sort === 'amount' && about.test(subject) ? roles.indexOf(role as AmountRole) : -1;
    return rank < 0 ? null : rank * MORE_THAN_LEVELS + path.length;
  };

export const parseId = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const id = String(value).trim();
  return id === '' || id.length > 80 ? null : id;
};

/** The record's ids of one sort, the likeliest first; those that may be of something else are `loose`. */
export const listIds = (record: ServiceRecord, sort: Sort, role?: 'loose' | null): string[] =>
  listLeaves(record, (leaf) =>
    leaf.sort === sort && (role === undefined || leaf.role === role) ? rankId(leaf) : null,
  ).flatMap(({ value }) => parseId(value) ?? []);

const listAmounts = (record: ServiceRecord, role: AmountRole): number[] =>
  listLeaves(record, rankAmounts([role])).flatMap((leaf) => readFils(leaf) ?? []);

/** Only the whole fee: several of their own kinds would have to be added up. */
const rankFee = (leaf: Leaf): number | null =>
  leaf.path.slice(isForm(leaf) ? -2 : -1).every(isPlainFee) ? rankAmounts(['fee'])(leaf) : null;

/** `amount` in `fee`. */
const isForm = ({ path }: Leaf): boolean => readPath(path.slice(-1)).role !== 'fee';

/**
 * What the service kept. The fee may or may not include its tax: adds the tax if that makes the record add up, and
 * otherwise returns only the fee.
 */
export const readFee = (
  record: ServiceRecord,
  { grossFils, netFils }: { grossFils: number | null; netFils: number | null },
): number | null => {
  const fees = listLeaves(record, rankFee)
    .flatMap((leaf) => readFils(leaf) ?? [])
    .map(Math.abs);
  const taxFils = Math.abs(listAmounts(record, 'tax')[0] ?? 0);
  const whole = fees
    .flatMap((fee) => [fee + taxFils, fee])
    .find((kept) => grossFils !== null && netFils !== null && grossFils - kept === netFils);
  return whole ?? fees[0] ?? null;
};

export const readNet = (record: ServiceRecord): number | null => listAmounts(record, 'net')[0] ?? null;

export const readGross = (record: ServiceRecord): number | null => listAmounts(record, 'gross')[0] ?? null;
