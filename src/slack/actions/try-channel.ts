import { describeRefusedCard, nameCardPlace } from '../../messages/card-place.ts';
import { buildLinkResult } from '../../messages/link-result.ts';
import { buildMoveNotice } from '../../notices/notice-kinds.ts';
import type { Link } from '../../store/link.ts';
import { createCardButton } from '../card-button.ts';
import { updateView } from '../update-view.ts';
import { waitForCard } from '../wait-for-card.ts';

const LOOKS_FOR_MS = 6_000;

/** The channel refused the card, and somebody may have mended that: it is asked once more. */
export const handleTryChannel = createCardButton(
  'try_channel',
  'use-any-link',
  async ({ link, place, tell }, dependencies) => {
    const { store, ids, clock, notifier, timeZone } = dependencies;
    if (link.cardRefusal !== null) {
      await store.notices.add([buildMoveNotice(link, ids)], clock.now());
      notifier.wake();
    }
    const isTried = ({ cardRefusal }: Link) =>
      cardRefusal === null || cardRefusal.at !== link.cardRefusal?.at;
    const tried = await waitForCard(link, { isThere: isTried, withinMs: LOOKS_FOR_MS }, dependencies);
    if (place.view) {
      const view = buildLinkResult({ link: tried ?? link, timeZone });
      await updateView({ viewId: place.view.id, view }, dependencies);
    } else await tell(describe(tried));
  },
);

function describe(tried: Link | null): string {
  if (tried === null)
    return 'Slack is slow at the moment. Paylink keeps trying, and moves the card when the channel takes it.';
  const { cardRefusal } = tried;
  return cardRefusal === null
    ? `Done. The card is in ${nameCardPlace(tried)}.`
    : `Not yet. ${describeRefusedCard({ ...tried, cardRefusal })}`;
}
