import { expect } from 'vitest';
import { reduceRecord } from '../../src/payment-service/index.ts';
import {
  type FoundRecord,
  type JudgedLink,
  judgeRecords,
  type LinkIdentity,
  type Verdict,
} from '../../src/payments/index.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import type { Fields } from '../fixtures/record-tables.ts';

export type { Fields };

export const SETTINGS = {
  words: WORDS,
  timeZone: 'Asia/Dubai',
};
/** A link for AED 250. */
export const ASKED: JudgedLink = {
  id: 'lnk_1',
  invoiceId: 'INV-7',
  orderId: '100234',
  address: 'https://pay.example.com/p/1',
  amountFils: 25_000,
  createdAt: Date.UTC(2026, 10, 1),
};
export const OURS = { orderId: '100234' };

const createFound =
  (kind: FoundRecord['kind'], via: FoundRecord['via'], ids: Fields = {}) =>
  (fields: Fields): FoundRecord => ({ kind, via, record: { fields: { ...ids, ...fields } } });
/** With our order id. */
export const row = createFound('transaction', 'listing', OURS);
export const rowById = createFound('transaction', 'id');
export const bareRow = createFound('transaction', 'listing');
/** With our order id. */
export const link = createFound('link', 'listing', OURS);
export const linkById = createFound('link', 'id');

export const judge = (
  found: FoundRecord[],
  rivals: LinkIdentity[] = [],
  asked: JudgedLink = ASKED,
): Verdict => judgeRecords(asked, found, SETTINGS, rivals);

/** What people read of a verdict. Of several records that brought no money, any may be the one that is shown. */
const read = (found: readonly FoundRecord[]) => {
  const { outcome, doubt, amountFils, refundedFils } = judge([...found]);
  return {
    outcome,
    doubt,
    refundedFils,
    amountFils: /paid|partly|mismatch/.test(outcome) ? amountFils : null,
  };
};

const turn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turn)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, inner]) => [name, turn(inner)] as const)
            .toReversed(),
        )
      : value;

/** The order of records and of their keys changes nothing, nor what is not kept of them. */
export const expectSteady = (found: readonly FoundRecord[]): void => {
  const verdict = read(found);
  const fieldsOf = (change: (fields: Fields) => Fields) =>
    found.map((one) => ({ ...one, record: { ...one.record, fields: change(one.record.fields) } }));
  expect(read(fieldsOf((fields) => turn(fields) as Fields)), 'with its keys turned').toEqual(verdict);
  expect(read(found.toReversed()), 'the other way round').toEqual(verdict);
  const kept = found.map((one) => ({ ...one, record: reduceRecord(one.record) }));
  expect(read(kept), 'as it is kept').toEqual(verdict);
};
