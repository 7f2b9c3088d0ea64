import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import { editMessage } from '../../slack/messages.ts';
import { isOutOfReach, isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { DoubtPlace } from '../../store/doubt-places.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { buildLinkResult } from '../form/link-result-view.ts';
import { isInDoubt } from './note-doubt.ts';
import type { Deliver } from './notice-kinds.ts';
import { buildOwnerNews } from './owner-messages-view.ts';

/**
 * Shows what became of a link in every window and message that said that nobody knows. A window that shows something else by
 * now, and a message that is gone, are left alone. Places of a link that may still turn up are kept.
 */
export const updateDoubtPlaces: Deliver = async (
  link,
  _notice,
  { store: { links }, clock, timeZone },
  client,
) => {
  const kept: DoubtPlace[] = [];
  const places = await links.doubtPlaces(link.id);
  for (const place of places) {
    const now = await update(place, link, { client, clock, timeZone });
    if (now !== null && isInDoubt(link)) kept.push(now);
  }
  await links.replaceDoubtPlaces(link.id, places, kept);
  return { outcome: 'done' };
};

/** Null: nobody can read it there any more. Rejects with Slack's error when that may pass. */
async function update(
  place: DoubtPlace,
  link: LinkWithCard,
  { client, clock, timeZone }: { client: WebClient; clock: Clock; timeZone: string },
): Promise<DoubtPlace | null> {
  try {
    if ('viewId' in place) {
      const view = buildLinkResult({ link, timeZone });
      const shown = await updateView({ ...place, view }, { patientClient: client, clock });
      return shown?.hash == null ? null : { viewId: place.viewId, hash: shown.hash };
    }
    await editMessage(client, place, buildOwnerNews(link, timeZone, null));
    return place;
  } catch (error) {
    if (error instanceof ViewRefused && !error.isPassing) return null;
    const failure = readSlackFailure(error);
    if (isOutOfReach(failure) || isRefusedByPlace(failure)) return null;
    throw error;
  }
}
