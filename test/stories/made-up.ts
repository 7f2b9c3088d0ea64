import type { buildBatchCard } from '../../src/batches/batch-card-view.ts';
import type { ListedSale } from '../../src/links/card/link-line-view.ts';
import { inSale } from '../../src/links/sale/link-in-sale.ts';
import type { Batch, BatchRow } from '../../src/store/batch.ts';
import type { AskedLink } from '../../src/store/link.ts';
import type { LinkWithCard } from '../../src/store/link-card.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import type { Cast } from './story.ts';

export const ZONE = 'Asia/Dubai';

/** 21 November 2026, 14:30 in Dubai: the same in every rehearsal, so that two can be compared. */
export const NOW = Date.UTC(2026, 10, 21, 10, 30);
export const HOUR_MS = 3_600_000;

/** What a person typed must be shown as it is: none of these marks may be drawn as one, whoever rehearses. */
export const TYPED_MARKS = ['*Sara*', '✅ *Paid* ·', ':tada:', '_June_', '~Too~'] as const;

/** Reserved for examples: the domain and the number belong to nobody. */
const DETAILS = {
  FullName: '*Sara* Khan',
  Email: 'sara.khan@example.com',
  Phone: '+971500000123',
  notes: '✅ *Paid* · AED 250.00 :tada: <R&D>',
  expiryOn: '2026-12-21 14:30:00',
  Is_QR_needed: true,
  Is_invoice_generated: false,
};

export const makeUpLink = (
  { teamId, channelId, personId, qrFileId }: Pick<Cast, 'teamId' | 'channelId' | 'personId' | 'qrFileId'>,
  changes: Partial<LinkWithCard> = {},
): LinkWithCard => ({
  id: 'lnk_rehearsal',
  nonce: 'rehearsal',
  teamId,
  channelId,
  creatorId: personId,
  creatorName: 'rehearsal',
  ownerId: changes.creatorId ?? personId,
  ownerGoneAs: null,
  invoiceId: 'PL-261121-REHEARSAL2',
  invoiceIdIsOurs: true,
  invoiceIdAsked: null,
  saleId: changes.id ?? 'lnk_rehearsal',
  saleOrder: 1,
  threadTs: null,
  state: 'open',
  version: 2,
  amountFils: 125_050,
  expiresAt: NOW + 30 * 24 * HOUR_MS,
  details: DETAILS,
  orderId: '100234',
  address: 'https://pay.example.com/p/rehearsal',
  failure: null,
  approval: null,
  declineReason: null,
  card: null,
  qrFileId,
  qrUploads: 1,
  refundAsked: null,
  settled: null,
  reminded: null,
  payment: null,
  askedAt: NOW - HOUR_MS,
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

/** A link that waits for approval. */
export const makeUpApproval = (
  cast: Parameters<typeof makeUpLink>[0],
  { approval, ...changes }: Partial<AskedLink> = {},
): AskedLink => ({
  ...makeUpLink(cast, {
    ...{ state: 'asked', amountFils: 700_000, orderId: null, address: null, qrFileId: null, qrUploads: 0 },
    ...changes,
  }),
  approval: approval ?? {
    ...{ limitFils: 500_000, sumFils: null, typedId: null, shown: [], askedAt: NOW },
    ...{ decidedBy: null, decidedAt: null },
  },
});

const ROWS = 300;
export const BATCH_LIMIT_FILS = 500_000;

export const makeUpBatch = ({ teamId, channelId, personId }: Cast, changes: Partial<Batch>): Batch => ({
  id: 'bat_rehearsal',
  teamId,
  channelId,
  creatorId: personId,
  creatorName: 'rehearsal',
  fileName: 'parents <1> _June_ :tada:.xlsx',
  headings: ['Amount', 'Name'],
  columns: null,
  state: 'done',
  rows: ROWS,
  sumFils: ROWS * 125_050,
  limitFils: BATCH_LIMIT_FILS,
  trouble: null,
  runs: 1,
  decidedBy: null,
  erasedAt: null,
  sourceId: null,
  account: null,
  accountAsked: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...changes,
});

/** Every eighth row has an error, and some look like duplicates. */
export const makeUpRows = (cast: Cast): BatchRow[] =>
  Array.from({ length: ROWS }, (_, at): BatchRow => {
    const isFaulty = at % 8 === 7;
    return {
      batchId: 'bat_rehearsal',
      number: at + 2,
      state: 'new',
      nonce: `rehearsal:${at}`,
      tries: 0,
      cells: ['1250.50', 'Sara <Khan>'],
      request: isFaulty
        ? null
        : {
            ...makeUpLink(cast).details,
            invoiceAmount: 1250.5,
            isTermsAndConditionsAccepted: true,
            currency: 'AED',
          },
      amountFils: isFaulty ? null : 125_050,
      expiresAt: isFaulty ? null : NOW + HOUR_MS,
      faults: isFaulty
        ? [{ column: 'B', words: '“Sara <Khan>” has letters that the payment service does not take.' }]
        : [],
      twinOf: at % 16 === 3 ? at : null,
      shown: [],
    };
  });

/** A count in every state. */
const figure = (rows: number) => ({ rows, sumFils: rows * 125_050 });

export const BATCH_COUNTS: Parameters<typeof buildBatchCard>[1] = {
  ...{ toGo: figure(120), made: figure(170), paid: figure(90), stillToCome: figure(60), partly: figure(3) },
  ...{ expired: figure(10), toCheck: figure(2), anotherAmount: figure(1), refunded: figure(2) },
  ...{ disputed: figure(2), replaced: figure(0), checking: figure(4), held: figure(3), notMade: figure(6) },
  ...{ left: figure(20), missing: figure(61), unpaid: figure(73), open: figure(70), paidOut: figure(20) },
  payouts: ['7118', '<7117>', '7116', '7115', '7114'],
};

/** As a list shows a sale with this one link. */
export const listSale = (link: LinkWithCard): ListedSale => ({ ...link, ...inSale(link, []) });
