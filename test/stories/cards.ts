import { buildLinkReply, buildQrMessage } from '../../src/links/card/card-thread-view.ts';
import { buildForHeir } from '../../src/links/card/heirs-view.ts';
import {
  buildFirstCard,
  buildLinkCard,
  buildNotMadeYet,
  joinCards,
} from '../../src/links/card/link-card-view.ts';
import {
  buildChanged,
  buildDenial,
  buildDisputeMessage,
  buildOwnerNews,
  buildRefreshAnswer,
  buildReminder,
  buildTwoLinks,
} from '../../src/links/card/owner-messages-view.ts';
import { buildTooMuch, buildTooMuchHeadline } from '../../src/links/card/too-much-view.ts';
import { buildNotTold, buildNowTheirs, buildNowYours } from '../../src/links/hand-over/hand-over-view.ts';
import { overOf } from '../../src/links/sale/over.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment, Refund } from '../../src/store/link-payment.ts';
import { asSale } from './as-sale.ts';
import { HOUR_MS, listSale, makeUpLink, makeUpPayment, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story, sentence } from './story.ts';

const BACK: Refund = { kind: 'chargeback', fils: 125_050, noticedAt: NOW + HOUR_MS, happenedAt: null };
const DISPUTED: Partial<LinkPayment> = {
  ...{ finding: 'disputed', dispute: 'open', refundedFils: 125_050, refunds: [BACK] },
};

/** All states of a link's card, in the order of its life. */
const STATES: [name: string, changes: Partial<Link>, payment?: Partial<LinkPayment>][] = [
  ['being made', { state: 'reserved', address: null, qrFileId: null }],
  ['not known', { state: 'unknown', address: null, qrFileId: null }],
  ['waiting, without its picture', { qrFileId: null }],
  ['waiting, with its picture', {}],
  ['waiting, handed over', { ownerId: 'U0REHEARSAL' }],
  ['waiting, after two reminders', { qrFileId: null, reminded: { count: 2, lastAt: NOW + HOUR_MS } }],
  ['waiting, after a declined try', {}, { finding: 'declined' }],
  ['reported without proof', { state: 'reported' }, { finding: 'unconfirmed', came: { status: 'DONE' } }],
  ['reported, of one of two links', { state: 'reported' }, { finding: 'unconfirmed', doubt: 'which-link' }],
  ['partly paid', { state: 'reported' }, { finding: 'partly', amountFils: 25_050 }],
  ['another amount', { state: 'reported' }, { finding: 'mismatch', amountFils: 20_000 }],
  ['paid', { state: 'paid' }, {}],
  ['paid, and paid out', { state: 'paid', payout: { id: '7118', at: NOW + 12 * HOUR_MS } }, {}],
  ['paid, noticed late', { state: 'paid' }, { noticedAt: NOW + 6 * HOUR_MS }],
  ['paid, refunded in part', { state: 'paid' }, { refundedFils: 5_000 }],
  ['paid, its answer taken back', { state: 'paid' }, { finding: 'doubted' }],
  ['refunded', { state: 'paid' }, { finding: 'refunded' }],
  [
    'voided',
    { state: 'paid' },
    { finding: 'refunded', refundedFils: 125_050, refunds: [{ ...BACK, kind: 'void' }] },
  ],
  ['disputed', { state: 'paid' }, DISPUTED],
  ['charged back', { state: 'paid' }, { ...DISPUTED, dispute: 'lost' }],
  [
    'paid again, after a dispute',
    { state: 'paid' },
    { dispute: 'won', refunds: [BACK, { ...BACK, fils: -125_050, noticedAt: NOW + 48 * HOUR_MS }] },
  ],
  ['expired', { state: 'expired', updatedAt: NOW + 30 * 24 * HOUR_MS }],
  ['cancelled at the service', { state: 'failed' }, { finding: 'cancelled' }],
  ['not made', { state: 'failed', address: null, qrFileId: null }],
];

