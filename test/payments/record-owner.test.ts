import { describe, expect, test } from 'vitest';
import {
  createWhose,
  type FoundRecord,
  type LinkIdentity,
  mentionsLink,
  type Whose,
} from '../../src/payments/record-owner.ts';

type Fields = Record<string, unknown>;

const LINK: LinkIdentity = {
  id: 'lnk_1',
  invoiceId: 'INV-7',
  orderId: '100234',
  address: 'https://pay.example.com/p/1',
};
const LOST: LinkIdentity = { ...LINK, orderId: null, address: null };

const found = (kind: FoundRecord['kind'], via: FoundRecord['via'], fields: Fields): FoundRecord => ({
  kind,
  via,
  record: { fields },
});
const row = (fields: Fields) => found('transaction', 'listing', fields);
const rowById = (fields: Fields) => found('transaction', 'id', fields);
const link = (fields: Fields) => found('link', 'listing', fields);
const cut = (one: FoundRecord): FoundRecord => ({ ...one, record: { ...one.record, isCut: true } });

const rival = (changes: Partial<LinkIdentity>): LinkIdentity => ({
  id: 'lnk_2',
  invoiceId: 'INV-9',
  orderId: '100999',
  address: 'https://pay.example.com/p/2',
  ...changes,
});

interface Beside {
  beside?: FoundRecord[];
  rivals?: LinkIdentity[];
  of?: LinkIdentity;
}

const whose = (one: FoundRecord, { beside = [], rivals = [], of = LINK }: Beside = {}): Whose =>
  createWhose(of, [...beside, one], rivals)(one);

const ours = (by: string) => ({ is: 'ours', by });
const cannotTell = (why: string) => ({ is: 'cannot-tell', why });
const NOT_OURS = { is: 'not-ours' };
const OWN = link({ orderId: '100234', Invoice_Id: 'INV-7' });

const hold = (expected: object, cases: Record<string, FoundRecord | [FoundRecord, Beside]>) =>
  test.each(Object.entries(cases))('%s', (_, found) => {
    const [one, beside] = [found].flat() as [FoundRecord, Beside?];
    expect(whose(one, beside)).toEqual(expected);
  });

hold(ours('order-id'), {
  'our order id': row({ orderId: '100234' }),
  'our order id beside our reference': [row({ orderId: '100234', Invoice_Id: 'INV-7' }), { beside: [OWN] }],
  'the link’s own record with a second reference in such a field': [
    link({ orderId: '100234', Invoice_Id: 'INV-8' }),
    { beside: [OWN] },
  ],
  'our order id beside a reference in a field that never held ours': [
    row({ orderId: '100234', merchantReference: 'M-1' }),
    { beside: [OWN] },
  ],
  'our order id, with the link itself among its rivals': [row({ orderId: '100234' }), { rivals: [LINK] }],
});
hold(cannotTell('order-id'), {
  'our order id beside another reference where the link’s own record held ours': [
    row({ orderId: '100234', Invoice_Id: 'INV-8' }),
    { beside: [OWN] },
  ],
  'our order id beside another link’s of ours': [
    row({ orderId: '100234', linkId: '100999' }),
    { rivals: [rival({})] },
  ],
  'a strange order id that is no other link’s': [
    row({ orderId: 'X-1', Invoice_Id: 'INV-7' }),
    { rivals: [rival({})] },
  ],
  'a strange reference, asked for by our id': rowById({ Invoice_Id: 'INV-8' }),
  'a strange order id, asked for by our id': rowById({ orderId: 'X-1' }),
  'our reference beside a strange order id': row({ orderNumber: 'X-1', Invoice_Id: 'INV-7' }),
});
hold(NOT_OURS, {
  'another link’s order id': [row({ orderId: '100999', Invoice_Id: 'INV-7' }), { rivals: [rival({})] }],
  'another link’s order id, for a link whose own is not known': [
    row({ orderId: '100999', Invoice_Id: 'INV-7' }),
    { of: LOST, rivals: [rival({ invoiceId: 'INV-7' })] },
  ],
  'no address, for a link without one': [row({ amount: 5 }), { of: LOST }],
  'another address': row({ paymentLink: 'https://pay.example.com/p/2' }),
  'nothing at all, in a listing': row({ amount: 5 }),
  'a reference where ours stood, asked for by our id': [rowById({ Invoice_Id: 'INV-8' }), { beside: [OWN] }],
});
hold(ours('reference'), {
  'our reference': row({ Invoice_Id: 'INV-7' }),
  'our reference, for a link whose order id is not known': [
    row({ orderId: '5', Invoice_Id: 'INV-7' }),
    { of: LOST },
  ],
  'our reference, which shares nothing but an order id': [
    row({ Invoice_Id: 'INV-7' }),
    { rivals: [rival({ orderId: '100234', address: LINK.address })] },
  ],
});
hold(cannotTell('which-link'), {
  'our reference, which another link has too': [
    row({ Invoice_Id: 'INV-7' }),
    { rivals: [rival({ invoiceId: 'INV-7' })] },
  ],
  'our address, which another link has too': [
    row({ paymentLink: LINK.address }),
    { rivals: [rival({ address: LINK.address })] },
  ],
  'our order id, which another link has too': [
    row({ orderId: '100234' }),
    { rivals: [rival({ orderId: '100234' })] },
  ],
});
hold(ours('address'), {
  'our address': row({ paymentLink: LINK.address }),
  'our address, where another link has our reference': [
    row({ paymentLink: LINK.address }),
    { rivals: [rival({ invoiceId: 'INV-7' })] },
  ],
});
hold(ours('look-up'), {
  'nothing at all, asked for by our id': rowById({ amount: 5 }),
  'a number that the link’s own record has too, asked for by our id': [
    rowById({ invoiceNumber: 'SRV-1' }),
    { beside: [link({ orderId: '100234', invoiceNumber: 'SRV-1' })] },
  ],
});

