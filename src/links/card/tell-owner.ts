import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import type { App } from '../../app-parts.ts';
import type { Message } from '../../blocks/message.ts';
import { isChannel } from '../../blocks/place.ts';
import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import { type Post, type Posted, postMessage } from '../../slack/messages.ts';
import { leaveChannel, refusedThereAs } from '../../slack/show.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import {
  cardOf,
  keyOfCard,
  type LinkWithCard,
  SHOWN_TOO_MUCH,
  tooMuchMessageOf,
} from '../../store/link-card.ts';
import { buildShow } from '../../store/message-store.ts';
import { isNotMade, isPayable, ownStateOf } from '../sale/display-state.ts';
import { inItsSale, readInSale } from '../sale/link-in-sale.ts';
import { overOf } from '../sale/over.ts';
import { buildLinkReply } from './card-thread-view.ts';
import { buildHeirNotices, sendToOwner } from './heirs.ts';
import {
  buildHappenedDetail,
  type Deliver,
  happeningKey,
  type Notice,
  newsDetailSchema,
  replyDetailSchema,
  saleDetailSchema,
} from './notice-kinds.ts';
import {
  buildChanged,
  buildDenial,
  buildDisputeMessage,
  buildOwnerNews,
  buildReminder,
  buildTwoLinks,
} from './owner-messages-view.ts';
import { readTooMuch } from './show-link.ts';
import { buildTooMuchHeadline } from './too-much-view.ts';

const DONE: JobOutcome = { outcome: 'done' };
/** Its card may be behind it in its lane, or on its way to a person. */
const CARD_NOT_POSTED: JobOutcome = {
  outcome: 'later',
  reason: 'card not posted yet',
  retryAfterMs: null,
  isApart: true,
};

/** Another road is telling it just now: look again how that ended. If both began at once, each waits, and the reply goes first. */
const waitForOther = (retryAfterMs: number): JobOutcome => ({
  outcome: 'later',
  reason: 'being told elsewhere',
  retryAfterMs,
  isTry: false,
});
const NEWS_IS_TOLD = waitForOther(1_000);
const REPLY_IS_TOLD = waitForOther(2_000);

/** The card, if its thread takes replies that the owner sees: in its channel or in the owner's messages. */
const findThread = ({ card, ownerId }: LinkWithCard) =>
  refusedThereAs(card) === null && (card?.userId ?? ownerId) === ownerId ? card : null;

/**
 * Tells the owner what happened: in the card's thread or in its channel, as the channel's settings say. Without a card, by
 * direct message. An owner who was told meanwhile by direct message is not told again, only the others.
 */
export const replyInThread: Deliver = async (link, notice, app, client) => {
  const { clock, timeZone } = app;
  const { jobs, settings } = app.store;
  const card = findThread(link);
  const isAgain = notice.attempts > 0;
  if (card === null && (await jobs.isWaiting(keyOfCard(link)))) return CARD_NOT_POSTED;
  const past = { ...link, ...replyDetailSchema.parse(notice.payload) };
  const then = inItsSale(past, await app.store.links.saleOf(link));
  const isPaid = ownStateOf(past) === 'paid' && past.payment?.refundedFils === 0;
  const told = await jobs.standingOf(happeningKey(then), clock.now());
  if (told === 'held') return NEWS_IS_TOLD;
  const isTold = told === 'done';
  const channel =
    card !== null && isChannel(card.channelId) ? await settings.ofChannel(link.teamId, card.channelId) : null;
  const isApart = channel?.news === 'channel';
  // Only people who look see an edit or a thread reply.
  const isBroadcast = isPaid && channel?.news === 'both';
  const others = (isPaid ? (channel?.paidMentions ?? []) : []).filter((userId) => userId !== link.ownerId);
  if (isTold && !isBroadcast && !isApart && others.length === 0) return DONE;
  const message = buildLinkReply(then, timeZone, {
    people: isTold ? others : [link.ownerId, ...others],
    isApart: isApart || card === null,
  });
  const asNews = { id: notice.id, kind: 'news' as const, payload: buildHappenedDetail(then) };
  const sendApart = async () =>
    ended(await sendToOwner(link, { ...notice, ...asNews }, message, app, client));
  if (card === null) return sendApart();
  try {
    if (isApart) await postMessage(client, { channel: card.channelId, message, isAgain });
    else {
      const threadTs = card.threadTs ?? card.ts;
      await postReply(client, { channel: card.channelId, threadTs, message, isAgain, isBroadcast });
    }
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    if (channel === null) return sendApart();
    return leaveChannel({ ...cardOf(link), ...card }, failure.code, notice, app);
  }
  // It mentions somebody who reads nothing any more.
  const { ownerGoneAs } = link;
  return ownerGoneAs === null || isTold
    ? DONE
    : { outcome: 'done', next: await buildHeirNotices(link, asNews, ownerGoneAs, app) };
};

/** Also in the channel, unless that forbids broadcasting thread replies. */
const postReply = async (
  client: WebClient,
  { isBroadcast, ...reply }: Post & { isBroadcast: boolean },
): Promise<Posted> => {
  try {
    return await postMessage(client, { ...reply, isBroadcast });
  } catch (error) {
    if (!isBroadcast || !isRefusedByPlace(readSlackFailure(error))) throw error;
    return postMessage(client, reply);
  }
};

const ended = (sent: Posted | JobOutcome): JobOutcome => ('outcome' in sent ? sent : DONE);

/** A reminder, unless there is nothing left to remind of by then. */
export const remindOwner: Deliver = async (link, notice, app, client) => {
  if (!isPayable(link) || link.expiresAt <= app.clock.now()) return DONE;
  const shown = await readInSale(link, app.store.links);
  if (shown.instead !== null) return DONE;
  return ended(await sendToOwner(link, notice, buildReminder(shown, app.timeZone), app, client));
};

