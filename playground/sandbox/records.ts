import type { LinkRequest } from '../../src/payment-service/link-request.ts';

/** `FAILED`: the last card was declined, and the link can still be paid. */
export type LinkStatus =
  | 'CREATED'
  | 'PAID'
  | 'FAILED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED';
type TransactionStatus = 'SUCCESS' | 'FAILED' | 'REFUNDED';

/** What a request asks for. Instants are epoch milliseconds everywhere in the sandbox, amounts integer fils. */
export interface LinkDraft {
  /** The body as it was accepted. */
  request: LinkRequest;
  amountFils: number;
  expiresAt: number;
  /** Null when none was sent, or an empty one. */
  invoiceId: string | null;
}

export interface SandboxLink extends Readonly<LinkDraft> {
  readonly orderId: string;
  /** The last segment of the pay page's address. */
  readonly token: string;
  readonly status: LinkStatus;
  readonly createdAt: number;
  readonly paidAt: number | null;
  /** Of the latest attempt to pay. */
  readonly transactionId: string | null;
}

export interface SandboxTransaction {
  readonly transactionId: string;
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly amountFils: number;
  /** AED, unless a payment was made to be odd. */
  readonly currency: string;
  /** Zero for a declined attempt and for a refund. */
  readonly feeFils: number;
  readonly cardBrand: string;
  readonly cardLastFour: string;
  /** Twelve digits, as a card network's retrieval reference. */
  readonly reference: string;
  readonly createdAt: number;
}

export interface SandboxPayout {
  readonly payoutId: string;
  readonly createdAt: number;
  readonly orderIds: readonly string[];
  /** Refunds among them: they are taken off. */
  readonly transactionIds: readonly string[];
  readonly firstTransactionAt: number;
  readonly lastTransactionAt: number;
  readonly grossFils: number;
  readonly feeFils: number;
  readonly netFils: number;
  readonly bankReference: string;
}

/** The merchant everything here belongs to. Invented, and meant to look it. */
export const BUSINESS = {
  businessId: 'SANDBOX-BUSINESS-1',
  businessName: 'Saffron Dune Trading (Sandbox)',
  tradeLicenseNumber: 'SANDBOX-000000',
  businessType: 'LLC',
  status: 'ACTIVE',
  email: 'accounts@saffron-dune.example',
  phone: '+971400000000',
  address: 'Office 12, Sample Tower, Example Street',
  city: 'Dubai',
  country: 'United Arab Emirates',
  currency: 'AED',
} as const;
