import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../../app-parts.ts';
import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import { buildTell } from '../../slack/tell.ts';
import type { Job, NewJob } from '../../store/job.ts';
import type { JobKindName } from '../../store/job-kinds.ts';
import { type Link, wasAsked } from '../../store/link.ts';
import { cardOf, type LinkWithCard, qrMessageOf } from '../../store/link-card.ts';
import { linkPaymentSchema } from '../../store/link-payment.ts';
import { isIssued, LINK_STATES } from '../../store/link-states.ts';
import { buildShow } from '../../store/message-store.ts';
import { overOf } from '../sale/over.ts';

/**
 * - `qr`: uploads the QR picture.
 * - `qr-message`: posts the message with it in the card's thread, once.
 * - `reply`: tells the owner in the card's thread what happened.
 * - `remind-owner`: a direct message before an unpaid link expires.
 * - `news`: a direct message to the owner, when nothing else can say what happened.
 * - `sale`: another link for the same sale exists or follows it, too much came, a payment fits two links, is disputed, or is no longer said to be paid; in the card's thread, or
 *   by direct message to one person.
 * - `hand-over`: a direct message to the person who got a link, or to the one who had it.
 */
export const NOTICE_KINDS = [
  'qr',
  'qr-message',
  'reply',
  'remind-owner',
  'news',
  'sale',
  'hand-over',
] as const satisfies readonly JobKindName[];

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A message or edit that Slack needs because of a link: a job in a lane, which keeps the order of its place. */
export type NewNotice = NewJob & { kind: NoticeKind; lane: string; linkId: string };

type Subject = Pick<Link, 'id' | 'teamId' | 'channelId' | 'ownerId'>;
type LinkId = Pick<Link, 'id' | 'teamId'>;
type LinkOfSale = Subject & Pick<Link, 'saleId'>;
type LinkOfCard = LinkId & Pick<Link, 'saleId'> & Pick<Partial<Link>, 'batchId'>;
type NoticeIds = Pick<Ids, 'notice'>;

/** `lane`: a channel or person for posts; `link:…` for edits, which do not count as posts. */
const buildNotice = (
  kind: NoticeKind,
  { id, teamId }: LinkId,
  lane: string,
  ids: NoticeIds,
  payload?: Record<string, unknown>,
): NewNotice => ({
  id: ids.notice(),
  teamId,
  lane: `${teamId}:${lane}`,
  kind,
  linkId: id,
  ...(payload && { payload }),
});

/** The card of a link's sale, which may not be posted yet: in the lane of its channel. */
export const buildFirstShow = (link: LinkOfSale): NewJob =>
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

/** The card of a link that a second person approved is there before the link is, and says what becomes of it. */
export const buildAskedShow = (link: Link, at: number): NewJob[] =>
  wasAsked(link) ? [buildLinkShow(link, at)] : [];

/** In no lane: a picture that Slack is slow to take does not hold up any card. */
export const buildQrNotice = ({ id, teamId }: LinkId, ids: NoticeIds): NewJob => ({
  id: ids.notice(),
  teamId,
  kind: 'qr',
  linkId: id,
});

/** `pictureTries`: how often Slack did not show the picture yet. */
export const buildQrMessageNotice = (link: Subject, ids: NoticeIds, pictureTries: number, dueAt: number) => ({
  ...buildNotice('qr-message', link, link.channelId, ids, { pictureTries }),
  dueAt,
});

/** The link as it was when the reply was caused: a later state gets its own reply. */
export const replyDetailSchema = z.object({
  state: z.enum(LINK_STATES),
  payment: linkPaymentSchema.nullable(),
});

/** How long the owner waits for a reply before a direct message says the same: well below two minutes with its delivery. */
const REPLY_WAITS_MS = 60_000;

/** That a sale is paid reaches its owner by another road, too, if the reply still waits after a minute, whatever for. */
export const buildReplyNotices = (
  link: Subject,
  ids: NoticeIds,
  detail: z.infer<typeof replyDetailSchema>,
  at: number,
): NewJob[] => {
  const reply = buildNotice('reply', link, link.channelId, ids, detail);
  if (detail.state !== 'paid') return [reply];
  const news = buildHappenedNotice({ ...link, ...detail }, ids, reply.id);
  return [reply, { ...news, dueAt: at + REPLY_WAITS_MS }];
};

export const buildReminderNotice = (link: Subject, ids: NoticeIds) =>
  buildNotice('remind-owner', link, link.ownerId, ids);

/** A person, or a channel, who is told in place of the owner, and Slack's reason why the owner is not. */
export const heirSchema = z.object({ to: z.string(), from: z.string(), code: z.string() });

