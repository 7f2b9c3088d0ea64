import { z } from 'zod';
import type { Ids } from '../../ids.ts';
import { buildPost } from '../../slack/post.ts';
import { buildTell } from '../../slack/tell.ts';
import type { NewJob } from '../../store/job.ts';
import { type Link, wasAsked } from '../../store/link.ts';
import { cardOf, qrMessageOf, SHOWN_TOO_MUCH } from '../../store/link-card.ts';
import { linkPaymentSchema } from '../../store/link-payment.ts';
import { isIssued, LINK_STATES } from '../../store/link-states.ts';
import { buildShow } from '../../store/message-store.ts';
import { overOf } from '../sale/over.ts';

type Subject = Pick<Link, 'id' | 'teamId' | 'channelId' | 'ownerId' | 'saleId'>;
type Owned = Subject & Pick<Link, 'creatorId'>;
type LinkId = Pick<Link, 'id' | 'teamId'>;
type LinkOfCard = LinkId & Pick<Link, 'saleId'> & Pick<Partial<Link>, 'batchId'>;
type NoticeIds = Pick<Ids, 'notice'>;

/** A direct message about a link, in the lane of its person. */
const buildTold = ({ id, teamId }: LinkId, to: string, what: string, key: string, ids?: object): NewJob =>
  buildTell({ teamId, key, lane: `${teamId}:${to}`, linkId: id }, to, { what, ...(ids && { ids }) });

/** A reply in the thread of the sale's card, in the lane of its channel. */
const buildReply = (link: Omit<Subject, 'ownerId'>, what: string, key: string, ids?: object): NewJob => {
  const { id, teamId, channelId } = link;
  const job = { teamId, key, lane: `${teamId}:${channelId}`, linkId: id };
  return buildPost(job, cardOf(link), { what, ...(ids && { ids }) });
};

/** The card of a link's sale, which may not be posted yet: in the lane of its channel. */
export const buildFirstShow = (link: Subject): NewJob =>
  buildShow(cardOf(link), { lane: `${link.teamId}:${link.channelId}`, linkId: link.id });

/** Shows what became of a link: on the card of its sale, or on that of its batch. */
export const buildLinkShow = ({ id, teamId, saleId, batchId }: LinkOfCard, at: number): NewJob =>
  batchId === undefined
    ? buildShow(cardOf({ teamId, saleId }), { linkId: id })
    : buildBatchShow({ teamId, batchId }, at);

/** The same for several, once for each card that they are on. */
export const buildLinkShows = (links: readonly LinkOfCard[], at: number): NewJob[] => {
  const shows = links.map((link) => buildLinkShow(link, at));
  return [...new Map(shows.toReversed().map((job) => [job.id, job])).values()].reverse();
};

/** The QR code in the thread of its card, if it has one: it goes when nobody should pay with it any more. */
export const buildQrShow = (link: Pick<Link, 'id' | 'teamId' | 'batchId' | 'details'>): NewJob[] =>
  link.batchId === undefined && link.details.Is_QR_needed
    ? [buildShow(qrMessageOf(link), { linkId: link.id })]
    : [];

/** A card that may be there before the link is, and says what becomes of it: that of a request, or an earlier link's of the sale. */
export const buildEarlierShow = (link: Link, at: number): NewJob[] =>
  wasAsked(link) || link.saleOrder > 1 ? [buildLinkShow(link, at)] : [];

/** Uploads the QR picture. In no lane: a picture that Slack is slow to take does not hold up any card. */
export const buildQrNotice = ({ id, teamId }: LinkId, ids: NoticeIds): NewJob => ({
  ...{ id: ids.notice(), teamId, kind: 'qr', linkId: id },
});

/** Posts it in the thread of the card. `pictureTries`: how often Slack did not show the picture yet. */
export const buildQrPost = (
  { id, teamId, channelId }: Subject,
  ids: NoticeIds,
  pictureTries: number,
  dueAt: number,
): NewJob => ({
  ...{ id: ids.notice(), teamId, kind: 'qr', lane: `${teamId}:${channelId}`, linkId: id },
  ...{ payload: { pictureTries }, dueAt },
});

/** The link as it was when the reply was caused: a later state gets its own reply. */
const replyDetailSchema = z.object({
  state: z.enum(LINK_STATES),
  payment: linkPaymentSchema.nullable(),
});

/** How long the owner waits for a reply before a direct message says the same: well below two minutes with its delivery. */
const REPLY_WAITS_MS = 60_000;

