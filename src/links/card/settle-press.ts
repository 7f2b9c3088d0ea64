import type { Request } from '../../app-parts.ts';
import { Refused } from '../../slack/refused.ts';
import { describeDisplayState } from '../sale/describe-display-state.ts';
import { isCountedAsPaid, settleableOf } from '../sale/display-state.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkShow } from './notice-kinds.ts';

/** Counts a part payment as paid in full, of which less is missing than a link can ask for. */
export const handleCountAsPaid = async (
  { about: link, place, tell }: LinkPress,
  { store, clock, ids, wake, timeZone }: Request,
): Promise<void> => {
  const missingFils = settleableOf(link);
  if (missingFils === null && !isCountedAsPaid(link))
    throw new Refused(`Nothing was changed: ${describeDisplayState(link, timeZone)}.`);
  const at = clock.now();
  const isCounted =
    missingFils !== null &&
    (await store.links.settle({
      ...{ teamId: link.teamId, link, missingFils, by: place.userId, at, auditId: ids.auditEntry() },
      jobs: [buildLinkShow(link, at)],
    }));
  if (!isCounted) throw new Refused('Somebody counted it as paid in full before. The card says who.');
  wake.notices();
  await tell('Counted as paid in full. The card says that you did.');
};
