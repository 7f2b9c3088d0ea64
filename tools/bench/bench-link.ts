import type { NewLink } from '../../src/store/new-link.ts';

/** A link created without the form. The bench chooses its owner, channel and expiry. */
export const buildBenchLink = (
  own: Pick<
    NewLink,
    | 'id'
    | 'nonce'
    | 'teamId'
    | 'channelId'
    | 'creatorId'
    | 'creatorName'
    | 'invoiceId'
    | 'callbackTokenHash'
    | 'expiresAt'
    | 'at'
  >,
): NewLink => ({
  ...own,
  saleId: null,
  threadTs: null,
  invoiceIdIsOurs: true,
  amountFils: 25_000,
  details: {
    FullName: 'Omar Haddad',
    Email: 'omar@example.com',
    Phone: '+971501234567',
    notes: 'bench',
    expiryOn: '2030-01-01 00:00:00',
    Is_QR_needed: false,
    Is_invoice_generated: false,
  },
});