export type Heir = z.infer<typeof heirSchema>;

/** `replyId`: the reply that has waited; `happened`: what it says, as `happeningKey` names it. */
export const newsDetailSchema = z.object({
  /** Slack's code, if it does not take the QR picture. */
  qrRefusedAs: z.string().optional(),
  replyId: z.string().optional(),
  happened: z.string().optional(),
  /** Said beside a reply in the card's thread, for an owner who may not see that. */
  isBeside: z.literal(true).optional(),
  heir: heirSchema.optional(),
});

export const buildNewsNotice = (
  link: Subject,
  ids: NoticeIds,
  detail: z.infer<typeof newsDetailSchema> = {},
) => buildNotice('news', link, link.ownerId, ids, detail);

/** For a new owner, who may not see the channel of the card. */
export const buildBesideNews = (link: Subject, ids: NoticeIds) =>
  buildNewsNotice(link, ids, { isBeside: true });

const objectSchema = z.looseObject({});

/** A notice to the owner of a link for another person. Without a card of its own, what a reply says is news. */
export const buildHeirNotice = (
  link: Subject,
  { id, kind, payload }: Pick<Notice, 'id' | 'kind' | 'payload'>,
  heir: Heir,
  ids: NoticeIds,
): NewNotice => ({
  ...buildNotice(kind as NoticeKind, link, heir.to, ids, { ...objectSchema.parse(payload ?? {}), heir }),
  // Told by whatever road, once.
  key: `heir:${newsDetailSchema.safeParse(payload).data?.happened ?? id}:${heir.to}`,
});

/** What happened to a link, for telling its owner once, by whatever road. */
type Happening = Pick<Link, 'id' | 'state' | 'payment'>;

/** The direct message about it has this key, whoever adds it. */
export const happeningKey = ({ id, state, payment }: Happening): string =>
  ['happened', id, state, payment?.finding ?? '', payment?.refundedFils ?? '', payment?.dispute ?? ''].join(
    ':',
  );

/** What a reply says, as news. */
export const buildHappenedDetail = (link: Happening): z.infer<typeof newsDetailSchema> => ({
  happened: happeningKey(link),
});

/** The same, once. In no lane, since any may be what the reply waits for. `replyId`: it is not said if that job has said it. */
export const buildHappenedNotice = (link: LinkId & Happening, ids: NoticeIds, replyId?: string): NewJob => ({
  ...{ id: ids.notice(), teamId: link.teamId, kind: 'news', linkId: link.id, key: happeningKey(link) },
  payload: { ...buildHappenedDetail(link), ...(replyId !== undefined && { replyId }) },
});

/** `tells`: who gets the message. `others`: the links that were handed over with this one. `untold`: Slack's reason why the new owner could not be told. */
export const handOverDetailSchema = z.object({
  from: z.string(),
  to: z.string(),
  by: z.string(),
  tells: z.string(),
  others: z.array(z.string()).default([]),
  untold: z.string().optional(),
});

export const buildHandOverNotice = (
  link: Subject,
  ids: NoticeIds,
  detail: z.input<typeof handOverDetailSchema>,
) => buildNotice('hand-over', link, detail.tells, ids, detail);

/** `to` is null for the thread of the link's card. */
export const saleDetailSchema = z.object({
  what: z.enum(['too-much', 'edit-too-much', 'two-links', 'which-link', 'denied', 'changed', 'dispute']),
  otherId: z.string(),
  /** For `denied`: what the service says now; for `dispute`: how it stands. */
  word: z.string().optional(),
  to: z.string().nullable(),
  heir: heirSchema.optional(),
});

export type SaleDetail = z.infer<typeof saleDetailSchema>;

/** For the thread of the sale's card and both owners; each of them gets it once, also when both links turn up at once. */
export const buildTwoLinksNotices = (link: Subject, other: Subject, ids: NoticeIds): NewNotice[] => {
  const build = (about: Subject, { id: otherId }: Subject, to: string | null): NewNotice => ({
    ...buildNotice('sale', about, to ?? about.channelId, ids, {
      ...{ what: 'two-links', otherId, to },
    } satisfies SaleDetail),
    key: `two-links:${[link.id, other.id].sort().join(':')}:${to ?? 'card'}`,
  });
  const owners = new Set([link.ownerId, other.ownerId]);
  return [
    build(link, other, null),
    ...[...owners].map((to) => (to === other.ownerId ? build(other, link, to) : build(link, other, to))),
  ];
};

/**
 * That more came than was due, or finance is asked to give it back: to each of `people`, once for each change; null: in the thread of the sale's
 * card. They are about the sale's first link, whichever of its links changed: of several at once, the last is told.
 */
