import { describe, expect, test } from 'vitest';
import {
  buildFirstShow,
  buildLinkShow,
  buildNewsNotice,
  buildNextOfSale,
  buildOpeningNotices,
  buildQrNotice,
  buildReplyNotices,
  buildTwoLinksNotices,
  SAID_IDS,
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
  const happenedKey = 'happened:lnk_1:paid:confirmed:0:';
  const show = {
    ...{ id: 'show:sale:lnk_1', teamId: 'T1', kind: 'show', linkId: 'lnk_1' },
    payload: { what: 'sale', id: 'lnk_1' },
  };
  expect([
    buildFirstShow(link),
    ...buildReplyNotices(link, ids, happened, 0),
    buildLinkShow(link, 0),
    buildQrNotice(link, ids),
    buildNewsNotice(link, ids),
  ]).toEqual([
    { ...show, lane: 'T1:C1' },
    {
      ...of('post', 'T1:C1', 1),
      payload: { card: { what: 'sale', id: 'lnk_1' }, what: 'happened', ids: happened },
    },
    {
      ...{ id: happenedKey, teamId: 'T1', kind: 'tell', linkId: 'lnk_1', dueAt: 60_000 },
      payload: { to: 'U1', what: 'happened', ids: { happened: happenedKey, replyId: 'ntc_1' } },
    },
    show,
    { id: 'ntc_2', teamId: 'T1', kind: 'qr', linkId: 'lnk_1' },
    { ...of('tell', 'T1:U1', 3), payload: { to: 'U1', what: 'news', ids: {} } },
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
    buildNextOfSale(next, [buildLink({ state: 'paid', payment })], 0).filter(
      ({ id }) => id === 'show:too-much:lnk_1',
    );
  expect(edits(paid)).toHaveLength(1);
  expect(edits(buildPayment())).toEqual([]);
});

describe('two links for one sale', () => {
  const other = { ...link, id: 'lnk_2', channelId: 'C2', ownerId: 'U2' };
  const noticesOf = (of: typeof link) =>
    buildTwoLinksNotices(link, of).map(({ lane, linkId, kind, payload }) => {
      const { what, ids } = payload as { what: string; ids: { otherId: string } };
      return `${kind} ${what} in ${lane}: ${linkId} and ${ids.otherId}`;
    });

  test('are reported in the thread of their card and to both owners, each about their own link', () => {
    expect(noticesOf(other)).toEqual([
      'post two-links in T1:C1: lnk_1 and lnk_2',
      'tell two-links in T1:U1: lnk_1 and lnk_2',
      'tell two-links in T1:U2: lnk_2 and lnk_1',
    ]);
  });

  test('are one message to a person who owns both', () => {
    expect(noticesOf({ ...other, ownerId: 'U1' })).toHaveLength(2);
  });
});

const PAYMENT = buildPayment();

test.each([
  ['a reply', SAID_IDS.happened, { state: 'open', payment: null }],
  ['a reply about a payment', SAID_IDS.happened, { state: 'paid', payment: PAYMENT }],
])('the stored details of %s are read again', (_, schema, detail) => {
  expect(schema.parse(detail)).toEqual(detail);
});
