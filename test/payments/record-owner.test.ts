import { describe, expect, test } from 'vitest';
import { buildVocabulary, HOLDS_REFERENCE, reduceRecord } from '../../src/payment-service/index.ts';
import {
  createWhose,
  type FoundRecord,
  type LinkIdentity,
  mentionsLink,
  type OwnedLink,
  type Whose,
} from '../../src/payments/index.ts';
import { type Fields, type Makers, readRecords, readRecordTable } from '../fixtures/record-tables.ts';

const MADE = Date.UTC(2026, 10, 21, 8);
const PAGE = 'https://pay.example.com/p/1';
const LINK: OwnedLink = {
  id: 'lnk_1',
  invoiceId: 'INV-7',
  orderId: '100234',
  address: PAGE,
  createdAt: MADE,
};
/** The service told only its address. */
const UNNUMBERED: OwnedLink = { ...LINK, orderId: null };
/** The answer to its request was lost. */
const LOST: OwnedLink = { ...LINK, orderId: null, address: null };

const found = (kind: FoundRecord['kind'], via: FoundRecord['via'], fields: Fields): FoundRecord => ({
  kind,
  via,
  record: { fields },
});
const row = (fields: Fields) => found('transaction', 'listing', fields);
const rowById = (fields: Fields) => found('transaction', 'id', fields);
const link = (fields: Fields) => found('link', 'listing', fields);
const linkById = (fields: Fields) => found('link', 'id', fields);

const rival = (changes: Partial<LinkIdentity>): LinkIdentity => ({
  id: 'lnk_2',
  invoiceId: 'INV-9',
  orderId: '100999',
  address: 'https://pay.example.com/p/2',
  ...changes,
});
const third = (changes: Partial<LinkIdentity>): LinkIdentity =>
  rival({ id: 'lnk_3', invoiceId: 'INV-11', orderId: '100888', ...changes });

interface Beside {
  beside?: FoundRecord[];
  rivals?: LinkIdentity[];
  of?: OwnedLink;
}

const whose = (one: FoundRecord, { beside = [], rivals = [], of = LINK }: Beside = {}): Whose =>
  createWhose(of, [...beside, one], rivals, 'Asia/Dubai')(one);

const MAKERS: Makers<FoundRecord> = {
  ...{ row, rowById, link, linkById },
  own: () => link({ orderId: '100234', Invoice_Id: 'INV-7' }),
  /** A record that is too long was cut. */
  cut: (fields) => ({ ...row(fields), record: { fields, isCut: true } }),
};
const RIVALS: Makers<LinkIdentity> = { rival, third, self: () => LINK };

/** Columns: title, the record, other records, other links. A heading is the answer, with the reason. */
const answers = (of: OwnedLink, table: string) =>
  test.each(readRecordTable(table, MAKERS))('$title: $heading', ({ heading, records: [one], more }) => {
    const [beside = '', rivals = ''] = more;
    const near = { of, beside: readRecords(beside, MAKERS), rivals: readRecords(rivals, RIVALS) };
    expect(Object.values(one ? whose(one, near) : {}).join(': ')).toBe(heading);
  });

