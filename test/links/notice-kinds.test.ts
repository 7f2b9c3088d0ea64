import { describe, expect, test } from 'vitest';
import {
  buildFirstShow,
  buildLinkShow,
  buildNewsNotice,
  buildNextOfSale,
  buildOpeningNotices,
  buildQrNotice,
  buildReminderNotice,
  buildReplyNotices,
  buildTwoLinksNotices,
  replyDetailSchema,
  saleDetailSchema,
} from '../../src/links/card/notice-kinds.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const link = buildLink({ teamId: 'T1', channelId: 'C1', creatorId: 'U1', id: 'lnk_1' });
const createIds = () => {
  let count = 0;
  return { notice: () => `ntc_${++count}` };
};

test('each kind waits in the lane of messages that it must not overtake', () => {
  const ids = createIds();
  const happened = { state: 'paid', payment: buildPayment() } as const;
  const of = (kind: string, lane: string, n: number) => ({
    id: `ntc_${n}`,
    teamId: 'T1',
    kind,
    lane,
    linkId: 'lnk_1',
  });
  const show = {
    ...{ id: 'show:sale:lnk_1', teamId: 'T1', kind: 'show', linkId: 'lnk_1' },
    payload: { what: 'sale', id: 'lnk_1' },
  };
  expect([
    buildFirstShow(link),
    ...buildReplyNotices(link, ids, happened, 0),
    buildLinkShow(link, 0),
    buildQrNotice(link, ids),
    buildReminderNotice(link, ids),
    buildNewsNotice(link, ids),
  ]).toEqual([
    { ...show, lane: 'T1:C1' },
    { ...of('reply', 'T1:C1', 1), payload: happened },
    {
      ...{ id: 'ntc_2', teamId: 'T1', kind: 'news', linkId: 'lnk_1', dueAt: 60_000 },
      key: 'happened:lnk_1:paid:confirmed:0:',
      payload: { happened: 'happened:lnk_1:paid:confirmed:0:', replyId: 'ntc_1' },
    },
    show,
    { id: 'ntc_3', teamId: 'T1', kind: 'qr', linkId: 'lnk_1' },
    of('remind-owner', 'T1:U1', 4),
    { ...of('news', 'T1:U1', 5), payload: {} },
  ]);
});

test('an opened link gets its card, and a picture if it was requested', () => {
  const kinds = (isAsked: boolean) =>
    buildOpeningNotices({ ...link, details: { ...link.details, Is_QR_needed: isAsked } }, createIds()).map(
      ({ kind }) => kind,
    );
  expect(kinds(true)).toEqual(['show', 'qr']);
  expect(kinds(false)).toEqual(['show']);
});

test('where too much came, the messages about it follow the amount that is due with the next link', () => {
  const paid = buildPayment({ amountFils: 150_000 });
  const next = buildLink({ id: 'lnk_2', saleId: 'lnk_1', saleOrder: 2 });
  const edits = (payment: typeof paid) =>
    buildNextOfSale(next, [buildLink({ state: 'paid', payment })], 0, createIds()).filter(
      ({ payload }) => saleDetailSchema.safeParse(payload).data?.what === 'edit-too-much',
    );
  expect(edits(paid)).toHaveLength(1);
  expect(edits(buildPayment())).toEqual([]);
});

describe('two links for one sale', () => {
  const other = { ...link, id: 'lnk_2', channelId: 'C2', ownerId: 'U2' };
  const noticesOf = (of: typeof link) =>
    buildTwoLinksNotices(link, of, createIds()).map(({ lane, linkId, kind, payload }) => {
      const { what, otherId, to } = saleDetailSchema.parse(payload);
      return `${kind} ${what} in ${lane}: ${linkId} and ${otherId} to ${to}`;
    });

  test('are reported in the thread of their card and to both owners, each about their own link', () => {
    expect(noticesOf(other)).toEqual([
      'sale two-links in T1:C1: lnk_1 and lnk_2 to null',
      'sale two-links in T1:U1: lnk_1 and lnk_2 to U1',
      'sale two-links in T1:U2: lnk_2 and lnk_1 to U2',
    ]);
  });

  test('are one message to a person who owns both', () => {
    expect(noticesOf({ ...other, ownerId: 'U1' })).toHaveLength(2);
  });
});

const PAYMENT = buildPayment();

test.each([
  ['a reply', replyDetailSchema, { state: 'open', payment: null }],
  ['a reply about a payment', replyDetailSchema, { state: 'paid', payment: PAYMENT }],
  ['too much', saleDetailSchema, { what: 'too-much', otherId: 'lnk_2', to: 'U1' }],
  ['two links', saleDetailSchema, { what: 'two-links', otherId: 'lnk_2', to: 'U1' }],
  ['two links that a payment fits', saleDetailSchema, { what: 'which-link', otherId: 'lnk_2', to: 'U1' }],
])('the stored details of %s are read again', (_, schema, detail) => {
  expect(schema.parse(detail)).toEqual(detail);
});

test.each([
  [replyDetailSchema, {}],
  [saleDetailSchema, { what: 'paid-thrice', otherId: 'lnk_2', to: null }],
  [saleDetailSchema, {}],
])('invalid stored details are refused: $1', (schema, detail) => {
  expect(schema.safeParse(detail).success).toBe(false);
});
