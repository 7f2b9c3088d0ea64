import { describe, expect, test } from 'vitest';
import { buildVocabulary, type TaughtSays, type TaughtWord } from '../../src/payment-service/index.ts';
import { readPayment } from '../../src/payments/index.ts';

type Fields = Record<string, unknown>;

const BASE = { orderId: '100234', amount: 250, currency: 'AED' };
const PAID = { ...BASE, status: 'SUCCESS' };

const read = (fields: Record<string, unknown>, taught: TaughtWord[] = []) =>
  readPayment({ fields }, 'transaction', buildVocabulary({}, taught));
const teach = (fields: Record<string, unknown>, says: TaughtSays): TaughtWord[] =>
  read(fields).unread.map(({ name, word }) => ({ name, word, says }));

test.each<[Record<string, unknown>]>([
  [{ ...PAID, type: 'QX17' }],
  [{ ...PAID, flowState: 'ZED' }],
  [{ ...BASE, status: 'KZX' }],
  [{ ...BASE, status: { code: 'KZX' } }],
  [{ ...BASE, status: 'the payment of this customer was taken care of by the bank' }],
  [{ ...BASE, approved: true }],
  [{ ...BASE, status: 'processed' }],
  [{ ...PAID, currency: 'Kreuzer und Heller' }],
  [{ ...PAID, state: 'ZED', result: { value: 'QX17' }, type: 'OMEGA' }],
])('what is asked about %j is understood once it has an answer', (fields) => {
  expect(read(fields).state.meaning).toBe('unclear');
  expect(read(fields).unread).not.toEqual([]);
  const after = read(fields, teach(fields, 'paid'));
  expect(after.unread).toEqual([]);
  expect(after.state.meaning).toBe('paid');
});

test.each([
  ['nothing', 'paid'],
  ['not-paid', 'unclear'],
  ['refunded', 'refunded'],
] as const)('a word beside SUCCESS that says “%s” makes the record %s', (says, meaning) => {
  const fields = { ...PAID, flowState: 'ZED' };
  expect(read(fields, teach(fields, says)).state.meaning).toBe(meaning);
});

test('an answer is about a word in a field: the same word elsewhere, or another there, is asked about', () => {
  const fields = { ...PAID, flowState: 'ZED' };
  const taught = teach(fields, 'nothing');
  expect(read({ ...PAID, cashState: 'ZED' }, taught).unread).toMatchObject([{ name: 'cashstate' }]);
  expect(read({ ...PAID, flowState: 'ZEE' }, taught).unread).toMatchObject([{ word: 'ZEE' }]);
  expect(read({ ...PAID, flow_state: 'zed' }, taught).unread).toEqual([]);
});

test('a kind that was explained is understood', () => {
  const fields = { ...PAID, type: 'QX17' };
  const readAs = (says: TaughtSays) => read(fields, [{ name: 'type', word: 'QX17', says }]).kind;
  expect(readAs('paid')).toMatchObject({ kind: 'payment', word: 'QX17', unread: [] });
  expect(readAs('refunded').kind).toBe('refund');
});

test.each<[Fields, asked: string[]]>([
  [{ ...BASE, status: 'FAILED', type: 'QX17' }, []],
  [{ status: 'PARTIALLY_PAID', paidAmount: 100, remainingAmount: 150 }, []],
  [{ status: 'PARTIALLY_PAID', paidAmount: 100, remainingAmount: 150, currency: 'Kreuzer' }, ['currency']],
  [{ ...BASE, status: 'PENDING', type: 'QX17' }, []],
  [{ ...BASE, status: 'FAILED', flowState: 'ZED' }, []],
  [PAID, []],
  [{ ...PAID, paidAmount: 100 }, ['amount', 'paidamount']],
  [{ paidAmount: 250, status: 'PAID', remainingAmount: 5 }, ['remainingamount']],
  [{ ...PAID, type: 'QX17', data: { type: 'QX17' } }, ['data.type', 'type']],
  [{ ...PAID, type: ['QX17', 'QX17'] }, ['type']],
  [{ ...PAID, flowState: 'ZED', orderState: 'ZEE' }, ['flowstate']],
  [{ ...BASE, orderState: 'ZEE' }, ['orderstate']],
])('of %j is asked what it means: %j', (fields, asked) => {
  expect(read(fields).unread.map(({ name }) => name)).toEqual(asked);
});