describe('a tie, and nothing against it', () => {
  answers(
    LINK,
    `
    ours: order-id
      our order id | row orderId "100234"
      it as a number | row orderId 100234
      it and our reference | row orderId "100234", Invoice_Id INV-7 | own
      it and our reference in capitals | row orderId "100234", Invoice_Id inv-7 | own
      it, and a reference in a field that never had ours | row orderId "100234", merchantReference M-1 | own
      it, and the service’s own invoice | row orderId "100234", invoiceNumber SRV-1
      it, and another link’s number in a field that never had ours | row orderId "100234", linkId "100999"
        | own | rival
      it, and the number of its link | row orderId "100234", linkId X-1
      it, and the number that its own record has, too | row orderId "100234", linkId P-1
        | link orderId "100234", linkId P-1
      it, with the link itself among the others | row orderId "100234" | | self
      it, and the page of several links | row orderId "100234", paymentLink https://pay.example.com/p/2
        | | rival + third
      it, and no reference but a placeholder | row orderId "100234", Invoice_Id N/A | own
      it, and a time 26 hours before the link, in whatever zone | row orderId "100234", createdAt "2026-11-20 10:00:00"
      it, and a date that a database writes for none | row orderId "100234", paidAt 0001-01-01T00:00:00Z
      it, beside a record that has only another reference | row orderId "100234" | row Invoice_Id INV-8
      it and our reference, though it stood on a record of another | row orderId "100234", Invoice_Id INV-7
        | row orderId "100234", Invoice_Id INV-8
      it, and a name that is not the customer’s | row orderId "100234", FullName Husband, Email husband@example.com
      our number as the link’s own | link id "100234"
      it with spaces | link id " 100234 "
      it as a number that is the link’s own | link id 100234
    ours: reference
      another number as the link’s own, beside our reference | link id "555", Invoice_Id INV-7
      our reference in a record without a number | link Invoice_Id INV-7 | link id "100234", Invoice_Id INV-7
      our reference | row Invoice_Id INV-7
      it, however the service spells it | row Invoice_Id "inv- 7"
      it, and another link has the record’s page and a third one, too | row Invoice_Id INV-7,
        paymentLink https://pay.example.com/p/2 | | rival + third
      it, and another link has our address | row Invoice_Id INV-7 | | rival address ${PAGE}
      it, and another link has our order id | row Invoice_Id INV-7 | | rival orderId "100234"
      it, and an order id that names nothing | row orderId null, Invoice_Id INV-7
      it, where our order id stood on a record of another | row Invoice_Id INV-7 | row orderId "100234", Invoice_Id INV-8
      it, and the order id that the link’s own record has beside our number | row Invoice_Id INV-7, orderId X-1
        | link id "100234", orderId X-1, Invoice_Id INV-7
      it beside an order id that names nothing | row orderId "N/A", Invoice_Id INV-7
    ours: address
      our address | row paymentLink ${PAGE}
      it, and another link has our reference | row paymentLink ${PAGE} | | rival invoiceId INV-7
    ours: look-up
      nothing, asked for by our order id | rowById amount 5
      nothing, in the link’s record | linkById amount 5
      another page, which may be a receipt’s | rowById paymentLink https://pay.example.com/p/9
      a number that the link’s own record has, too | rowById invoiceNumber SRV-1
        | link orderId "100234", invoiceNumber SRV-1
    `,
  );
});

