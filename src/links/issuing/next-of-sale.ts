import { createHash } from 'node:crypto';
import type { Request } from '../../app-parts.ts';
import { requirePermission } from '../../people/members.ts';
import { addShown, describeShown } from '../../store/consent.ts';
import type { Link } from '../../store/link.ts';
import type { LinkDraft } from './issuer.ts';

/** Which sale a link is for, and what was seen of it. */
export type OfSale = Pick<LinkDraft, 'saleId' | 'after' | 'ownerId' | 'consent'>;

export const NEW_SALE: OfSale = { saleId: null, consent: null };

/** What a form shows of the links of its sale, in short. */
export const hashSale = (sale: readonly Link[]): string =>
  createHash('sha256')
    .update(JSON.stringify(addShown([], sale).sort((one, other) => (one.id < other.id ? -1 : 1))))
    .digest('base64url')
    .slice(0, 12);

/** What a form was opened on: the link, and how its sale stood. */
interface SeenSale {
  id: string;
  sale: string;
}

/**
 * The sale that a form makes the next link of, and that its links were seen: all as they are now, if the form was opened on them.
 * If anything has changed since, nothing counts as seen, so the person is asked. Throws `Refused` for somebody who may not.
 */
export const readNextOfSale = async (
  after: SeenSale | null,
  { teamId, userId }: { teamId: string; userId: string },
  request: Request,
): Promise<OfSale> => {
  const { links } = request.store;
  const found = after === null ? null : await links.find(teamId, after.id);
  if (after === null || found === null) return NEW_SALE;
  if (found.ownerId !== userId) await requirePermission({ teamId, userId }, 'use-any-link', request);
  const sale = [found, ...(await links.saleOf(found))];
  const isSeen = hashSale(sale) === after.sale;
  const shown = sale.map((link) =>
    isSeen ? describeShown(link) : { id: link.id, state: link.state, isPayable: false, paidFils: 0 },
  );
  const { saleId, id, ownerId } = found;
  return { saleId, after: id, ownerId, consent: { shown, at: request.clock.now() } };
};
