import type { WebClient } from '@slack/web-api';
import type { App } from '../../app-parts.ts';
import { isChannel } from '../../blocks/place.ts';
import { editMessage, type Post, type Posted, postMessage } from '../../slack/messages.ts';
import {
  isOutOfReach,
  isRefusedByPlace,
  readSlackFailure,
  type SlackFailure,
} from '../../slack/slack-failure.ts';
import type { Card, Link } from '../../store/link.ts';
import { isIssued } from '../../store/link-states.ts';
import { buildLeftQrMessage } from './card-thread-view.ts';
import { mayChange } from './display-state.ts';
import { findTwin } from './find-twin.ts';
import { buildFirstCard, buildLeftCard, buildLinkCard, mayCarryQr } from './link-card-view.ts';
import {
  buildEditNotice,
  buildLeftNotice,
  buildNewsNotice,
  buildQrNotice,
  type Deliver,
  failWithNews,
  leftPlaceSchema,
  moveDetailSchema,
  repairSchema,
} from './notice-kinds.ts';
import {
  followPicture,
  isQrInThread,
  mayBePicture,
  type PictureEnd,
  readPictureTries,
  showQrMessage,
} from './qr-delivery.ts';

/**
 * Posts the link's one message without a state, and then the edit that adds the state. If the channel refuses it permanently,
 * it goes to its owner's messages; if Slack refuses the card itself, the owner gets a plain message.
 */
export const postCard: Deliver = async (link, { attempts }, { store, ids, clock, timeZone }, client) => {
  if (link.card !== null) return { outcome: 'done' };
  // The cards of the earlier links must say so, even if this card finds no place.
  const earlier = link.saleId === link.id ? [] : await store.links.saleOf(link);
  const replaced = earlier.map((one) => buildEditNotice(one, ids));
  try {
    const otherwise = link.channelId === link.ownerId ? null : buildFirstPost(link, link.ownerId, timeZone);
    const first = { ...buildFirstPost(link, link.channelId, timeZone), isAgain: attempts > 0 };
    const { refusedAs, ...card } = await postInThread(client, first, link.threadTs, otherwise);
    const refusal = refusedAs === null ? null : { code: refusedAs, at: clock.now() };
    return {
      outcome: 'done',
      card: { ...card, refusal },
      next: [buildEditNotice(link, ids), ...replaced],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'card', code: failure.code } as const;
    return {
      outcome: 'failed',
      reason: failure.code,
      next: [buildNewsNotice(link, ids, trouble), ...replaced],
    };
  }
};

/** In the thread, if the link was made in one and the thread accepts the card. */
async function postInThread(
  client: WebClient,
  first: Post,
  threadTs: string | null,
  otherwise: Post | null,
): Promise<Posted> {
  if (threadTs === null) return postMessage(client, first, otherwise);
  try {
    return await postMessage(client, { ...first, threadTs });
  } catch (error) {
    if (readSlackFailure(error).kind !== 'permanent') throw error;
    return postMessage(client, first, otherwise);
  }
}

/** The card without a state, which does no harm if a crash leaves it there twice. */
const buildFirstPost = (link: Link, channel: string, timeZone: string): Post => ({
  channel,
  message: buildFirstCard(link, timeZone),
  metadata: { event_type: 'paylink_link', event_payload: { id: link.id } },
});

/**
 * Posts the card again in the channel that refused it, or in its new owner's messages. Presses queue in the channel's lane, and
 * the second finds nothing to do. Until the new card's place is stored, the old card counts.
 */
