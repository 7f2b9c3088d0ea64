import { expect, test } from 'vitest';
import { readPath, type TimeRole } from '../../src/payment-service/index.ts';

test.each<[role: TimeRole, names: string]>([
  [
    'made',
    'createdAt created_on creationDate dateCreated created issuedAt generatedOn linkDate linkCreatedAt paymentLinkCreatedAt',
  ],
  ['dated', 'date dateTime timestamp time localTime at'],
  ['transaction', 'transactionDate transactionDateTime txnTime paymentDate trxDate'],
  ['paid', 'paidAt completedAt capturedOn processedAt paymentReceivedAt settledAt linkPaidAt'],
  ['updated', 'updatedAt lastModifiedOn'],
  ['refunded', 'refundedAt refundDate reversalDate'],
  ['payout', 'payoutDate settlementDate'],
  ['other', 'expiryDate expiresAt dueDate birthDate cancelledAt nextPaymentDate sentAt customerCreatedAt'],
])('a time of this role, by its name: %s: %s', (role, names) => {
  for (const name of names.split(' ')) expect(readPath([name]), name).toMatchObject({ sort: 'time', role });
});