describe('something against it', () => {
  answers(
    LINK,
    `
    cannot-tell: order-id
      our order id, and another reference | row orderId "100234", Invoice_Id INV-8
      it, and another reference, in the link’s own record | link orderId "100234", Invoice_Id INV-8, status PAID
      it, and another reference in the field that had ours | row orderId "100234", merchantReference INV-8
        | link orderId "100234", merchantReference INV-7
      it, which stood on a record of another reference | row orderId "100234"
        | row orderId "100234", Invoice_Id INV-8
      it, which is the service’s own record of another reference, too | row orderId "100234", Invoice_Id INV-8
        | link orderId "100234", Invoice_Id INV-8
      our reference, and another order id | row Invoice_Id INV-7, orderId X-1
      it, and one in the field that had ours | row Invoice_Id INV-7, orderNumber X-1
        | link orderNumber "100234"
      it, and one in a field of the link’s own record | row linkId "77", Invoice_Id INV-7
        | link orderId "100234", linkId "55"
      our order id inside a record of another | row orderId X-1, previous.orderId "100234"
      our reference inside a record of another | row Invoice_Id INV-8, previous.Invoice_Id INV-7
      our number as a record’s own beside another order id | link id "100234", orderId X-1, status PAID
      another page, asked for by our order id | linkById paymentLink https://pay.example.com/p/9, status PAID
      our number as a link’s beside another order id | row orderId X-1, linkId "100234"
      our address, and another order id | row paymentLink ${PAGE}, orderId X-1
      our address, and another reference | row paymentLink ${PAGE}, Invoice_Id INV-8
      our address on a transaction of another order | row paymentLink ${PAGE}, orderId X-1 | own
      our address on the link’s record of another order, while ours was not read
        | link paymentLink ${PAGE}, orderId X-1, Invoice_Id INV-8
      our order id, and a time more than 26 hours before the link
        | row orderId "100234", createdAt "2026-11-20 09:59:59"
      our reference, and a time 30 hours before it | row Invoice_Id INV-7, paidAt 2026-11-20T02:00:00Z
      the link’s own record, from 30 hours before it | link orderId "100234", createdAt 1795140000, status PAID
      an unknown reference, asked for by our order id | rowById Invoice_Id INV-8
      an unknown order id, asked for by ours | rowById orderId X-1
      a time before the link, asked for by our order id | rowById amount 5, paidAt 2026-11-20T02:00:00Z
      our reference, and a number as the link’s own, where that is ours | link id "555", Invoice_Id INV-7
        | link id "100234", Invoice_Id INV-7
      our order id in a record that was cut | cut orderId "100234"
    cannot-tell: which-link
      a reference of two links in a record that was cut | cut Invoice_Id INV-7 | | rival invoiceId INV-7
      our order id, and another link’s reference | row orderId "100234", Invoice_Id INV-9 | | rival
      our reference, and another link’s order id | row orderId "100999", Invoice_Id INV-7 | | rival
      our reference, and another link’s page | row Invoice_Id INV-7, paymentLink https://pay.example.com/p/2 | | rival
      our order id, and another link’s in a field that nobody knows | row orderId "100234", linkId "100999" | | rival
    not-ours
      another reference in a record that was cut | cut Invoice_Id INV-8
      our number as a transaction’s own | row id "100234"
      our number as a customer’s | link customer.id "100234"
      another link’s order id | row orderId "100999" | | rival
      another address | row paymentLink https://pay.example.com/p/2
      our address on the link’s record of another order | link paymentLink ${PAGE}, orderId X-1, status PAID
        | link paymentLink ${PAGE}, orderId "100234"
      our address on a transaction, and on the link’s record of another order | row paymentLink ${PAGE}
        | link paymentLink ${PAGE}, orderId "100234" + link paymentLink ${PAGE}, orderId X-1
      no id, in a listing | row amount 5
      our order id and reference in a note | row notes INV-7, description "order 100234"
      our address in a note | row notes "instead of ${PAGE}", remarks ${PAGE}
      our address on a receipt | row receiptUrl ${PAGE}
      another link’s order id, in a record whose own number is ours | link id "100234", orderId "100999" | own | rival
      another link’s order id, beside our number as a link’s | row linkId "100234", orderId "100999" | own | rival
      another link’s, asked for by our order id | rowById orderId "100999" | | rival
      another reference in the field that had ours, asked for by our order id | rowById Invoice_Id INV-8 | own
    `,
  );
});

describe('a value that two links have', () => {
  answers(
    LINK,
    `
    cannot-tell: which-link
      a reference | row Invoice_Id INV-7 | | rival invoiceId INV-7
      a reference but for its case | row Invoice_Id INV-7 | | rival invoiceId inv-7
      an order id | row orderId "100234" | | rival orderId "100234"
      both | row orderId "100234", Invoice_Id INV-7 | | rival orderId "100234", invoiceId INV-7
      an order id that was asked for | rowById amount 5 | | rival orderId "100234"
    not-ours
      a payment page | row paymentLink ${PAGE} | | rival address ${PAGE}
      a reference, and a third link’s order id | row Invoice_Id INV-7, orderId "100888"
        | | rival invoiceId INV-7 + third
    ours: order-id
      a payment page, beside our order id | row paymentLink ${PAGE}, orderId "100234" | | rival address ${PAGE}
    `,
  );
});

