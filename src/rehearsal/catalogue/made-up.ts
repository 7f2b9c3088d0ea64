import type { Approval } from '../../store/approval.ts';
import type { Link } from '../../store/link.ts';
import type { LinkPayment } from '../../store/link-payment.ts';
import type { Cast } from './entry.ts';

export const ZONE = 'Asia/Dubai';

/** 21 November 2026, 14:30 in Dubai: the same in every rehearsal, so that two can be compared. */
export const NOW = Date.UTC(2026, 10, 21, 10, 30);
export const HOUR_MS = 3_600_000;

/** Nobody's: the domain and the number are kept free for examples. */
const DETAILS = {
  FullName: 'Sara Khan',
  Email: 'sara.khan@example.com',
  Phone: '+971500000123',
  notes: 'June rent <R&D>',
  expiryOn: '2026-12-21 14:30:00',
  Is_QR_needed: true,
  Is_invoice_generated: false,
};

export const makeUpLink = (
  { teamId, channelId, personId, qrFileId }: Pick<Cast, 'teamId' | 'channelId' | 'personId' | 'qrFileId'>,
  changes: Partial<Link> = {},
): Link => ({
  id: 'lnk_rehearsal',
  nonce: 'rehearsal',
  teamId,
  channelId,
  creatorId: personId,
  creatorName: 'rehearsal',
  ownerId: changes.creatorId ?? personId,
  invoiceId: 'PL-261121-REHEARSAL2',
  invoiceIdIsOurs: true,
  invoiceIdAsked: null,
  replacesLinkId: null,
  besideLinkId: null,
  threadTs: null,
  state: 'open',
  version: 2,
  amountFils: 125_050,
  expiresAt: NOW + 30 * 24 * HOUR_MS,
  details: DETAILS,
  orderId: '100234',
  address: 'https://pay.example.com/p/rehearsal',
  failure: null,
  card: null,
  cardRefusal: null,
  qrFileId,
  qrState: 'taken',
  qrMessage: null,
  reminded: null,
  payment: null,
  paidTwiceWith: null,
  checkDueAt: null,
  checkAttempts: 0,
  forgottenAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...changes,
});

export const makeUpPayment = (changes: Partial<LinkPayment> = {}): LinkPayment => ({
  finding: 'confirmed',
  noticedAt: NOW + 2 * 60_000,
  happenedAt: NOW + 60_000,
  seenIn: 'transaction',
  word: 'SUCCESS',
  amountFils: 125_050,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'TXN-1',
  doubt: null,
  ...changes,
});

export const makeUpApproval = (
  { teamId, channelId, personId }: Pick<Cast, 'teamId' | 'channelId' | 'personId'>,
  changes: Partial<Approval> = {},
): Approval => ({
  id: 'apr_rehearsal',
  nonce: 'rehearsal',
  teamId,
  channelId,
  creatorId: personId,
  creatorName: 'rehearsal',
  state: 'waiting',
  amountFils: 700_000,
  limitFils: 500_000,
  sumFils: null,
  expiresAt: NOW + 30 * 24 * HOUR_MS,
  details: DETAILS,
  request: { ...DETAILS },
  acknowledged: [],
  replacesLinkId: null,
  besideLinkId: null,
  threadTs: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
  linkId: null,
  card: null,
  cardRefusal: null,
  createdAt: NOW,
  ...changes,
});
