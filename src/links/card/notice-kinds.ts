import { z } from 'zod';
import type { Ids } from '../../ids.ts';
import { messagePlaceSchema } from '../../slack/messages.ts';
import type { JobKindName, NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { linkPaymentSchema } from '../../store/link-payment.ts';
import { LINK_STATES } from '../../store/link-states.ts';

/**
 * - `card`: the link's one message in its channel, posted once.
 * - `edit`: updates the card to what is known now; safe to repeat.
 * - `qr`: the picture that joins the card, or the message in its thread.
 * - `qr-message`: the message in the card's thread that shows the picture, posted once.
 * - `reply`: tells the owner in the card's thread what happened.
 * - `nudge`: a direct message before an unpaid link expires.
 * - `news`: a direct message to the owner, when nothing else can say what happened.
 * - `sale`: another link for the same sale exists or was paid as well; in the card's thread, or by direct
 *   message to one person.
 * - `move`: posts the card in its channel after all, or in the messages of its new owner.
 * - `left`: updates the message that the card leaves behind.
 * - `hand-over`: a direct message to the person who got a link, or to the one who had it.
 */
export const NOTICE_KINDS = [
  'card',
  'edit',
  'qr',
  'qr-message',
  'reply',
  'nudge',
  'news',
  'sale',
  'move',
  'left',
  'hand-over',
] as const satisfies readonly JobKindName[];

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What Slack is to be told of a link: a job in a lane, so that a place hears everything in its order. */
export type NewNotice = NewJob & { kind: NoticeKind; lane: string; linkId: string };

type Subject = Pick<Link, 'id' | 'teamId' | 'channelId' | 'ownerId'>;
type NoticeIds = Pick<Ids, 'notice'>;

export const buildCardNotice = (link: Subject, ids: NoticeIds): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.channelId}`,
  kind: 'card',
  linkId: link.id,
});

/** Posts the card again in the channel that refused it, in that channel's lane. */
export const buildMoveNotice = (link: Subject, ids: NoticeIds): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.channelId}`,
  kind: 'move',
  linkId: link.id,
});

/** Whose messages the card goes to; null: to its channel. */
export const moveDetailSchema = z.object({ to: z.string() }).nullable();

/** Posts the card in the messages of the person who has the link now. */
export const buildOwnerMoveNotice = (link: Subject, ids: NoticeIds): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.ownerId}`,
  kind: 'move',
  linkId: link.id,
  payload: { to: link.ownerId } satisfies z.infer<typeof moveDetailSchema>,
});

/** The messages that a card leaves behind: itself, and the one with the QR picture in its thread. */
export const leftPlaceSchema = messagePlaceSchema.extend({ qrMessage: messagePlaceSchema.optional() });

export type LeftPlace = z.infer<typeof leftPlaceSchema>;

/** Updates the message left behind, after the edits that may still be on their way to it. */
export const buildLeftNotice = (link: Subject, ids: NoticeIds, detail: LeftPlace): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:link:${link.id}`,
  kind: 'left',
  linkId: link.id,
  payload: detail,
});

/** A separate lane: edits do not count against the posts of a channel, and wait for no other card. */
export const buildEditNotice = (link: Pick<Link, 'id' | 'teamId'>, ids: NoticeIds): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:link:${link.id}`,
  kind: 'edit',
  linkId: link.id,
});

/** A separate lane: a picture that Slack is slow to take does not hold up any card. */
export const buildQrNotice = (link: Pick<Link, 'id' | 'teamId'>, ids: NoticeIds): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:qr:${link.id}`,
  kind: 'qr',
  linkId: link.id,
});

/** In the channel's lane, because it is a post. `pictureTries`: see the picture's chain. */
export const buildQrMessageNotice = (link: Subject, ids: NoticeIds, pictureTries: number): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.channelId}`,
  kind: 'qr-message',
  linkId: link.id,
  payload: { pictureTries },
});

/** What a reply is about, as it was when the reply was caused: a later state gets its own reply. */
export const replyDetailSchema = z.object({
  state: z.enum(LINK_STATES),
  payment: linkPaymentSchema.nullable(),
});

type ReplyDetail = z.infer<typeof replyDetailSchema>;

/** In the channel's lane, after the card. */
export const buildReplyNotice = (link: Subject, ids: NoticeIds, detail: ReplyDetail): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.channelId}`,
  kind: 'reply',
  linkId: link.id,
  payload: detail,
});

