import { editMessage } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Card, Link } from '../../store/link.ts';
import { isIssued } from '../../store/link-states.ts';
import { followPicture, isAboutMessage, type PictureEnd } from './follow-picture.ts';
import { buildLinkCard, mayCarryQr } from './link-card-view.ts';
import type { Deliver, DeliveryDependencies } from './notice-delivery.ts';
import { buildNewsNotice } from './notice-kinds.ts';
import { readPictureTries } from './qr-chain.ts';
import { showQrMessage } from './qr-message.ts';
import { isQrInThread } from './qr-place.ts';

/**
 * A link that changes while its card is edited has another edit waiting. These rounds only shorten the time
 * that the old state shows.
 */
const MOST_ROUNDS = 3;

/** Updates the card to what is known now. Safe to repeat. */
export const editCard: Deliver = async (given, notice, dependencies) => {
  const { links, ids } = dependencies;
  let link = given;
  // A card not yet posted brings its own edit, and waiting for it here would hold up that edit.
  const place = given.card;
  if (place === null) return { outcome: 'done' };
  try {
    let end: PictureEnd = 'none';
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      // Do not ask again for a picture that was refused a moment ago.
      const isBare = typeof end !== 'string';
      const shown = isBare ? { ...link, qrFileId: null } : link;
      const ended = await showCard(
        shown,
        { card: link.card ?? place, payload: notice.payload },
        dependencies,
      );
      if (!isBare) end = ended;
      const now = await links.get(link.id);
      if (now.version === link.version) break;
      link = now;
    }
    return { outcome: 'done', next: await followPicture(link, notice.payload, end, dependencies) };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'edit', code: failure.code } as const;
    return { outcome: 'failed', reason: failure.code, next: [buildNewsNotice(link, ids, trouble)] };
  }
};

/**
 * When Slack refuses a card with its picture, for good or for a reason that may be the picture's, shows the
 * card without it: a picture must not hide or delay the card's state. Returns what happened to the picture.
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
  const isDue = link.qrFileId !== null && (link.qrState === 'taken' || readPictureTries(payload) !== null);
  if (isInThread) {
    // An edit about the picture alone leaves the card as it is.
    if (readPictureTries(payload) === null) await show(bare);
    return showQrMessage(link, isDue, dependencies);
  }
  const isPictured = isDue && mayCarryQr(link);
  try {
    await show(isPictured ? link : bare);
    return isPictured ? 'taken' : 'none';
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isPictured || !isAboutMessage(failure)) throw error;
    await show(bare);
    return failure;
  }
}

/** The replacing link's reference, only if that link certainly exists. */
async function findReplacement(link: Link, links: DeliveryDependencies['links']): Promise<string | null> {
  return (await links.replacedBy(link)).find(({ state }) => isIssued(state))?.invoiceId ?? null;
}
