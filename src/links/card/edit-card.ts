import { editMessage } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Card, Link } from '../../store/link.ts';
import { isIssued } from '../../store/link-states.ts';
import { buildLinkCard, mayCarryQr } from './link-card-view.ts';
import { type Deliver, type DeliveryDependencies, failWithNews } from './notice-kinds.ts';
import {
  followPicture,
  isQrInThread,
  mayBePicture,
  type PictureEnd,
  readPictureTries,
  showQrMessage,
} from './qr-delivery.ts';

/** A link that changes during an edit has another edit waiting. These rounds only show the new state sooner. */
const MAX_ROUNDS = 3;

/** Updates the card to what is known now. Safe to repeat. */
export const editCard: Deliver = async (before, notice, dependencies) => {
  const { links, ids } = dependencies;
  let link = before;
  // A card not yet posted brings its own edit, and waiting for it here would hold up that edit.
  const place = before.card;
  if (place === null) return { outcome: 'done' };
  try {
    let end: PictureEnd = 'none';
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // Leave out a picture that was refused a moment ago.
      const isRefused = typeof end !== 'string';
      const shown = isRefused ? { ...link, qrFileId: null } : link;
      const ended = await showCard(
        shown,
        { card: link.card ?? place, payload: notice.payload },
        dependencies,
      );
      if (!isRefused) end = ended;
      const now = await links.get(link.id);
      if (now.version === link.version) break;
      link = now;
    }
    return { outcome: 'done', next: await followPicture(link, notice.payload, end, dependencies) };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    return failWithNews(link, ids, { with: 'edit', code: failure.code });
  }
};

/**
 * If Slack refuses a card with its picture permanently, or for a reason that may be the picture's, shows the card without it:
 * a picture must not hide or delay the card's state. Returns what happened to the picture.
 */
async function showCard(
  link: Link,
  { card, payload }: { card: Card; payload: unknown },
  dependencies: DeliveryDependencies,
): Promise<PictureEnd> {
  const { client, links, timeZone } = dependencies;
  const [replacedBy, twin, isInThread] = await Promise.all([
    findReplacement(link, links),
    link.paidTwiceWith === null ? null : links.get(link.paidTwiceWith),
    isQrInThread(link, dependencies),
  ]);
  const show = (shown: Link) =>
    editMessage(client, card, buildLinkCard(shown, timeZone, { replacedBy, twin }));
  const bare = { ...link, qrFileId: null };
  const isReady = link.qrFileId !== null && (link.qrState === 'taken' || readPictureTries(payload) !== null);
  if (isInThread) {
    // An edit about the picture alone leaves the card as it is.
    if (readPictureTries(payload) === null) await show(bare);
    return showQrMessage(link, isReady, dependencies);
  }
  const isPictured = isReady && mayCarryQr(link);
  try {
    await show(isPictured ? link : bare);
    return isPictured ? 'taken' : 'none';
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isPictured || !mayBePicture(failure)) throw error;
    await show(bare);
    return failure;
  }
}

/** The replacing link's reference, only if that link certainly exists. */
async function findReplacement(link: Link, links: DeliveryDependencies['links']): Promise<string | null> {
  return (await links.replacedBy(link)).find(({ state }) => isIssued(state))?.invoiceId ?? null;
}
