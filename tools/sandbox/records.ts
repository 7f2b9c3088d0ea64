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

/** A requested link. In the sandbox, times are epoch milliseconds and amounts integer fils. */
export interface LinkDraft {
  /** The accepted body. */
  request: LinkRequest;
  amountFils: number;
  expiresAt: number;
  /** Null: none, or an empty one. */
  invoiceId: string | null;
}

export interface SandboxLink extends Readonly<LinkDraft> {
  readonly orderId: string;
  /** The last segment of the pay page's address. */
  readonly token: string;
  readonly status: LinkStatus;
  readonly createdAt: number;
  readonly paidAt: number | null;
  /** Of the latest payment attempt. */
  readonly transactionId: string | null;
}

export interface SandboxTransaction {
  readonly transactionId: string;
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly amountFils: number;
  /** AED, except in payments that a test makes unusual. */
  readonly currency: string;
  /** Zero for declined attempts and refunds. */
  readonly feeFils: number;
  readonly cardBrand: string;
  readonly cardLastFour: string;
  /** Twelve digits, like a card network's retrieval reference. */
  readonly reference: string;
  readonly createdAt: number;
}

export interface SandboxPayout {
  readonly payoutId: string;
  readonly createdAt: number;
  readonly orderIds: readonly string[];
  /** Includes refunds, which are subtracted. */
  readonly transactionIds: readonly string[];
  readonly firstTransactionAt: number;
  readonly lastTransactionAt: number;
  readonly grossFils: number;
  readonly feeFils: number;
  readonly netFils: number;
  readonly bankReference: string;
}

/** The merchant. Obviously invented. */
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