/** A direct message to the link's owner. */
export const tellOwner: Deliver = async (link, notice, app, client) => {
  const { clock, timeZone } = app;
  const { links, jobs } = app.store;
  // After an outage several may wait, and each tells the link's state of now.
  if (await jobs.hasNewer(notice)) return DONE;
  const { qrRefusedAs, replyId, happened, isBeside, heir } = newsDetailSchema.parse(notice.payload);
  // The reply stands in the owner's own messages.
  if (isBeside && (link.card === null || !isChannel(link.card.channelId))) return DONE;
  const reply =
    replyId === undefined || heir !== undefined ? 'none' : await jobs.standingOf(replyId, clock.now());
  if (reply === 'held') return REPLY_IS_TOLD;
  if (reply === 'done') return DONE;
  // More has happened since, and has a reply of its own.
  if (happened !== undefined && happened !== happeningKey(link)) return DONE;
  // After a second try has worked, “was not made” would make them try a third time.
  if (isNotMade(link) && (await links.wasMadeAgain(link.id))) return DONE;
  const shown = await readInSale(link, links);
  const message = buildOwnerNews(shown, timeZone, { qrRefusedAs, isHappening: happened !== undefined });
  return ended(await sendToOwner(link, notice, message, app, client));
};

type Place = Pick<z.infer<typeof saleDetailSchema>, 'to' | 'heir'>;

/**
 * Posts a message about a sale: in the card's thread or, where the channel wants no threads, in its channel; or by direct message. Without a
 * card, only the direct messages say it.
 */
export const sendOfSale = async (
  link: LinkWithCard,
  notice: Notice,
  { to, heir, isBroadcast = false }: Place & { isBroadcast?: boolean },
  buildOne: () => Message | Promise<Message>,
  app: App,
  client: WebClient,
): Promise<Posted | JobOutcome> => {
  const { jobs, settings } = app.store;
  const card = findThread(link);
  if (to === null && card === null) return (await jobs.isWaiting(keyOfCard(link))) ? CARD_NOT_POSTED : DONE;
  const findPlace = async () => {
    if (to !== null || card === null) return { channel: to ?? link.ownerId };
    const { news } = await settings.ofChannel(link.teamId, card.channelId);
    return { channel: card.channelId, threadTs: news === 'channel' ? null : (card.threadTs ?? card.ts) };
  };
  try {
    const place = await findPlace();
    const message = await buildOne();
    if (to === link.ownerId || heir !== undefined)
      return await sendToOwner(link, notice, message, app, client);
    return await postReply(client, { ...place, message, isBroadcast: isBroadcast && place.threadTs != null });
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent' || to !== null || card?.userId !== null) throw error;
    return leaveChannel({ ...cardOf(link), ...card }, failure.code, notice, app);
  }
};

/** Reports a change, two links for one sale, or a payment that is disputed or no longer said to be one. */
export const tellOfSale: Deliver = async (link, notice, app, client) => {
  const { what, otherId, word, ...place } = saleDetailSchema.parse(notice.payload);
  if (what === 'edit-too-much') return editTooMuch(link, app);
  if (what === 'too-much') return tellTooMuch(link, notice, app, client);
  // The dispute has gone on since, which another notice tells.
  if (what === 'dispute' && link.payment?.dispute !== word) return DONE;
  const buildOne = async () => {
    if (what === 'dispute') return buildDisputeMessage(link);
    const { links } = app.store;
    const shown = await readInSale(link, links);
    if (what === 'denied') return buildDenial(shown, word ?? '');
    const other = await links.get(otherId);
    return what === 'changed'
      ? buildChanged(other, shown)
      : buildTwoLinks(what, shown, await readInSale(other, links));
  };
  return ended(await sendOfSale(link, notice, place, buildOne, app, client));
};

/**
 * One message about it in each conversation, which is edited from then on. Of more, and of a request to finance, a person hears below it: an
 * edit notifies nobody.
 */
const tellTooMuch: Deliver = async (link, notice, app, client) => {
  const { store, clock } = app;
  const place = saleDetailSchema.parse(notice.payload);
  const { to, heir } = place;
  // The owner has it in the same conversation.
  if (to === null && link.card !== null && !isChannel(link.card.channelId)) return DONE;
  const read = await readTooMuch(link, to, app);
  if (read === null || overOf(read.sale) === null) return DONE;
  // Of several changes that came at once, the last is told.
  if (await store.jobs.hasNewer(notice)) return DONE;
  const shown = tooMuchMessageOf(link, to);
  const placed = heir === undefined ? await store.messages.find(shown) : null;
  if (placed === null) {
    const first = () => buildTooMuchHeadline(read);
    const about = { ...link, ...read.sale.find((one) => one.ownerId === (heir?.from ?? to)) };
    // Colleagues in the channel hand over the goods, and read no thread.
    const sent = await sendOfSale(about, notice, { ...place, isBroadcast: true }, first, app, client);
    if ('outcome' in sent || heir !== undefined) return ended(sent);
    await store.messages.place(shown, { ...sent, userId: to, refusedAs: null }, clock.now());
    return { outcome: 'done', next: [buildShow(shown)] };
  }
  const { channelId: channel, ts: threadTs } = placed;
  if (to !== null) await postMessage(client, { channel, threadTs, message: buildTooMuchHeadline(read, to) });
  return DONE;
};

const editTooMuch = async ({ teamId, saleId }: Link, { store }: App): Promise<JobOutcome> => ({
  outcome: 'done',
  next: (await store.messages.startingWith(teamId, SHOWN_TOO_MUCH, saleId)).map((one) => buildShow(one)),
});
