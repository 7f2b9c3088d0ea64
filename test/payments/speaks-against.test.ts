import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FoundRecord, judgeRecords } from '../../src/payments/index.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { type Makers, readRecordTable, readRows } from '../fixtures/record-tables.ts';
import {
  ASKED,
  expectSteady,
  type Fields,
  judge,
  link,
  linkById,
  row,
  rowById,
  SETTINGS,
} from './found-records.ts';
import { PAYMENTS } from './public-shapes.ts';

const sale = (fields: Fields = {}) => row({ status: 'SUCCESS', amount: 250, transactionId: 'T1', ...fields });
const MAKERS: Makers<FoundRecord> = { sale, row, link, rowById, linkById };

/** `unclear: word`, `paid, 50 back`. */
const shown = (records: FoundRecord[]): string => {
  const { outcome, doubt, refundedFils } = judge(records);
  const back = refundedFils === null ? ', some back' : refundedFils > 0 ? `, ${refundedFils / 100} back` : '';
  return `${outcome}${doubt === null ? '' : `: ${doubt}`}${back}`;
};

/** Names that a service may give what it says of a payment, of which the interface shows none. */
const NAMES = readRows(`
  gatewayResponse | gateway_message | issuerResponse | issuerMessage | acquirerMessage | acquirerResponse | processorResponse
  processor_message | bankResponse | bankMessage | authResponse | authCode | approvalCode | approval | authorisation
  responseText | responseMessage | respMsg | resultMessage | result_text | resultReason | statusReason | statusMessage
  failureReason | declineReason | declineText | errorText | rejectReason | cancellationReason | outcomeReason
  stage | phase | step | progress | flow | situation | condition | disposition | resolution | decision | verdict | finding
  lifecycle | health | standing | position | mark | grade | info | extra | extended | additional
  tranInfo | txnInfo | paymentInfo | paymentPhase | paymentStage | paymentFlow | paymentStep | transactionPhase
  transactionStage | txnStage | chargeStage | captureStage | capturePhase | salePhase | rrn | stan | arn
  value | code | detail | finalWord | lastWord | currentPhase | newPhase | toPhase | next | is | answer | reply | reaction
`).flat();

describe('a value that says no, whatever its name', () => {
  test.each(NAMES)('%s', (name) => {
    for (const no of ['DECLINED', 'Payment failed', 'PENDING', 'Refunded', 'chargeback'])
      expect(judge([sale({ [name]: no })]).outcome, no).not.toBe('paid');
    expect(judge([link({ status: 'PAID', amount: 250, [name]: 'DECLINED' })]).outcome).not.toBe('paid');
  });

  test.each([
    ...[
      'description',
      'notes',
      'purpose',
      'remarks',
      'comment',
      'Address',
      'customer.name',
      'metadata.stage',
    ],
  ])('but what people write says nothing: %s', (path) => {
    const [outer = '', inner] = path.split('.');
    const value = inner === undefined ? 'Declined' : { [inner]: 'Declined' };
    expect(shown([sale({ [outer]: value })])).toBe('paid');
  });
});

