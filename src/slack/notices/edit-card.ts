import { buildLinkCard } from '../../messages/link-card.ts';
import type { Delivery } from '../../notices/delivery.ts';
import { buildNewsNotice } from '../../notices/notice-kinds.ts';
import type { Link } from '../../store/link.ts';
import type { LinkState } from '../../store/link-states.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver, DeliveryDependencies } from './deliver.ts';
import { buildPictureRetry, MOST_PICTURE_TRIES, readPictureTries } from './qr-chain.ts';

/** Slack's word for a picture that it has not finished processing, or that is gone. */
const NOT_READY = 'invalid_blocks';
/** A link that changes while its card is edited has another edit waiting: this spares a moment of the old state. */
const MOST_ROUNDS = 3;

const STANDS: readonly LinkState[] = ['open', 'reported', 'paid', 'expired'];

/** Brings the card to what is known now. Doing it twice is no harm. */
export const editCard: Deliver = async (given, notice, dependencies) => {
  const { links, ids } = dependencies;
  let link = given;
  // A card that is yet to be posted brings an edit of its own; to wait for it here would hold that one up.
  if (link.card === null) return { outcome: 'delivered' };
  try {
    let isPictureMissing = false;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      isPictureMissing = await showCard(link, link.card ?? given.card, dependencies);
      const now = await links.get(link.id);
      if (now.version === link.version) break;
      link = now;
    }
    return isPictureMissing
      ? await bringPictureLater(link, notice.detail, dependencies)
      : { outcome: 'delivered' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'edit', code: failure.code } as const;
    return { outcome: 'never', reason: failure.code, instead: [buildNewsNotice(link, ids, trouble)] };
  }
};

/** True when the card now stands without its picture, because Slack does not take it yet. */
async function showCard(
  link: Link,
  card: Link['card'],
  { client, links, timeZone }: DeliveryDependencies,
): Promise<boolean> {
  const replacedBy = await findReplacement(link, links);
  const twin = link.paidTwiceWith === null ? null : await links.get(link.paidTwiceWith);
  const show = (shown: Link) =>
    client.chat.update({
      channel: card?.channelId ?? '',
      ts: card?.ts ?? '',
      ...buildLinkCard(shown, timeZone, { replacedBy, twin }),
    });
  try {
    await show(link);
    return false;
  } catch (error) {
    const failure = readSlackFailure(error);
    if (link.qrFileId === null || failure.code !== NOT_READY) throw error;
    await show({ ...link, qrFileId: null });
    return true;
  }
}

/** Not one that came to nothing, or may have. */
async function findReplacement(link: Link, links: DeliveryDependencies['links']): Promise<string | null> {
  const { replacedBy } = await links.ties(link);
  return replacedBy.find(({ state }) => STANDS.includes(state))?.invoiceId ?? null;
}

/** Only an edit that was to show the picture asks for another, and one at a time: every other begins no chain. */
async function bringPictureLater(
  link: Link,
  detail: unknown,
  { ids, clock, notices }: DeliveryDependencies,
): Promise<Delivery> {
  const tries = readPictureTries(detail);
  if (tries === null || (await notices.isWaiting(link.id, 'qr'))) return { outcome: 'delivered' };
  const next =
    tries + 1 < MOST_PICTURE_TRIES
      ? buildPictureRetry(link, ids, tries + 1, clock.now())
      : buildNewsNotice(link, ids, { with: 'qr', code: NOT_READY });
  return { outcome: 'delivered', next: [next] };
}
