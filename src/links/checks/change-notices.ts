import { isDisputed } from '../../blocks/back-words.ts';
import type { Ids } from '../../ids.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { awaitsPayment, holdsNumber } from '../../store/link-states.ts';
import {
  buildDisputeNotice,
  buildEarlierShow,
  buildFirstShow,
  buildLinkShow,
  buildNewsNotice,
  buildNextOfSale,
  buildQrShow,
  buildReplyNotices,
  buildShowsBeside,
  buildTooMuchEdits,
  buildTooMuchNotices,
  buildTwoLinksNotices,
} from '../card/notice-kinds.ts';
import { isPayable, mayHaveCard } from '../sale/display-state.ts';
import { overOf } from '../sale/over.ts';
import type { LinkChange } from './decide-change.ts';

type NoticeIds = Pick<Ids, 'notice'>;

/** What Slack has to show after a change of a link. `sale`: the sale's other links, whose cards name the change. */
export const buildChangeNotices = (
  link: Link,
  change: LinkChange,
  { sale, at }: { sale: readonly Link[]; at: number },
  ids: NoticeIds,
): NewJob[] => {
  const state = change.to ?? link.state;
  // While it can still be paid, its code stays as it is.
  const hasCode = link.address !== null && !(awaitsPayment(link.state) && awaitsPayment(state));
  const code = hasCode ? buildQrShow(link) : [];
  const shows = [...code, ...buildShowsBeside(link, sale, at)];
  // A batch has one card, and no thread for each of its links.
  if (link.batchId !== undefined) return [buildLinkShow(link, at), ...shows];
  // A card waits for the link's address, unless money came: until then only a direct message reaches the owner.
  if (!mayHaveCard({ address: link.address, state }))
    return [buildNewsNotice(link, ids), ...buildEarlierShow(link, at), ...shows];
  const card =
    link.address === null
      ? [buildFirstShow(link), ...buildNextOfSale({ ...link, state }, sale, at)]
      : [buildLinkShow(link, at)];
  if (!change.isNews) return [...card, ...shows];
  const reply = buildReplyNotices(link, ids, { state, payment: change.payment }, at);
  return [...card, ...reply, ...shows];
};

/**
 * The people who handle the money hear at once that a customer disputes a payment, and how that ended; the owner by the reply, and where
 * there is none by the same message.
 */
export const buildDisputeNews = (
  link: Link,
  { payment, isNews }: LinkChange,
  financeIds: readonly string[],
): NewJob[] => {
  const { dispute = null } = payment ?? {};
  const isOver = dispute === 'won' && !isDisputed(link.payment);
  if (dispute === null || !isNews || dispute === link.payment?.dispute || isOver) return [];
  const people = new Set([...financeIds, ...(link.batchId === undefined ? [] : [link.ownerId])]);
  return [...people].map((to) => buildDisputeNotice(link, dispute, to));
};

/**
 * Tells the thread of the card, the owners and the people who handle the money that more came for a sale than was due, or of two links for it, and removes the
 * codes of its open links when another one was paid. `hasTurnedUp`: we did not know that the link existed, and another was made in its place.
 */
export const buildSaleNews = (
  link: Link,
  others: readonly Link[],
  {
    before,
    financeIds,
    ids,
    hasTurnedUp,
    at,
  }: { before: Link; financeIds: readonly string[]; ids: NoticeIds; hasTurnedUp: boolean; at: number },
): NewJob[] => {
  const [over, was] = [link, before].map((one) => overOf([one, ...others]));
  const edits = over || was ? [buildTooMuchEdits(link)] : [];
  if (over && over.fils > (was?.fils ?? 0)) {
    const people = new Set([...over.paid, link].map((one) => one.ownerId).concat(financeIds));
    return [
      ...buildQrShow(link),
      ...buildShowsBeside(link, others, at),
      ...buildTooMuchNotices(link, [null, ...people], ids),
      ...edits,
    ];
  }
  const beside = hasTurnedUp ? others.find(isAtService) : undefined;
  const news = beside ? buildTwoLinksNotices(link, beside) : [];
  // The customer must not pay those any more.
  const codes = link.state === 'paid' ? buildShowsBeside(link, others.filter(isPayable), at) : [];
  return [...codes, ...news, ...edits];
};

/** The service has it, or may have it. */
const isAtService = ({ state, address }: Link): boolean =>
  holdsNumber(state) && (state !== 'open' || address !== null);