/** They may not see the channel of the card, and Slack does not say whether they do: a direct message tells them, and no reply. */
export const hasNewOwner = ({ ownerId, creatorId }: Pick<Link, 'ownerId' | 'creatorId'>): boolean =>
  ownerId !== creatorId;

/** That a sale is paid reaches its owner by another road, too, if the reply still waits after a minute, whatever for. */
export const buildReplyNotices = (
  link: Owned,
  ids: NoticeIds,
  detail: z.infer<typeof replyDetailSchema>,
  at: number,
): NewJob[] => {
  const reply = buildReply(link, 'happened', ids.notice(), detail);
  if (hasNewOwner(link)) return [reply, buildHappened({ ...link, ...detail })];
  if (detail.state !== 'paid') return [reply];
  return [reply, { ...buildHappened({ ...link, ...detail }, reply.id), dueAt: at + REPLY_WAITS_MS }];
};

/** What happened to a link, for telling its owner once, by whatever road. */
type Happening = Pick<Link, 'id' | 'state' | 'payment'>;

/** The direct message about it has this key, whoever adds it. */
export const happeningKey = ({ id, state, payment }: Happening): string =>
  ['happened', id, state, payment?.finding ?? '', payment?.refundedFils ?? '', payment?.dispute ?? ''].join(
    ':',
  );

/** `replyId`: the reply that has waited: it is not said if that job has said it. `happened`: see `happeningKey`. */
const happenedSchema = z.object({ happened: z.string(), replyId: z.string().optional() });

/** What a reply says, as a direct message. In no lane, since any may be what the reply waits for. */
export const buildHappened = (link: Subject & Happening, replyId?: string): NewJob => {
  const { id, teamId, ownerId } = link;
  const key = happeningKey(link);
  const about = { happened: key, ...(replyId !== undefined && { replyId }) };
  return buildTell({ teamId, key, linkId: id }, ownerId, { what: 'happened', ids: about });
};

const newsSchema = z.object({
  /** Slack's code, if it does not take the QR picture. */
  qrRefusedAs: z.string().optional(),
  /** A second person approved it: said when it is known what the service made of it. */
  isApproved: z.literal(true).optional(),
});

/** To the owner: how the link stands, when nothing else can say it. */
export const buildNewsNotice = (
  link: Subject,
  ids: NoticeIds,
  detail?: z.infer<typeof newsSchema>,
  key = ids.notice(),
): NewJob => buildTold(link, link.ownerId, 'news', key, detail);

/** The one message of an approval. In no lane, since it waits for the service. */
export const buildApprovedNews = ({ id, teamId, ownerId }: Pick<Link, 'id' | 'teamId' | 'ownerId'>): NewJob =>
  buildTell({ teamId, key: `approval-news:${id}`, linkId: id }, ownerId, {
    ...{ what: 'news', ids: { isApproved: true } satisfies z.infer<typeof newsSchema> },
  });

/** `others`: the links that were handed over with this one. `untold`: Slack's reason why the new owner could not be told. */
export const handOverSchema = z.object({
  from: z.string(),
  to: z.string(),
  by: z.string(),
  others: z.array(z.string()),
  untold: z.string().optional(),
});

export const buildHandOverNotice = (
  link: LinkId,
  tells: string,
  ids: NoticeIds,
  detail: z.infer<typeof handOverSchema>,
): NewJob => buildTold(link, tells, 'hand-over', ids.notice(), detail);

const otherSchema = z.object({ otherId: z.string() });

/** For the thread of the sale's card and both owners; each of them gets it once, also when both links turn up at once. */
export const buildTwoLinksNotices = (link: Subject, other: Subject): NewJob[] => {
  const what = 'two-links';
  const key = [what, ...[link.id, other.id].sort()].join(':');
  const owners = new Set([link.ownerId, other.ownerId]);
  return [
    buildReply(link, what, `${key}:card`, { otherId: other.id }),
    ...[...owners].map((to) => {
      const [about, { id: otherId }] = to === other.ownerId ? [other, link] : [link, other];
      return buildTold(about, to, what, `${key}:${to}`, { otherId });
    }),
  ];
};

/**
 * That more came than was due, or finance is asked to give it back: to each of `people`, once for each change; null: in the thread of the sale's
 * card. They are about the sale's first link, whichever of its links changed: of several at once, the last is told.
 */