const TABLE = `
paid
  a bank's approval in the words of a hold | sale gatewayMessage Authorised
  a word that says yes                     | sale stage COMPLETED
  a flag that says so                      | sale paidFlag Y, testFlag N, livemode true
  a time that is not there                 | sale refundedAt 0, failedAt "0000-00-00 00:00:00", voidedOn 1970-01-01, declinedAt N/A
  a time of waiting                        | sale pendingAt "2026-11-21 10:00:00"
  times of how it went                     | sale authorizedAt "2026-11-21 10:00:00", paidAt "2026-11-21 10:01:00"
  what may be done                         | sale isRefundable true, refundDeadline "2026-12-21 10:00:00"
  counts                                   | sale failedAttempts 1, failed_count 1
  its past, which ended well | sale statusHistory [{"status":"PENDING"},{"status":"DECLINED"},{"status":"SUCCESS"}]
  its past, the newest first | sale events [{"state":"CAPTURED"},{"state":"PENDING"}]
  its past by its times
    | sale log [{"status":"CAPTURED","at":"2026-11-21 10:05:00"},{"status":"FAILED","at":"2026-11-21 10:00:00"}]
  what became of a message | sale webhookLog [{"status":"FAILED"}]
  a capture that names its hold
    | row id A1, type AUTHORIZATION, status SUCCESS, amount 250 + row id C1, parentId A1, status SUCCESS, amount 250
  a row that names itself | row id T1, originalTransactionId T1, status SUCCESS, amount 250
  a row that names another, and is a capture | row id C1, parentId A1, type CAPTURE, status SUCCESS, amount 250
unclear: test
  a test payment by livemode | sale livemode false
  by isTest                  | sale isTest true
  by its mode                | sale mode test
  by a sandbox               | sale sandbox true
  by its environment         | sale environment SANDBOX
unclear: word
  a test, and a word that nobody knows | sale livemode false, quux ZORK
  a word that nobody knows, under a name that nobody knows | sale quux ZORK
  a sentence of the gateway that nobody knows | sale responseMessage "held for the officer"
unclear: state
  a flag with a word beside it    | sale paidFlag "N"
  a flag that something failed    | sale failedFlag yes
  a stage of a hold               | sale stage AUTHORISED
  a time at which it failed       | sale failedAt "2026-11-21 10:00:00"
  a time at which it was declined | sale declined_on 2026-11-21
  a time at which it was rejected | sale rejectionDate null, rejectedDate 1795255200
  a text that says no | sale statusText Declined
  its past, by its times
    | sale events [{"status":"DECLINED","at":"2026-11-21 10:05:00"},{"status":"SUCCESS","at":"2026-11-21 10:00:00"}]
  its past, at whichever end it ends | sale statusHistory [{"status":"PENDING"},{"status":"SUCCESS"},{"status":"CANCELLED"}]
  a second row that names the first and says nothing of itself
    | row id p1, status SUCCESS, amount 125 + row id r1, originalTransactionId p1, status SUCCESS, amount 125
  the same, with what it is in words
    | row id p1, status SUCCESS, amount 125
    + row id r1, originalTransactionId p1, status SUCCESS, amount 125, category "Refund of p1", narration "Refund of p1"
unclear: amount
  a hundred times what was due | sale amount 25000
refunded, 250 back
  a time at which it was refunded | sale refundedAt "2026-11-21 10:00:00", refundId R1
  a refund in its past | sale events [{"type":"REFUND","status":"SUCCESS"}]
disputed, some back
  a dispute in its past | sale events [{"type":"CHARGEBACK"}]
  disputed by a flag    | sale disputed "true"
  charged back by its state | sale paymentStatus CHARGED_BACK
  a link that is disputed | link status PAID, amount 250, disputed true
disputed, 250 back
  disputed by its state | sale disputeStatus OPEN
  a dispute that was lost, by its state | sale disputed true, disputeStatus LOST
  a chargeback that is open
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status OPEN
  a chargeback under review
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status UNDER_REVIEW
  a chargeback with its fee
    | row id p1, status SUCCESS, amount 250
    + row id c1, type CHARGEBACK, parentId p1, amount -250, fee 50, status SUCCESS
  a chargeback that was lost
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status LOST
  a chargeback, and the reversal of one that waits
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status SUCCESS
    + row id w1, type CHARGEBACK_REVERSAL, parentId c1, amount 250, status PENDING
  the row of a dispute, and a payment that says so, too
    | row id p1, status SUCCESS, disputed true, amount 250
    + row id d1, object dispute, paymentId p1, amount 250, status under_review
disputed, 100 back
  a part that is disputed
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 100, status OPEN
refunded, 250 back
  a void | row id p1, status SUCCESS, amount 250 + row id v1, type VOID, parentId p1, amount 250, status SUCCESS
  a refund, and the reversal of a chargeback that nobody showed
    | row id p1, status SUCCESS, amount 250 + row id r1, type REFUND, parentId p1, amount 250, status SUCCESS
    + row id w1, type CHARGEBACK_REVERSAL, parentId c1, amount 250, status SUCCESS
paid
  a chargeback that was declined
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status DECLINED
  a chargeback that was won
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status WON
  a chargeback that was reversed
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status REVERSED
  the reversal of a chargeback
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status SUCCESS
    + row id w1, type CHARGEBACK_REVERSAL, parentId c1, amount 250, status SUCCESS
  a reversal that names the chargeback
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 250, status SUCCESS
    + row id w1, type REVERSAL, parentId c1, amount 250, status SUCCESS
  a refund that was reversed
    | row id p1, status SUCCESS, amount 250 + row id r1, type REFUND, parentId p1, amount 250, status SUCCESS
    + row id w1, type REFUND_REVERSAL, parentId r1, amount 250, status SUCCESS
  a dispute that was won, by its state | sale disputed true, disputeStatus WON
  the same with its amount | sale disputed true, dispute.amount 250, dispute.status won
  the reversal of a chargeback that is not listed, and a payment that is still marked
    | row id p1, status SUCCESS, disputed true, amount 250
    + row id w1, type CHARGEBACK_REVERSAL, parentId p1, amount 250, status SUCCESS
  the row of a dispute that was won, and a payment that is still marked
    | row id p1, status SUCCESS, disputed true, amount 250
    + row id d1, object dispute, paymentId p1, amount 250, status won
paid, 150 back
  a chargeback of which a part came again
    | row id p1, status SUCCESS, amount 250 + row id c1, type CHARGEBACK, parentId p1, amount 200, status SUCCESS
    + row id w1, type CHARGEBACK_REVERSAL, parentId c1, amount 50, status SUCCESS
unclear: word
  a payment that says only that a dispute was won | sale outcome WON
paid, 100 back
  its refund of a part
    | row id p1, status SUCCESS, amount 250 + row id r1, type REFUND, paymentId p1, amount -100, status SUCCESS
  a refund that names its payment by its sign alone
    | row id p1, status SUCCESS, amount 250 + row id r1, parentId p1, amount -100, status SUCCESS
  two refunds with what was refunded so far
    | row id p1, status SUCCESS, amount 250
    + row id r1, type REFUND, parentId p1, amount 60, refundedAmount 60, status SUCCESS
    + row id r2, type REFUND, parentId p1, amount 40, refundedAmount 100, status SUCCESS
  two refunds with a running total
    | row id p1, status SUCCESS, amount 250
    + row id r1, type REFUND, parentId p1, amount 60, totalRefunded 60, status SUCCESS
    + row id r2, type REFUND, parentId p1, amount 40, totalRefunded 100, status SUCCESS
waiting
  a word that nobody knows on what waits | row status PENDING, amount 250, quux ZORK
  a test that waits                      | row status PENDING, amount 250, livemode false
declined
  what the gateway says of what waits | row status PENDING, amount 250, gatewayResponse DECLINED
`;

