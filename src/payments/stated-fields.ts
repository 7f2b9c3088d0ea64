import {
  type AmountRole,
  isKnownName,
  isPlainFee,
  type NamesSay,
  type RankOf,
  rankAt,
  rankLeaves,
  readLeaves,
  readPath,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { readFils } from './read-amounts.ts';

/** Amounts of a customer or an order are not the payout's. */
const ABOUT = /^(own|payment|settlement|fee)$/;

/** Amounts of these roles, the first role before the others. What the record lists has its own. */
export const rankAmounts =
  (roles: readonly AmountRole[], about = ABOUT): RankOf =>
  ({ sort, role, subject, path, isInList }) =>
    sort === 'amount' && about.test(subject) && !isInList
      ? rankAt(roles.indexOf(role as AmountRole), path.length)
      : null;

const listAmounts = (record: ServiceRecord, role: AmountRole): number[] =>
  rankLeaves(record, rankAmounts([role])).flatMap((leaf) => readFils(leaf) ?? []);

/** Only the whole fee: several of their own kinds would have to be added up. */
const rankFee: RankOf = (says) =>
  says.path.slice(isForm(says) ? -2 : -1).every(isPlainFee) ? rankAmounts(['fee'])(says) : null;

/** `amount` in `fee`. */
const isForm = ({ path }: NamesSay): boolean => readPath(path.slice(-1)).role !== 'fee';

/**
 * What the service kept. The fee may or may not include its tax: adds the tax if that makes the record add up, and
 * otherwise returns only the fee.
 */
export const readFee = (
  record: ServiceRecord,
  { grossFils, netFils }: { grossFils: number | null; netFils: number | null },
): number | null => {
  const fees = rankLeaves(record, rankFee)
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

/** `243.75`, `AED 243.75`: a whole number may be an id or a count. */
const IS_MONEY = /^\s*(aed\s*)?-?\d[\d,]*\.\d{1,2}(\s*aed)?\s*$/i;

const IS_TIME = /^\s*(\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})/;
const IS_ID = /^\s*(?=.*\d)[\w/-]{4,}\s*$/;

const MISSING = { money: IS_MONEY, time: IS_TIME, id: IS_ID } as const;
type Missing = keyof typeof MISSING;

/** The columns whose names nobody knows and that may hold what is missing. */
export const listUnknownColumns = (
  record: ServiceRecord,
  missing: readonly Missing[] = ['money'],
): string[] => [
  ...new Set(
    readLeaves(record).flatMap(({ sort, role, path, value, isInList }) => {
      const isUnknown =
        (sort === 'amount' && role === 'unknown') ||
        ((sort === 'other' || sort === 'time') && !isKnownName(path.at(-1) ?? ''));
      const mayBe = missing.some((what) => MISSING[what].test(String(value)));
      return isUnknown && !isInList && mayBe ? [path.join('.')] : [];
    }),
  ),
];
