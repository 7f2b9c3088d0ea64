import type { LinkRequest } from '../../src/payment-service/index.ts';

export const buildLinkRequest = (overrides: Partial<LinkRequest> = {}): LinkRequest => ({
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '+971501234567',
  invoiceAmount: 250.5,
  notes: 'June rent',
  isTermsAndConditionsAccepted: true,
  currency: 'AED',
  expiryOn: '2026-12-21 12:00:00',
  Is_QR_needed: true,
  Is_invoice_generated: false,
  Invoice_Id: 'INV-1',
  ...overrides,
});

export const RANGE = { fromDate: '2026-11-01 00:00:00', toDate: '2026-11-30 23:59:59' };
