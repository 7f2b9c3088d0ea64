import type { SearchState } from '../store/search-store.ts';

/** What people say of how a link stands. Two words are read before one. */
const STATE_WORDS: Readonly<Record<string, SearchState>> = {
  unpaid: 'unpaid',
  'not paid': 'unpaid',
  'un-paid': 'unpaid',
  open: 'unpaid',
  waiting: 'unpaid',
  pending: 'unpaid',
  outstanding: 'unpaid',
  due: 'unpaid',
  'غير مدفوع': 'unpaid',
  paid: 'paid',
  مدفوع: 'paid',
  expired: 'expired',
  declined: 'declined',
  rejected: 'declined',
  refunded: 'refunded',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  failed: 'failed',
  'not made': 'failed',
  checking: 'checking',
  unknown: 'checking',
  reported: 'reported',
  unconfirmed: 'reported',
  partly: 'partly',
  'partly paid': 'partly',
  'partially paid': 'partly',
  'part paid': 'partly',
  partial: 'partly',
  mismatch: 'mismatch',
};

export const readState = (words: string): SearchState | null =>
  Object.hasOwn(STATE_WORDS, words) ? (STATE_WORDS[words] ?? null) : null;

/** People say these around what they look for. */
const NOISE = new Set(
  'a aed all an and any at by did dh dhs dirham dirhams for from have in link links me my name named of on or our payment payments please see show that the their this to was were who with'.split(
    ' ',
  ),
);

export const isNoise = (word: string): boolean => NOISE.has(word);
