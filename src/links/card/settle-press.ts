import type { Request } from '../../app-parts.ts';
import { Refused } from '../../slack/refused.ts';
import { describeDisplayState } from '../sale/describe-display-state.ts';
import { inSale } from '../sale/link-in-sale.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkShow } from './notice-kinds.ts';

/** Counts a part payment as paid in full, of which less is missing than a link can ask for. */
export const handleCountAsPaid = async (
  { about: link, place, tell }: LinkPress,
  { store, clock, ids, timeZone }: Request,
): Promise<void> => {
  const at = clock.now();
  await store.links.writeNote({
    kind: 'settled',
    ...{ teamId: link.teamId, id: link.id, by: place.userId, at, auditId: ids.auditEntry() },
    decide: (now, sale) => {
      const shown = { ...now, ...inSale(now, sale) };
      const missingFils = shown.settleFils;
      if (missingFils === null)
        throw new Refused(`Nothing was changed: ${describeDisplayState(shown, timeZone)}.`);
      return {
        note: { by: place.userId, at, missingFils },
        amountFils: missingFils,
        jobs: [buildLinkShow(now, at)],
      };
    },
  });
  await tell('Counted as paid in full. The card says that you did.');
};