describe('for a link without an order id', () => {
  answers(
    UNNUMBERED,
    `
    ours: address
      its address with any order id | row paymentLink ${PAGE}, orderId "5"
      its own record, looked up and listed | link paymentLink ${PAGE}, orderId "5"
        | linkById paymentLink ${PAGE}, orderId "5", id "77"
    cannot-tell: order-id
      its page, which a link of another order has, too | link paymentLink ${PAGE}, orderId "5", status PAID
        | link paymentLink ${PAGE}, orderId "6"
    not-ours
      its page on the record of another order, beside its own | link paymentLink ${PAGE}, orderId "5", status PAID
        | link paymentLink ${PAGE}, orderId "6", Invoice_Id INV-7
    ours: reference
      its own record on the page that a link of another order has, too
        | link paymentLink ${PAGE}, orderId "6", Invoice_Id INV-7 | link paymentLink ${PAGE}, orderId "5"
    not-ours
      another link’s record on a page that both have
        | link paymentLink ${PAGE}, orderId X-1, Invoice_Id INV-8 | | rival address ${PAGE}
      another link’s order id on a page that both have | row paymentLink ${PAGE}, orderId "100999"
        | | rival address ${PAGE}
    `,
  );
  answers(
    LOST,
    `
    cannot-tell: which-link
      another link’s order id | row orderId "100999", Invoice_Id INV-7 | | rival
      another link’s page | link Invoice_Id INV-7, paymentLink https://pay.example.com/p/2 | | rival
      another link’s page, and a number of the record | link id "5", Invoice_Id INV-7,
        paymentLink https://pay.example.com/p/2 | | rival
      another link’s page and order id | link orderId "100999", Invoice_Id INV-7,
        paymentLink https://pay.example.com/p/2 | | rival
      another link’s page, on a transaction | row orderId "5", Invoice_Id INV-7,
        paymentLink https://pay.example.com/p/2 | | rival
    not-ours
      no address | row amount 5
      nothing to ask by | rowById amount 5
    ours: reference
      its reference with any order id | row orderId "5", Invoice_Id INV-7
      its own record on the page of another order | link orderId "5", Invoice_Id INV-7,
        paymentLink https://pay.example.com/p/2 | | rival
    `,
  );
});

describe('for a link without an address', () => {
  answers(
    { ...LINK, address: null },
    'ours: look-up\n  any page | linkById paymentLink https://pay.example.com/p/9',
  );
});

test('an answer to a placeholder is nobody’s', () => {
  expect(whose(rowById({ amount: 5 }), { of: { ...LINK, orderId: '0' } })).toEqual({ is: 'not-ours' });
});

describe('a placeholder', () => {
  const PLACEHOLDERS =
    `0 00 0.0 - -- -1 null NULL none N/A n.a. #N/A undefined (null) test xxx unknown string false
    00000000-0000-0000-0000-000000000000`.split(/\s+/);

  test.each([...PLACEHOLDERS, 0])('%s ties nobody as an order id', (orderId) => {
    const of = { ...LINK, orderId: String(orderId) };
    expect(whose(row({ orderId }), { of })).toEqual({ is: 'not-ours' });
    expect(whose(link({ id: orderId }), { of })).toEqual({ is: 'not-ours' });
    expect(mentionsLink(of, { fields: { orderId } }, 'transaction')).toBe(false);
  });

  test.each(['N/A', 'test', '-', '0'])('%s ties nobody as a reference', (invoiceId) => {
    expect(whose(row({ Invoice_Id: invoiceId }), { of: { ...LINK, invoiceId } })).toEqual({ is: 'not-ours' });
  });

  test.each(['10', 'test-1', 'A', 'INV-0', 'X-1', 'NA-7', '١'])('%s is none', (invoiceId) => {
    expect(whose(row({ Invoice_Id: invoiceId }), { of: { ...LINK, invoiceId } })).toMatchObject({
      is: 'ours',
    });
  });
});

