import { createHash } from 'node:crypto';
import type { LinkDetails } from './link.ts';
import { buildOrderColumns, type LinkOrder } from './link-order.ts';
import type { LinkRow } from './schema.ts';

export interface NewLink extends LinkOrder {
  id: string;
  invoiceId: string;
  invoiceIdIsOurs: boolean;
  /** SHA-256 in hex; the token itself is never stored. */
  callbackTokenHash: string;
  amountFils: number;
  details: LinkDetails;
  /** When another process may assume that the one creating the link died before the answer. */
  checkDueAt?: number | null;
  at: number;
}

/**
 * The row of a link the service does not know yet. `shopEmail`: the shop's own address, used for customers without
 * one; it does not identify the customer, so it gets no key.
 */
export const buildLinkRow = (link: NewLink, shopEmail: string | null): LinkRow => ({
  ...buildOrderColumns(link),
  id: link.id,
  owner_id: link.creatorId,
  invoice_id: link.invoiceId,
  invoice_id_is_ours: link.invoiceIdIsOurs ? 1 : 0,
  invoice_asked: null,
  invoice_key: link.invoiceId,
  callback_token_hash: link.callbackTokenHash,
  state: 'reserved',
  version: 1,
  amount_fils: link.amountFils,
  request: JSON.stringify(link.details),
  order_id: null,
  payout_id: null,
  witness_after: null,
  payout_at: null,
  address: null,
  answer: null,
  failure: null,
  card_channel_id: null,
  card_ts: null,
  card_thread_ts: null,
  card_refusal: null,
  qr_file_id: null,
  qr_state: null,
  qr_uploads: 0,
  qr_channel_id: null,
  qr_ts: null,
  email_key: buildCustomerEmailKey(link.details.Email, shopEmail),
  phone_key: phoneKey(link.details.Phone),
  customer: buildCustomerText(link.details, shopEmail),
  forgotten_at: null,
  payment: null,
  paid_twice_with: null,
  paid_at: null,
  check_due_at: link.checkDueAt ?? null,
  check_attempts: 0,
  awaited_since: null,
  batch_id: link.batchId ?? null,
  nudge_at: null,
  reminded_count: 0,
  reminded_at: null,
  reminded_in: null,
  created_at: link.at,
  updated_at: link.at,
});

function buildCustomerEmailKey(email: string, shopEmail: string | null): string | null {
  const key = emailKey(email);
  return shopEmail !== null && key === emailKey(shopEmail) ? null : key;
}

/** The column is in an index, and PostgreSQL takes no more than 2,700 bytes there. */
const LONGEST_CUSTOMER = 300;

/** ` sara khan 971501234567 sara@example.com `: every part of it begins and ends with a space. */
function buildCustomerText({ FullName, Phone, Email }: NewLink['details'], shopEmail: string | null): string {
  const isOwnEmail = buildCustomerEmailKey(Email, shopEmail) !== null;
  const parts = [FullName, Phone.replaceAll(/\D/g, ''), ...(isOwnEmail ? [Email] : [])];
  const text = parts.join(' ').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return ` ${text.slice(0, LONGEST_CUSTOMER)} `;
}

/** The same for a mailbox whatever case it was typed in. */
export function emailKey(email: string): string {
  return hash(email.trim().toLowerCase());
}

/** The same for a number whatever spacing was typed. Numbers that parse are already E.164. */
export function phoneKey(phone: string): string {
  return hash(phone.replace(/[^\d+]/g, ''));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