test.each(readRecordTable(TABLE, MAKERS))('$heading: $title', ({ heading, records }) => {
  expect(shown(records)).toBe(heading);
  expectSteady(records);
});

test('what is asked about is named once', () => {
  const { unread } = judge([
    sale({ quux: 'ZORK' }),
    sale({ transactionId: 'T2', status: 'FAILED', quux: 'ZORK' }),
  ]);
  expect(unread).toEqual([{ name: 'quux', word: 'ZORK', path: 'quux' }]);
});

test('only rows that one listing showed together are added; what went back counts from any', () => {
  const at = (togetherAt: number, one: FoundRecord) => ({ ...one, togetherAt });
  const first = sale({ amount: 100 });
  const second = sale({ amount: 150, transactionId: 'T2' });
  const back = sale({ amount: 50, transactionId: 'R1', type: 'REFUND', originalTransactionId: 'T2' });
  expect(shown([at(1, first), at(1, second)])).toBe('paid');
  expect(shown([at(1, first), at(2, second)])).toBe('partly');
  expect(shown([at(1, first), at(1, second), at(2, back)])).toBe('paid, 50 back');
  const noKind = sale({ amount: 50, transactionId: 'R1', status: 'REFUNDED', originalTransactionId: 'T2' });
  expect(shown([at(1, first), at(1, second), at(2, noKind)])).toBe('paid, 50 back');
  // A payment that went back, of a reading that did not show the others.
  const gone = sale({ amount: 150, transactionId: 'T3', status: 'REFUNDED' });
  expect(shown([at(1, first), at(1, second), at(1, back), at(2, gone)])).toBe('paid, 50 back');
});