export const moveCard: Deliver = async (link, notice, { ids, clock, timeZone }, client) => {
  const { card: left, cardRefusal } = link;
  const to = moveDetailSchema.parse(notice.payload ?? null)?.to ?? null;
  // If it was handed over again meanwhile, another notice moves it.
  const isMoved = to === null ? cardRefusal === null : to !== link.ownerId;
  if (left === null || isMoved || (to !== null && isChannel(left.channelId))) return { outcome: 'done' };
  try {
    const { refusedAs: _, ...card } = await postMessage(
      client,
      buildFirstPost(link, to ?? link.channelId, timeZone),
    );
    return {
      outcome: 'done',
      card: { ...card, refusal: to === null ? null : cardRefusal, insteadOf: left.ts },
      next: [
        buildEditNotice(link, ids),
        buildLeftNotice(link, ids, {
          channelId: left.channelId,
          ts: left.ts,
          ...(link.qrMessage && { qrMessage: link.qrMessage }),
        }),
        // A picture in the thread of the old card has to come into that of the new one.
        ...(link.qrMessage !== null && mayCarryQr(link) ? [buildQrNotice(link, ids)] : []),
      ],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (to !== null || !isRefusedByPlace(failure)) throw error;
    return {
      outcome: 'done',
      refusal: { code: failure.code, at: clock.now() },
      next: [buildEditNotice(link, ids)],
    };
  }
};

/** Edits the old messages to say where the card is now. */
export const markLeft: Deliver = async (link, notice, _app, client) => {
  const { channelId, ts, qrMessage } = leftPlaceSchema.parse(notice.payload);
  if (link.card === null || link.card.ts === ts) return { outcome: 'done' };
  const edits = [
    { place: { channelId, ts }, message: buildLeftCard(link) },
    ...(qrMessage ? [{ place: qrMessage, message: buildLeftQrMessage() }] : []),
  ];
  for (const { place, message } of edits)
    await editMessage(client, place, message).catch((error: unknown) => {
      // Someone deleted it, so it misleads nobody.
      if (readSlackFailure(error).why !== 'gone') throw error;
    });
  return { outcome: 'done' };
};

const ENDS_EDIT: readonly SlackFailure['why'][] = ['removed', 'unsayable', 'blocks'];

/** Updates the card to what is known now. Safe to repeat. A link that changes during an edit has another edit waiting. */
export const editCard: Deliver = async (link, notice, app, client) => {
  const { ids } = app;
  const { card } = link;
  // A card not yet posted brings its own edit, and waiting for it here would hold up that edit.
  if (card === null) return { outcome: 'done' };
  const shown = { version: link.version, ofCard: card.ts };
  try {
    const end = await showCard(link, { card, payload: notice.payload }, app, client);
    return {
      outcome: 'done',
      // An edit about the picture may have left the card as it was.
      ...(readPictureTries(notice.payload) === null && { shown }),
      ...(await followPicture(link, notice, end, app)),
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    // Of an edit that may be repeated, only these say that repeating it is no use.
    if (!isOutOfReach(failure) && !ENDS_EDIT.includes(failure.why))
      return { outcome: 'later', reason: failure.code, retryAfterMs: null, isUnclear: true };
    // The owner was told when it was refused first. Nobody sees a card that is gone, so nothing is left to correct.
    if (repairSchema.safeParse(notice.payload).success)
      return failure.why === 'gone'
        ? { outcome: 'done', shown }
        : { outcome: 'failed', reason: failure.code };
    return failWithNews(link, ids, { with: 'edit', code: failure.code }, link);
  }
};

/**
 * If Slack refuses a card with its picture permanently, or for a reason that may be the picture's, shows the card without it:
 * a picture must not hide or delay the card's state. Returns what happened to the picture.
 */
async function showCard(
  link: Link,
  { card, payload }: { card: Card; payload: unknown },
  app: App,
  client: WebClient,
): Promise<PictureEnd> {
  const { store, accounts, timeZone } = app;
  const sale = await store.links.saleOf(link);
  const replacedBy = findReplacement(link, sale);
  const twin = findTwin(link, sale);
  const show = async (shown: Link, isWhole = false) => {
    const away = mayChange(shown) ? await accounts.awayFrom(shown) : null;
    const message = buildLinkCard(shown, timeZone, { replacedBy, twin, away });
    return editMessage(client, card, message, { isWhole });
  };
  const bare = { ...link, qrFileId: null };
  const isReady = link.qrFileId !== null && (link.qrState === 'taken' || readPictureTries(payload) !== null);
  if ((isReady || link.qrMessage !== null) && (await isQrInThread(link, app))) {
    // An edit about the picture alone leaves the card as it is.
    if (readPictureTries(payload) === null) await show(bare);
    return showQrMessage(link, { isReady, twin }, app, client);
  }
  const isPictured = isReady && mayCarryQr(link);
  try {
    await show(isPictured ? link : bare, isPictured);
    return isPictured ? 'taken' : 'none';
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isPictured || !mayBePicture(failure)) throw error;
    await show(bare);
    return failure;
  }
}

/** The replacing link's reference, only if that link certainly exists. */
const findReplacement = ({ saleOrder }: Link, sale: readonly Link[]): string | null =>
  sale.find((one) => one.saleOrder > saleOrder && isIssued(one.state))?.invoiceId ?? null;