export const buildReminderNotice = (link: Subject, ids: NoticeIds): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.ownerId}`,
  kind: 'nudge',
  linkId: link.id,
});

/**
 * Why the owner gets a direct message: what Slack refused for good, with Slack's own word for the reason.
 */
export const newsTroubleSchema = z.object({
  with: z.enum(['card', 'qr', 'edit', 'reply']),
  code: z.string(),
});

export type NewsTrouble = z.infer<typeof newsTroubleSchema>;

/** Without `trouble`, the message is about the link's own state. */
export const buildNewsNotice = (
  link: Subject,
  ids: NoticeIds,
  trouble: NewsTrouble | null = null,
): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${link.ownerId}`,
  kind: 'news',
  linkId: link.id,
  payload: { trouble },
});

/** `tells`: who gets the message. `untold`: Slack's reason why the new owner could not be told. */
export const handOverDetailSchema = z.object({
  from: z.string(),
  to: z.string(),
  by: z.string(),
  tells: z.string(),
  untold: z.string().optional(),
});

type HandOverDetail = z.infer<typeof handOverDetailSchema>;

export const buildHandOverNotice = (link: Subject, ids: NoticeIds, detail: HandOverDetail): NewNotice => ({
  id: ids.notice(),
  teamId: link.teamId,
  lane: `${link.teamId}:${detail.tells}`,
  kind: 'hand-over',
  linkId: link.id,
  payload: detail,
});

/** `to` is null for the thread of the link's card. */
export const saleDetailSchema = z.object({
  what: z.enum(['paid-twice', 'two-links']),
  otherId: z.string(),
  to: z.string().nullable(),
});

type SaleDetail = z.infer<typeof saleDetailSchema>;

/** For both cards, both owners and each of `financeIds`; each person gets it once. */
export const buildSaleNotices = (
  what: SaleDetail['what'],
  link: Subject,
  other: Subject,
  financeIds: readonly string[],
  ids: NoticeIds,
): NewNotice[] => {
  const build = (of: Subject, beside: Subject, to: string | null): NewNotice => ({
    id: ids.notice(),
    teamId: of.teamId,
    lane: `${of.teamId}:${to ?? of.channelId}`,
    kind: 'sale',
    linkId: of.id,
    payload: { what, otherId: beside.id, to } satisfies SaleDetail,
  });
  const people = new Set([link.ownerId, other.ownerId, ...financeIds]);
  return [
    build(link, other, null),
    build(other, link, null),
    ...[...people].map((to) => (to === other.ownerId ? build(other, link, to) : build(link, other, to))),
  ];
};

/** What is posted when a link has an address: its card, and the QR picture if it was asked for. A batch has one card. */
export const buildOpeningNotices = (link: Link, ids: NoticeIds): NewNotice[] =>
  link.batchId === undefined
    ? [buildCardNotice(link, ids), ...(link.details.Is_QR_needed ? [buildQrNotice(link, ids)] : [])]
    : [];

/** Brings the card of a batch up to date. */
export const BATCH_CARD_JOB = 'batch-card';

/** Changes within this time share one edit: Slack takes one edit a second (chat.update). */
const SHOWN_TOGETHER_MS = 3_000;

interface OfBatch {
  teamId: string;
  batchId: string;
}

/** One job for all that happens within a few seconds. */
export const buildBatchCardJob = (batch: OfBatch, at: number, ids: NoticeIds): NewJob & { key: string } => {
  const turn = Math.floor(at / SHOWN_TOGETHER_MS) + 1;
  return buildOfBatch(batch, { turn: String(turn), dueAt: turn * SHOWN_TOGETHER_MS }, ids);
};

/** For what somebody waits to see: a press, or the end of the work. */
export const buildBatchCardNow = (batch: OfBatch, at: number, ids: NoticeIds): NewJob & { key: string } =>
  buildOfBatch(batch, { turn: ids.notice(), dueAt: at }, ids);

const buildOfBatch = (
  { teamId, batchId }: OfBatch,
  { turn, dueAt }: { turn: string; dueAt: number },
  ids: NoticeIds,
): NewJob & { key: string } => ({
  id: ids.notice(),
  teamId,
  kind: BATCH_CARD_JOB,
  lane: `${teamId}:batch:${batchId}`,
  key: `${BATCH_CARD_JOB}:${batchId}:${turn}`,
  payload: { batchId },
  dueAt,
});