test('a value with a NUL, which PostgreSQL keeps in no link, ties nobody', () => {
  const fields = { orderId: '1001\0', Invoice_Id: 'INV-7\0' };
  expect(whose(row(fields), { of: { ...LINK, orderId: '1001\0' } })).toEqual({ is: 'not-ours' });
});

describe('our number under a name that does not say so', () => {
  const NUMBER = 'PL-261121-7K3M9Q2XAB';
  const of = { ...LINK, invoiceId: NUMBER, orderId: 'ORD-100234' };
  const ASKED = { is: 'cannot-tell', why: 'order-id' };
  const NOT_OURS = { is: 'not-ours' };

  test.each<[Fields, object]>([
    [{ deskMark: NUMBER }, ASKED],
    [{ data: { customerReference: ` ${NUMBER} ` } }, ASKED],
    [{ reference: NUMBER, status: 'PAID' }, ASKED],
    [{ udf1: 'ORD-100234' }, ASKED],
    // Another's number, part of a text, what people wrote, one of several.
    [{ deskMark: 'PL-261121-7K3M9Q2XAC' }, NOT_OURS],
    [{ deskMark: `for ${NUMBER}` }, NOT_OURS],
    [{ notes: NUMBER }, NOT_OURS],
    [{ FullName: NUMBER }, NOT_OURS],
    [{ rows: [{ deskMark: NUMBER }] }, NOT_OURS],
    // It has a field for it.
    [{ deskMark: NUMBER, Invoice_Id: 'INV-9' }, NOT_OURS],
    [
      { deskMark: NUMBER, orderId: 'ORD-100234' },
      { is: 'ours', by: 'order-id' },
    ],
  ])('%j', (fields, expected) => {
    expect(whose(row(fields), { of, rivals: [rival({})] })).toEqual(expected);
  });

  test('that is short stands under many names by chance', () => {
    expect(whose(row({ branchCode: '100234', lane: 'INV-7' }))).toEqual(NOT_OURS);
  });

  test.each([
    ['Invoice_Id', { is: 'ours', by: 'reference' }],
    ['nothing', NOT_OURS],
  ] as const)('is %s by the answer: %j', (says, expected) => {
    const words = buildVocabulary({}, [{ name: 'data.deskmark', word: HOLDS_REFERENCE, says }]);
    const record = words.asSaid({ fields: { data: { Desk_Mark: NUMBER } } }, 'payments');
    expect(whose({ ...row({}), record }, { of })).toEqual(expected);
    // Reports and what is kept have the service's own names.
    expect(reduceRecord(record, () => 'ours').fields).toEqual({ data: { Desk_Mark: NUMBER } });
  });
});

test.each<[Fields, FoundRecord['kind'], boolean]>([
  [{ Invoice_Id: 'INV-7' }, 'transaction', true],
  [{ Invoice_Id: 'inv-7' }, 'transaction', true],
  [{ Invoice_Id: 'INV-7', merchantReference: 'M-1' }, 'transaction', true],
  [{ orderId: '100234' }, 'transaction', true],
  [{ orderId: '100234', linkId: '5' }, 'transaction', true],
  [{ id: '100234' }, 'link', true],
  [{ id: '100234' }, 'transaction', false],
  [{ url: 'https://pay.example.com/p/1' }, 'transaction', true],
  [{ url: 'https://pay.example.com/p/2' }, 'transaction', false],
  [{ Invoice_Id: 'INV-8', orderId: '5' }, 'transaction', false],
  [{ Invoice_Id: '100234', orderId: 'INV-7' }, 'transaction', false],
  [{}, 'link', false],
])('a record with %j of a %s mentions the link: %s', (fields, kind, isKept) => {
  expect(mentionsLink(LINK, { fields }, kind)).toBe(isKept);
});

test('a record without an address or an order id does not mention a link without them', () => {
  expect(mentionsLink(LOST, { fields: {} }, 'transaction')).toBe(false);
  expect(mentionsLink(LOST, { fields: { orderId: '100234' } }, 'transaction')).toBe(false);
});
