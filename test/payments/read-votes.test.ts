import { describe, expect, test } from 'vitest';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import { type RecordKind, readVotes, type Vote } from '../../src/payments/read-votes.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { readRows } from '../fixtures/record-tables.ts';

/** What a word says under each name; `-` says nothing. A name with `link:` stands in a link's own record. */
const STANCES = `
                   | status  | paymentStatus | refundStatus | disputeStatus | authStatus | orderStatus | linkStatus | feeStatus | link:status | link:linkStatus | link:paymentStatus
PAID               | came    | came          | back         | back          | came       | came        | came       | -         | came        | came            | came
SUCCESS            | came    | came          | back         | back          | -          | -           | -          | -         | unread      | unread          | came
RECEIVED           | asks    | asks          | back         | back          | -          | -           | -          | -         | unread      | unread          | asks
UNDERPAID          | partly  | partly        | back         | back          | partly     | partly      | partly     | -         | partly      | partly          | partly
AUTHORIZED         | denied  | denied        | -            | back          | -          | denied      | denied     | -         | denied      | denied          | denied
PENDING            | denied  | denied        | -            | back          | denied     | denied      | denied     | -         | denied      | denied          | denied
CREATED            | denied  | denied        | -            | back          | -          | -           | -          | -         | -           | -               | denied
CLOSED             | ended   | ended         | -            | -             | ended      | -           | -          | -         | ended       | ended           | ended
DECLINED           | denied  | denied        | -            | -             | denied     | denied      | denied     | -         | denied      | denied          | denied
CANCELLED          | denied  | denied        | -            | -             | denied     | denied      | denied     | -         | ended       | ended           | denied
EXPIRED            | denied  | denied        | -            | -             | denied     | denied      | denied     | -         | ended       | ended           | denied
REFUNDED           | back    | back          | back         | back          | back       | back        | back       | back      | back        | back            | back
PARTIALLY REFUNDED | back    | back          | back         | back          | back       | back        | back       | back      | back        | back            | back
CHARGEBACK         | back    | back          | back         | back          | back       | back        | back       | back      | back        | back            | back
VOIDED             | back    | back          | -            | -             | back       | back        | back       | back      | ended       | ended           | back
NONE               | -       | -             | -            | -             | -          | -           | -          | -         | -           | -               | -
ZX                 | unread  | unread        | unread       | unread        | unread     | unread      | unread     | -         | unread      | unread          | unread
`;

const readOne = (place: string, value: unknown, words = WORDS): Vote | undefined => {
  const [name = '', kind] = place.split(':').toReversed();
  const of: RecordKind = kind === undefined ? 'transaction' : 'link';
  return readVotes({ fields: { [name]: value } }, of, words)[0];
};
const shown = (stance: Vote['stance'] | undefined): string | undefined =>
  stance === 'silent' ? '-' : stance;

const [[, ...places] = [], ...rows] = readRows(STANCES);

test.each(rows)('%s says what its place makes of it', (word = '', ...stances) => {
  expect(places.map((place) => shown(readOne(place, word)?.stance))).toEqual(stances);
});

test('who a vote is about decides where it is heard', () => {
  const about = (place: string) => {
    const vote = readOne(place, 'PAID');
    return [vote?.isOfPayment, vote?.isOfOrder];
  };
  expect(Object.fromEntries(places.map((place) => [place, about(place)]))).toEqual({
    status: [false, false],
    paymentStatus: [true, false],
    refundStatus: [true, false],
    disputeStatus: [true, false],
    authStatus: [true, false],
    orderStatus: [false, true],
    linkStatus: [false, true],
    feeStatus: [true, false],
    'link:status': [false, false],
    'link:linkStatus': [false, false],
    'link:paymentStatus': [true, false],
  });
});

describe('a flag', () => {
  test.each<[place: string, value: unknown, stance: string | undefined, says: string | null | undefined]>([
    ['paid', true, 'came', 'paid'],
    ['paid', 'N', 'denied', 'waiting'],
    ['captured', false, 'denied', 'hold'],
    ['success', 0, 'denied', 'failed'],
    ['approved', true, 'asks', 'once'],
    ['voided', true, 'back', 'void'],
    ['voided', false, '-', 'silent'],
    ['declined', true, 'denied', 'failed'],
    ['declined', 'no', '-', 'silent'],
    ['refundCompleted', true, 'back', 'refunded'],
    ['link:paid', true, 'came', 'paid'],
    ['link:success', false, '-', 'silent'],
    ['link:success', true, '-', 'silent'],
    ['link:cancelled', true, 'ended', 'cancelled'],
    ['isRefund', true, undefined, undefined],
  ])('%s that is %s: %s', (place, value, stance, says) => {
    const vote = readOne(place, value);
    expect([shown(vote?.stance), vote?.says]).toEqual([stance, says]);
  });
});

describe('what an admin said', () => {
  const SAYS = { nothing: ['-', 'silent'], paid: ['came', 'paid'], refunded: ['back', 'refunded'] };
  const read = (place: string, value: unknown, says: 'nothing' | 'paid' | 'not-paid' | 'refunded') => {
    const name = (place.split(':').at(-1) ?? '').toLowerCase();
    const vote = readOne(place, value, buildVocabulary({}, [{ name, word: String(value), says }]));
    return [shown(vote?.stance), vote?.says];
  };

  test.each([
    ['status', 'ZX'],
    ['approved', true],
    ['link:status', 'ZX'],
  ])('of %s that is %s counts', (place, value) => {
    for (const [says, expected] of Object.entries(SAYS))
      expect(read(place, value, says as keyof typeof SAYS)).toEqual(expected);
  });

  test('“not paid” of a link is its life, of its payment a denial', () => {
    expect(read('link:status', 'ZX', 'not-paid')).toEqual(['-', 'life']);
    expect(read('link:linkStatus', 'ZX', 'not-paid')).toEqual(['-', 'life']);
    expect(read('link:paymentStatus', 'ZX', 'not-paid')).toEqual(['denied', 'waiting']);
    expect(read('status', 'ZX', 'not-paid')).toEqual(['denied', 'waiting']);
    expect(read('approved', true, 'not-paid')).toEqual(['denied', 'waiting']);
  });
});

test('people read a field and a word of at most forty characters', () => {
  const [vote] = readVotes(
    { fields: { a: { [`status${'x'.repeat(50)}Status`]: ` ${'Z'.repeat(90)} ` } } },
    'transaction',
    WORDS,
  );
  expect(vote?.field).toHaveLength(40);
  expect(vote?.word).toBe('Z'.repeat(40));
});