test.each(['CANCELLED', 'EXPIRED'])('nothing is asked about a link that is %s', (status) => {
  const { unread } = readPayment(
    { fields: { ...BASE, status, currency: 'Kreuzer' } },
    'link',
    buildVocabulary(),
  );
  expect(unread).toEqual([]);
});

test('of amounts that differ, the one that was chosen counts', () => {
  const fields = { ...PAID, capturedAmt: 100, paidAmt: 150 };
  const names = read(fields).unread.map(({ name, word }) => ({ name, word }));
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['capturedamt', 'paidamt']));
  const taught = names.map(
    ({ name, word }): TaughtWord => ({ name, word, says: name === 'paidamt' ? 'paid' : 'nothing' }),
  );
  const { amounts, unread } = read(fields, taught);
  expect(unread).toEqual([]);
  expect(amounts.received).toBe(15_000);
});

test('the amount that was chosen in a transaction is what a link’s record of the same name asks for', () => {
  const fields = { ...PAID, amount: 100, dealAmount: 3 };
  const words = buildVocabulary({}, [
    { name: 'amount', word: '*', says: 'paid' },
    { name: 'dealamount', word: '*', says: 'nothing' },
  ]);
  expect(readPayment({ fields }, 'transaction', words).amounts.received).toBe(10_000);
  const ofLink = readPayment({ fields: { ...BASE, status: 'PAID' } }, 'link', words);
  expect(ofLink.amounts).toMatchObject({ received: null, asked: 25_000 });
});

describe('a name that never says anything', () => {
  const silent = (...names: string[]) =>
    names.map((name): TaughtWord => ({ name, word: '*', says: 'nothing' }));

  test.each<[Fields, name: string]>([
    [{ ...PAID, laneMark: 'ZED' }, 'lanemark'],
    [{ ...PAID, laneMark: 'SOMETHING_ELSE' }, 'lanemark'],
    [{ ...PAID, flowState: 'ZED' }, 'flowstate'],
    [{ ...PAID, responseMessage: 'Thank you, come again soon' }, 'responsemessage'],
    [{ ...PAID, type: 'QX17' }, 'type'],
  ])('is not asked about: %j', (fields, name) => {
    expect(read(fields).unread).not.toEqual([]);
    const { state, unread } = read(fields, silent(name));
    expect(unread).toEqual([]);
    expect(state.meaning).toBe('paid');
  });

  test.each<[Fields, name: string]>([
    [{ ...PAID, laneMark: 'DECLINED' }, 'lanemark'],
    [{ ...PAID, laneMark: 'REFUNDED' }, 'lanemark'],
    [{ ...PAID, flowState: 'PENDING' }, 'flowstate'],
    [{ ...PAID, flowState: 'CHARGEBACK' }, 'flowstate'],
    [{ ...PAID, responseMessage: 'Insufficient funds' }, 'responsemessage'],
    [{ ...PAID, responseCode: '57' }, 'responsecode'],
    [{ ...PAID, type: 'REFUND' }, 'type'],
    [{ ...PAID, flowState: 'N' }, 'flowstate'],
  ])('is asked about again once it denies or takes back: %j', (fields, name) => {
    const { state, unread } = read(fields, silent(name));
    expect(unread).toMatchObject([{ name }]);
    expect(state.meaning).toBe('unclear');
  });

  test('may say what a bank says of a sale', () => {
    const fields = { ...PAID, responseMessage: 'Authorised' };
    expect(read(fields, silent('responsemessage')).state.meaning).toBe('paid');
  });

  test('brings no money either', () => {
    expect(read({ ...BASE, flowState: 'PAID' }, silent('flowstate')).state.meaning).toBeNull();
    expect(read({ ...BASE, type: 'payment', status: 'PENDING' }, silent('type')).state.meaning).toBe(
      'waiting',
    );
  });

  test('has a value that was answered for itself', () => {
    const taught: TaughtWord[] = [
      ...silent('lanemark'),
      { name: 'lanemark', word: 'DECLINED', says: 'nothing' },
    ];
    expect(read({ ...PAID, laneMark: 'DECLINED' }, taught).state.meaning).toBe('paid');
    const paid: TaughtWord[] = [...silent('flowstate'), { name: 'flowstate', word: 'ZED', says: 'paid' }];
    expect(read({ ...BASE, flowState: 'ZED' }, paid).state.meaning).toBe('paid');
  });
});