export const listCards = (cast: Cast): Story[] => {
  const link = makeUpLink(cast);
  const paid = makeUpLink(cast, { state: 'paid', payment: makeUpPayment() });
  const paidWith = makeUpLink(cast, {
    ...{ id: 'lnk_other', invoiceId: 'PL-261121-REHEARSAL3', state: 'paid' },
    payment: makeUpPayment({ noticedAt: NOW + 1 }),
  });
  const twin = makeUpLink(cast, { id: 'lnk_other', invoiceId: 'PL-261121-REHEARSAL3', state: 'paid' });
  const refundAsked = { by: cast.personId, at: NOW, fils: 125_050, goneFils: 0 };
  const twice = (payment: Partial<LinkPayment> = {}, asked: Link['refundAsked'] = refundAsked) =>
    [
      { ...twin, saleId: paid.id, saleOrder: 2, payment: makeUpPayment(payment) },
      { ...paid, refundAsked: asked },
    ] as const;
  const over = overOf(twice({}, null));
  const refunds = (fils: number) => ({
    refundedFils: fils,
    refunds: [{ ...BACK, kind: 'refund' as const, fils }],
  });
  const handed = { from: cast.personId, to: 'U0REHEARSAL', by: cast.personId };
  const links = STATES.map(([name, changes, payment]) => ({
    name,
    link: makeUpLink(cast, {
      ...changes,
      ...(payment === undefined ? {} : { payment: makeUpPayment(payment) }),
    }),
  }));
  return [
    message('card, first post', 'card', buildFirstCard, link, ZONE),
    ...links.map(
      ({ name, link }): Story => message(`card, ${name}`, 'card', buildLinkCard, asSale(link), ZONE),
    ),
    message(
      'card, replaced by another link',
      'card',
      buildLinkCard,
      {
        ...asSale(link, [{ ...twin, saleOrder: 2, state: 'open' }]),
      },
      ZONE,
    ),
    message('card, of an account that is away', 'card', buildLinkCard, asSale(link), ZONE, 'M-1042'),
    message(
      'card, its sale paid with another link',
      'card',
      buildLinkCard,
      {
        ...asSale({ ...link, saleOrder: 2 }, [paidWith]),
      },
      ZONE,
    ),
    message(
      'card, its sale paid in part with another link',
      'card',
      buildLinkCard,
      {
        ...asSale({ ...link, saleOrder: 2 }, [paidWith]),
        paidBeside: [twin],
        missing: { fils: 4_500, dueFils: link.amountFils },
      },
      ZONE,
    ),
    message(
      'card, above a next link that is being made',
      'card',
      [joinCards, buildNotMadeYet],
      buildLinkCard(asSale(link), ZONE),
      buildNotMadeYet(asSale({ ...twin, state: 'reserved', payment: null }), ZONE),
    ),
    message('card, paid twice', 'card', buildLinkCard, { ...asSale(paid), over, paidBeside: [twin] }, ZONE),
    message(
      'card, paid twice, and finance was asked',
      'card',
      buildLinkCard,
      { ...asSale(paid), over: overOf(twice()), paidBeside: [twin] },
      ZONE,
    ),
    ...(
      [
        ['too much came', twice({}, null)],
        ['finance was asked to refund it', twice()],
        ['a part is refunded', twice(refunds(4_000))],
        ['all is refunded', twice({ finding: 'refunded', ...refunds(125_050) })],
        ['it is disputed', twice(DISPUTED)],
      ] as const
    ).flatMap(([name, sale]): Story[] =>
      [false, true].map((isFinance) =>
        message(
          `a sale paid twice: ${name}${isFinance ? ', to finance' : ''}`,
          'thread',
          buildTooMuch,
          { sale, isFinance },
          ZONE,
        ),
      ),
    ),
    message(
      'a sale paid twice, as it is told below',
      'thread',
      buildTooMuchHeadline,
      { sale: twice(), isFinance: true },
      cast.personId,
    ),
    ...(['not_in_channel', 'is_archived', 'restricted_action', 'message_not_found'] as const).map(
      (code): Story =>
        message(
          `card, in its creator’s messages after ${code}`,
          'card',
          buildLinkCard,
          asSale({
            ...link,
            card: {
              ...{ channelId: 'D0REHEARSAL', ts: '1.000001', threadTs: null },
              ...{ userId: link.ownerId, refusedAs: code },
            },
          }),
          ZONE,
        ),
    ),
    ...[
      { name: 'with its picture', builder: buildQrMessage, message: buildQrMessage(asSale(link), ZONE) },
      { name: 'after the payment', builder: buildQrMessage, message: buildQrMessage(asSale(paid), ZONE) },
    ].map(
      ({ name, builder, message }): Story => ({
        name: `QR code in the thread, ${name}`,
        by: [builder],
        kind: 'message',
        place: 'thread',
        message,
      }),
    ),
    ...[
      {
        name: 'to the new owner',
        builder: buildNowYours,
        message: buildNowYours([listSale(link)], handed, ZONE),
      },
      {
        name: 'of several, to the new owner',
        builder: buildNowYours,
        message: buildNowYours([listSale(link), listSale({ ...link, id: 'lnk_other' })], handed, ZONE),
      },
      {
        name: 'to the owner before',
        builder: buildNowTheirs,
        message: buildNowTheirs([listSale(link)], handed),
      },
      {
        name: 'of several, to the owner before',
        builder: buildNowTheirs,
        message: buildNowTheirs([listSale(link), listSale(link)], handed),
      },
      {
        name: 'taken over, since its owner is gone',
        builder: buildForHeir,
        message: buildForHeir(
          asSale(link),
          buildReminder(asSale(link), ZONE),
          { to: cast.personId, from: cast.personId, code: 'user_disabled' },
          { hasOthers: true },
        ),
      },
      {
        name: 'when the new owner could not be told',
        builder: buildNotTold,
        message: buildNotTold([listSale(link)], handed, 'user_disabled'),
      },
    ].map(
      ({ name, builder, message }): Story => ({
        name: `hand-over, ${name}`,
        by: [builder],
        kind: 'message',
        place: 'channel',
        message,
      }),
    ),
    ...links
      .filter(({ name }) => !/^(being made|not known|waiting, with)/.test(name))
      .map(
        ({ name, link }): Story => ({
          ...message(`reply, ${name}`, 'thread', buildLinkReply, asSale(link), ZONE),
          isBroadcast: name === 'paid',
        }),
      ),
    message('reminder of an unpaid link', 'thread', buildReminder, asSale(link), ZONE),
    ...(
      [
        ['two-links', 'two links of one sale'],
        ['which-link', 'two links that a payment fits'],
      ] as const
    ).map(([what, name]): Story => message(name, 'thread', buildTwoLinks, what, asSale(link), asSale(twin))),
    message('a change', 'thread', buildChanged, link, asSale(twin)),
    message(
      'a payment that the service no longer says was one',
      'channel',
      buildDenial,
      asSale(paid),
      'FAILED',
    ),
    ...(['open', 'lost', 'won'] as const).map((dispute) =>
      message(`a dispute: ${dispute}`, 'channel', buildDisputeMessage, {
        ...paid,
        payment: makeUpPayment({ ...DISPUTED, dispute }),
      }),
    ),
    message('to the creator, news', 'channel', buildOwnerNews, asSale(paid), ZONE),
    message('to the creator, no qr', 'channel', buildOwnerNews, asSale(link), ZONE, {
      qrRefusedAs: 'not_in_channel',
    }),
    ...(['changed', 'same', 'unreachable', 'away'] as const).map(
      (outcome): Story =>
        sentence(`Refresh, ${outcome}`, buildRefreshAnswer, {
          link: asSale(link),
          outcome,
          away: outcome === 'away' ? 'M-1042' : null,
          now: NOW,
          timeZone: ZONE,
        }),
    ),
  ];
};