describe('a record that was cut', () => {
  test('is never certainly ours', () => {
    expect(whose(cut(row({ orderId: '100234' })))).toEqual(cannotTell('order-id'));
    expect(whose(cut(row({ Invoice_Id: 'INV-8' })))).toEqual(NOT_OURS);
    expect(whose(cut(row({ Invoice_Id: 'INV-7' })), { rivals: [rival({ invoiceId: 'INV-7' })] })).toEqual(
      cannotTell('which-link'),
    );
  });
});

describe('the fields of our ids', () => {
  const strange = row({ orderNumber: 'X-1', Invoice_Id: 'INV-7' });

  test('are learned from the link’s own record', () => {
    const beside = [link({ orderNumber: '100234' })];
    expect(whose(strange, { beside })).toEqual(NOT_OURS);
    expect(whose(strange, { beside: [link({ orderNumber: '100234', linkId: '55' })] })).toEqual(NOT_OURS);
  });

  test('are not learned from a transaction, nor from another link’s record', () => {
    expect(whose(strange, { beside: [row({ orderNumber: '100234' })] })).toEqual(cannotTell('order-id'));
    const beside = [link({ orderId: '999', Invoice_Id: 'INV-7' })];
    expect(whose(rowById({ Invoice_Id: 'INV-8' }), { beside })).toEqual(cannotTell('order-id'));
  });

  test('are only those that held our id', () => {
    const beside = [link({ orderId: '100234', linkId: '55' })];
    expect(whose(row({ linkId: '77', Invoice_Id: 'INV-7' }), { beside })).toEqual(cannotTell('order-id'));
  });
});

describe('a bare id', () => {
  test('is the link’s on its own record, as a text or a number', () => {
    for (const id of ['100234', ' 100234 ', 100_234]) expect(whose(link({ id }))).toEqual(ours('order-id'));
    expect(whose(row({ id: '100234' }))).toEqual(NOT_OURS);
    expect(whose(link({ customer: { id: '100234' } }))).toEqual(NOT_OURS);
  });

  test('may be a number of the record’s own', () => {
    expect(whose(link({ id: '555', Invoice_Id: 'INV-7' }))).toEqual(ours('reference'));
  });

  test('that is missing is not another order’s', () => {
    const beside = [link({ id: '100234', Invoice_Id: 'INV-7' })];
    expect(whose(link({ Invoice_Id: 'INV-7' }), { beside })).toEqual(ours('reference'));
    expect(whose(link({ id: '555', Invoice_Id: 'INV-7' }), { beside })).toEqual(NOT_OURS);
  });
});

test.each<[Fields, FoundRecord['kind'], boolean]>([
  [{ Invoice_Id: 'INV-7' }, 'transaction', true],
  [{ Invoice_Id: 'INV-7', merchantReference: 'M-1' }, 'transaction', true],
  [{ orderId: '100234' }, 'transaction', true],
  [{ orderId: '100234', linkId: '5' }, 'transaction', true],
  [{ id: '100234' }, 'link', true],
  [{ id: '100234' }, 'transaction', false],
  [{ url: 'https://pay.example.com/p/1' }, 'transaction', true],
  [{ url: 'https://pay.example.com/p/2' }, 'transaction', false],
  [{ Invoice_Id: 'INV-8', orderId: '5' }, 'transaction', false],
  [{}, 'link', false],
])('a record with %j, of a %s, is kept for the link: %s', (fields, kind, isKept) => {
  expect(mentionsLink(LINK, { fields }, kind)).toBe(isKept);
});

test('a link without an address or an order id is not mentioned by records without them', () => {
  expect(mentionsLink(LOST, { fields: {} }, 'transaction')).toBe(false);
  expect(mentionsLink(LOST, { fields: { orderId: '100234' } }, 'transaction')).toBe(false);
});