export const buildTooMuchNotices = (
  { saleId, teamId, channelId }: Subject,
  people: readonly (string | null)[],
  ids: NoticeIds,
): NewJob[] => {
  const first = { id: saleId, saleId, teamId, channelId };
  return people.map((to) =>
    to === null
      ? buildReply(first, 'too-much', ids.notice())
      : buildTold(first, to, 'too-much', ids.notice()),
  );
};

/** Edits the messages about it, wherever they are. */
export const buildTooMuchEdits = ({ saleId, teamId }: LinkOfCard): NewJob =>
  buildShow({ teamId, what: SHOWN_TOO_MUCH, id: saleId }, { linkId: saleId });

/** What the service says now, or how a dispute stands. */
const wordSchema = z.object({ word: z.string() });

/** Once for each person and version of a link: how its customer's dispute stands. */
export const buildDisputeNotice = (
  link: Subject & Pick<Link, 'version'>,
  dispute: string,
  to: string,
): NewJob => buildTold(link, to, 'dispute', `dispute:${link.id}:${to}:${link.version}`, { word: dispute });

/** In the thread of the sale's card: who changed it, and to what. Once for each link that follows. */
const buildChangedNotice = (next: Subject, before: LinkId): NewJob =>
  buildReply(next, 'changed', `changed:${next.id}`, { otherId: before.id });

/** What else follows for the other links of a sale: their codes, and the cards of batches that a link of the sale is a row of. */
export const buildShowsBeside = (
  { batchId }: Pick<Link, 'batchId'>,
  others: readonly Link[],
  at: number,
): NewJob[] => [
  ...buildLinkShows(
    others.filter((one) => one.batchId !== batchId),
    at,
  ),
  ...others.flatMap(buildQrShow),
];

/** When a link takes the place of the one before: the codes of the others go, and the thread says who changed what. */
export const buildNextOfSale = (next: Link, others: readonly Link[], at: number): NewJob[] => {
  const newestFirst = others.toSorted((one, other) => other.saleOrder - one.saleOrder);
  const before = newestFirst.find((one) => one.saleOrder < next.saleOrder && isIssued(one.state));
  return [
    ...buildShowsBeside(next, others, at),
    // Another amount may be due now.
    ...(overOf(others) === null ? [] : [buildTooMuchEdits(next)]),
    ...(before === undefined ? [] : [buildChangedNotice(next, before)]),
  ];
};

/** Once for each pair: a payment fits both, and this one's own state does not show it. */
export const buildWhichLinkNotice = (link: Subject, other: LinkId): NewJob =>
  buildTold(link, link.ownerId, 'which-link', `which-link:${link.id}:${other.id}`, { otherId: other.id });

/** Once for each transaction and person: the service no longer says that a paid link was paid. */
export const buildDenialNotice = (
  link: Subject,
  { transactionId, word }: { transactionId: string; word: string },
  to: string,
): NewJob => buildTold(link, to, 'denied', `denied:${link.id}:${to}:${transactionId}`, { word });

/** What is posted when a link has an address: its card, and the QR picture if it was asked for. A batch has one card. */
export const buildOpeningNotices = (link: Link, ids: NoticeIds): NewJob[] =>
  link.batchId === undefined
    ? [buildFirstShow(link), ...(link.details.Is_QR_needed ? [buildQrNotice(link, ids)] : [])]
    : [];

/** What is shown: the card of a batch. */
export const SHOWN_BATCH = 'batch';

/** Changes within this time share one edit: Slack takes one edit a second (chat.update). */
const SHARED_EDIT_MS = 3_000;

type BatchId = { teamId: string; batchId: string };

/** For what happens by itself: one edit for all that happens within a few seconds. */
export const buildBatchShow = (batch: BatchId, at: number): NewJob => ({
  ...buildBatchShowNow(batch),
  dueAt: (Math.floor(at / SHARED_EDIT_MS) + 1) * SHARED_EDIT_MS,
});

/** For what somebody waits to see: a press, or the end of the work. */
export const buildBatchShowNow = ({ teamId, batchId }: BatchId): NewJob =>
  buildShow({ teamId, what: SHOWN_BATCH, id: batchId });

/** What is told and said of links: what a job keeps of it beside the link. */
export const TOLD_IDS = {
  ...{ news: newsSchema, happened: happenedSchema, 'hand-over': handOverSchema, 'too-much': z.object({}) },
  ...{ 'two-links': otherSchema, 'which-link': otherSchema, denied: wordSchema, dispute: wordSchema },
};
export const SAID_IDS = {
  ...{ happened: replyDetailSchema, changed: otherSchema, 'two-links': otherSchema },
  'too-much': z.object({}),
};
