import type { Request } from '../../app-parts.ts';
import { isDisputed } from '../../blocks/back-words.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { Refused } from '../../slack/refused.ts';
import { goneOf, overOf } from '../sale/over.ts';
import { readAskedFils } from './card-buttons-view.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkShows, buildTooMuchEdits, buildTooMuchNotices } from './notice-kinds.ts';

/** Asks the people who handle the money to give back what came for a sale beyond what was due: as much as the person saw. */
export const handleAskRefund = async (
  { about: { teamId, saleId }, place, tell }: LinkPress,
  { store, members, clock, ids }: Request,
): Promise<void> => {
  const financeIds = await members.financeOf(teamId);
  if (financeIds.length === 0)
    throw new Refused('Nobody here has the finance role. Refund it in the payment service’s dashboard.');
  const seenFils = readAskedFils(place.value);
  const at = clock.now();
  await store.links.writeNote({
    kind: 'refundAsked',
    ...{ teamId, id: saleId, by: place.userId, at, auditId: ids.auditEntry() },
    decide: (_, sale) => {
      if (sale.some(({ payment }) => isDisputed(payment)))
        throw new Refused(
          'The customer disputes a payment of this sale with their bank. Don’t refund it, too.',
        );
      const over = overOf(sale);
      const last = over?.paid.at(-1);
      if (over === null || last === undefined)
        throw new Refused('Nothing is too much any more, so finance was not asked.');
      if (over.isAsked) throw new Refused('Finance was asked before. The card says by whom.');
      if (over.fils !== seenFils)
        throw new Refused(
          `Finance was not asked: ${formatAed(over.fils)} is too much now. Press the button on the card.`,
        );
      return {
        note: { by: place.userId, at, fils: over.fils, goneFils: goneOf(sale) },
        amountFils: over.fils,
        jobs: [
          ...buildTooMuchNotices(last, financeIds, ids),
          buildTooMuchEdits(last),
          ...buildLinkShows(sale, at),
        ],
      };
    },
  });
  await tell('Finance was asked. The card says so, and says when the money went back.');
};