const PAID = readRecordTable(PAYMENTS, { row, link }).filter(({ heading }) => heading === 'paid');
const aPaid = fc.constantFrom(...PAID.map(({ records }) => records));
const aName = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.stringMatching(/^[a-z]{3,12}([A-Z][a-z]{2,8})?$/).map((name) => `q${name}`),
);
const aTime = fc.constantFrom<unknown>(
  '2026-11-21 10:00:00',
  '2026-11-21T10:00:00Z',
  1_795_255_200,
  true,
  'yes',
);

/** One more leaf on one of the records; a listing may have the payment's row second. */
const withLeaf = (records: readonly FoundRecord[], name: string, value: unknown): FoundRecord[] =>
  records.map((one) => ({ ...one, record: { fields: { ...one.record.fields, [name]: value } } }));
const outcomeOf = (found: readonly FoundRecord[]) =>
  judgeRecords(ASKED, found, { ...SETTINGS, words: WORDS });

const DENYING = ['FAILED', 'Declined', 'payment_rejected', 'CANCELLED', 'on hold', 'PENDING'];
const BACK = ['REFUNDED', 'Reversed', 'VOIDED', 'charged back', 'DISPUTED'];
const TOLD = /^(failed|declined|rejected|refunded|reversed|voided|chargedback|cancelled)/;

test('beside any payment, a word that denies or takes back under any name is never Paid', () => {
  fc.assert(
    fc.property(aPaid, aName, fc.constantFrom(...DENYING, ...BACK), (records, name, word) => {
      expect(outcomeOf(withLeaf(records, name, word)).outcome).not.toBe('paid');
    }),
    { numRuns: 2_000, seed: 20_261_128 },
  );
});

test('beside any payment, a time or yes under a name that denies or takes back is never Paid', () => {
  const aFlag = fc.constantFrom(
    ...['failed', 'declined', 'rejected', 'refunded', 'reversed', 'voided', 'chargedback', 'cancelled'],
  );
  const anEnd = fc.constantFrom('At', '_on', 'Date', ' time');
  fc.assert(
    fc.property(aPaid, aFlag, anEnd, aTime, (records, flag, end, value) => {
      const { outcome } = outcomeOf(
        withLeaf(
          records.filter(({ kind }) => kind === 'transaction'),
          `${flag}${end}`,
          value,
        ),
      );
      expect(outcome, `${flag}${end}`).not.toBe('paid');
      expect(TOLD.test(flag)).toBe(true);
    }),
    { numRuns: 1_000, seed: 20_261_128 },
  );
});

test('beside any payment, a short word that nobody knows under a name that nobody knows is asked about before Paid', () => {
  const aWord = fc.stringMatching(/^z[bcdfghjklm]{3,7}$/);
  fc.assert(
    fc.property(aPaid, aWord, aWord, (records, name, word) => {
      const { outcome, unread } = outcomeOf(withLeaf(records, name, word));
      expect(outcome).toBe('unclear');
      expect(unread.filter((one) => one.name === name)).toEqual([{ name, word, path: name }]);
    }),
    { numRuns: 1_000, seed: 20_261_128 },
  );
});