export const buildTooMuchNotices = (
  { saleId, teamId, channelId }: LinkOfSale,
  people: readonly (string | null)[],
  ids: NoticeIds,
): NewNotice[] =>
  people.map((to) =>
    buildNotice('sale', { id: saleId, teamId }, to ?? channelId, ids, {
      ...{ what: 'too-much', otherId: saleId, to },
    } satisfies SaleDetail),
  );

/** Edits the messages about it, wherever they are. In no lane. */
export const buildTooMuchEdits = ({ saleId, teamId }: LinkOfCard, ids: NoticeIds): NewJob => ({
  ...{ id: ids.notice(), teamId, kind: 'sale', linkId: saleId },
  payload: { what: 'edit-too-much', otherId: saleId, to: null } satisfies SaleDetail,
});

/** Once for each person and version of a link: how its customer's dispute stands. */
export const buildDisputeNotice = (
  link: Subject & Pick<Link, 'version'>,
  dispute: string,
  to: string,
  ids: NoticeIds,
): NewNotice => ({
  ...buildNotice('sale', link, to, ids, {
    ...{ what: 'dispute', otherId: link.id, word: dispute, to },
  } satisfies SaleDetail),
  key: `dispute:${link.id}:${to}:${link.version}`,
});

/** In the thread of the sale's card: who changed it, and to what. Once for each link that follows. */
const buildChangedNotice = (next: Subject, before: LinkId, ids: NoticeIds): NewNotice => ({
  ...buildNotice('sale', next, next.channelId, ids, {
    ...{ what: 'changed', otherId: before.id, to: null },
  } satisfies SaleDetail),
  key: `changed:${next.id}`,
});

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
export const buildNextOfSale = (
  next: Link,
  others: readonly Link[],
  at: number,
  ids: NoticeIds,
): NewJob[] => {
  const newestFirst = others.toSorted((one, other) => other.saleOrder - one.saleOrder);
  const before = newestFirst.find((one) => one.saleOrder < next.saleOrder && isIssued(one.state));
  return [
    ...buildShowsBeside(next, others, at),
    // Another amount may be due now.
    ...(overOf(others) === null ? [] : [buildTooMuchEdits(next, ids)]),
    ...(before === undefined ? [] : [buildChangedNotice(next, before, ids)]),
  ];
};

/** Once for each pair: a payment fits both, and this one's own state does not show it. */
export const buildWhichLinkNotice = (link: Subject, other: LinkId, ids: NoticeIds): NewNotice => ({
  ...buildNotice('sale', link, link.ownerId, ids, {
    what: 'which-link',
    otherId: other.id,
    to: link.ownerId,
  } satisfies SaleDetail),
  key: `which-link:${link.id}:${other.id}`,
});

/** Once for each transaction and person: the service no longer says that a paid link was paid. */
export const buildDenialNotice = (
  link: Subject,
  { transactionId, word }: { transactionId: string; word: string },
  to: string,
  ids: NoticeIds,
): NewNotice => ({
  ...buildNotice('sale', link, to, ids, { what: 'denied', otherId: link.id, word, to } satisfies SaleDetail),
  key: `denied:${link.id}:${to}:${transactionId}`,
});

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

/** What is told of the unpaid links of a batch: to all their owners, or to one. */
export const TOLD_BATCH_ENDING = 'batch-reminder';

/** `until`: it names those that expire before this instant. */
export const batchReminderSchema = z.object({
  batchId: z.string(),
  until: z.number(),
  isOwners: z.boolean().default(false),
});

/** One for all links of the batch with the same `until`: the first of them says when. */
export const buildBatchReminder = (
  { teamId, batchId, ownerId }: BatchId & { ownerId: string },
  { at, until }: { at: number; until: number },
): NewJob =>
  buildTell({ teamId, key: `${TOLD_BATCH_ENDING}:${batchId}:${until}`, dueAt: at }, ownerId, {
    ...{ what: TOLD_BATCH_ENDING, ids: { batchId, until } },
  });

/** For what somebody waits to see: a press, or the end of the work. */
export const buildBatchShowNow = ({ teamId, batchId }: BatchId): NewJob =>
  buildShow({ teamId, what: SHOWN_BATCH, id: batchId });

/** What a delivery reads of its job. */
export type Notice = Pick<Job, 'id' | 'teamId' | 'kind' | 'linkId' | 'payload' | 'attempts'>;

/** `client`: of the link's workspace. */
export type Deliver = (
  link: LinkWithCard,
  notice: Notice,
  app: App,
  client: WebClient,
) => Promise<JobOutcome>;
