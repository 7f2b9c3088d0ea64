import type { Request } from '../../app-parts.ts';
import { isDisputed } from '../../blocks/back-words.ts';
import { Refused } from '../../slack/refused.ts';
import { overOf } from '../sale/standing.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkShows, buildRefundNotices } from './notice-kinds.ts';

/** Asks the people who handle the money to give back what came for a sale beyond what was due. Once for each sale. */
export const handleAskRefund = async (
  { about: link, place, tell }: LinkPress,
  { store, members, clock, ids, wake }: Request,
): Promise<void> => {
  const sale = [link, ...(await store.links.saleOf(link))];
  if (sale.some(({ payment }) => isDisputed(payment)))
    throw new Refused('The customer disputes a payment of this sale with their bank. Don’t refund it, too.');
  const over = overOf(sale);
  const last = over?.paid.at(-1);
  if (over === null || last === undefined)
    throw new Refused('Nothing is too much any more, so finance was not asked.');
  const financeIds = await members.financeOf(link.teamId);
  if (financeIds.length === 0)
    throw new Refused('Nobody here has the finance role. Refund it in the payment service’s dashboard.');
  const { teamId, saleId } = link;
  const at = clock.now();
  const isAsked = await store.links.askRefund({
    ...{ teamId, saleId, by: place.userId, fils: over.fils, at, auditId: ids.auditEntry() },
    jobs: [...buildRefundNotices(last, financeIds, ids), ...buildLinkShows(sale, at)],
  });
  if (!isAsked) throw new Refused('Finance was asked before. The card says by whom.');
  wake.notices();
  await tell('Finance was asked. The card says so, and says when the money went back.');
};
