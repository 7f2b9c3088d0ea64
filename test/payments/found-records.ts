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
