import { describe, expect, test } from 'vitest';
import {
  createWhose,
  type FoundRecord,
  type LinkIdentity,
  mentionsLink,
  type Whose,
} from '../../src/payments/record-owner.ts';
import { type Fields, type Makers, readRecords, readRecordTable } from '../fixtures/record-tables.ts';

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

const MAKERS: Makers<FoundRecord> = { row, rowById, link, own: () => OWN };
const RIVALS: Makers<LinkIdentity> = { rival, self: () => LINK };

/** Columns: title, the record, other records, other links. A heading is the answer, with the reason. */
const answers = (of: LinkIdentity, table: string) =>
  test.each(readRecordTable(table, MAKERS))('$title: $heading', ({ heading, records: [one], more }) => {
    const [beside = '', rivals = ''] = more;
    const near = { of, beside: readRecords(beside, MAKERS), rivals: readRecords(rivals, RIVALS) };
    expect(Object.values(one ? whose(one, near) : {}).join(': ')).toBe(heading);
  });

answers(
  LINK,
  `
  ours: order-id
    our order id | row orderId "100234"
    our order id and our reference | row orderId "100234", Invoice_Id INV-7 | own
    the link’s own record with a second reference | link orderId "100234", Invoice_Id INV-8 | own
    our order id and a reference in a field that never had ours | row orderId "100234", merchantReference M-1
      | own
    our order id, with the link itself among the others | row orderId "100234" | | self
  cannot-tell: order-id
    our order id and another reference in the field that had ours | row orderId "100234", Invoice_Id INV-8 | own
    our order id and another link’s | row orderId "100234", linkId "100999" | | rival
    an unknown order id | row orderId X-1, Invoice_Id INV-7 | | rival
    an unknown reference, read by our id | rowById Invoice_Id INV-8
    an unknown order id, read by our id | rowById orderId X-1
    our reference and an unknown order id | row orderNumber X-1, Invoice_Id INV-7
  not-ours
    another link’s order id | row orderId "100999", Invoice_Id INV-7 | | rival
    another address | row paymentLink https://pay.example.com/p/2
    no id, in a listing | row amount 5
    another reference in the field that had ours, read by our id | rowById Invoice_Id INV-8 | own
  ours: reference
    our reference | row Invoice_Id INV-7
    our reference, and another link has our order id and address | row Invoice_Id INV-7 |
      | rival orderId "100234", address https://pay.example.com/p/1
  cannot-tell: which-link
    our reference, and another link has it too | row Invoice_Id INV-7 | | rival invoiceId INV-7
    our address, and another link has it too | row paymentLink https://pay.example.com/p/1 |
      | rival address https://pay.example.com/p/1
    our order id, and another link has it too | row orderId "100234" | | rival orderId "100234"
  ours: address
    our address | row paymentLink https://pay.example.com/p/1
    our address, and another link has our reference | row paymentLink https://pay.example.com/p/1 |
      | rival invoiceId INV-7
  ours: look-up
    no id, read by our id | rowById amount 5
    a number that the link’s own record has too, read by our id | rowById invoiceNumber SRV-1
      | link orderId "100234", invoiceNumber SRV-1
  `,
);

describe('for a link whose order id and address are unknown', () => {
  answers(
    LOST,
    `
    not-ours
      another link’s order id | row orderId "100999", Invoice_Id INV-7 | | rival invoiceId INV-7
      no address | row amount 5
    ours: reference
      our reference with any order id | row orderId "5", Invoice_Id INV-7
    `,
  );
});

describe('a truncated record', () => {
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

  test('come from the link’s own record', () => {
    const beside = [link({ orderNumber: '100234' })];
    expect(whose(strange, { beside })).toEqual(NOT_OURS);
    expect(whose(strange, { beside: [link({ orderNumber: '100234', linkId: '55' })] })).toEqual(NOT_OURS);
  });

  test('come neither from a transaction nor from another link’s record', () => {
    expect(whose(strange, { beside: [row({ orderNumber: '100234' })] })).toEqual(cannotTell('order-id'));
    const beside = [link({ orderId: '999', Invoice_Id: 'INV-7' })];
    expect(whose(rowById({ Invoice_Id: 'INV-8' }), { beside })).toEqual(cannotTell('order-id'));
  });

  test('are only those that had our id', () => {
    const beside = [link({ orderId: '100234', linkId: '55' })];
    expect(whose(row({ linkId: '77', Invoice_Id: 'INV-7' }), { beside })).toEqual(cannotTell('order-id'));
  });
});

describe('a bare id', () => {
  test('is the link’s own in a link’s record, as a text or a number', () => {
    for (const id of ['100234', ' 100234 ', 100_234]) expect(whose(link({ id }))).toEqual(ours('order-id'));
    expect(whose(row({ id: '100234' }))).toEqual(NOT_OURS);
    expect(whose(link({ customer: { id: '100234' } }))).toEqual(NOT_OURS);
  });

  test('may be another number in a record with our reference', () => {
    expect(whose(link({ id: '555', Invoice_Id: 'INV-7' }))).toEqual(ours('reference'));
  });

  test('that is missing does not mean another order', () => {
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
])('a record with %j of a %s mentions the link: %s', (fields, kind, isKept) => {
  expect(mentionsLink(LINK, { fields }, kind)).toBe(isKept);
});

test('a record without an address or an order id does not mention a link without them', () => {
  expect(mentionsLink(LOST, { fields: {} }, 'transaction')).toBe(false);
  expect(mentionsLink(LOST, { fields: { orderId: '100234' } }, 'transaction')).toBe(false);
});
