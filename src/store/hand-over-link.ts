import { insertAuditEntry } from './audit-rows.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { lockLinkOf, writeLink } from './link-changes.ts';
import { MAY_BE_HANDED_OVER } from './link-states.ts';

export interface HandOver {
  teamId: string;
  id: string;
  /** Whose link it was when the person decided. */
  from: string;
  to: string;
  /** Who handed it over: its owner, or a colleague who may. */
  by: string;
  at: number;
  auditId: string;
  /** Written in the same transaction, for the link as it is then: nobody gets a link without hearing of it. */
  jobs: (link: Link) => readonly NewJob[];
}

/** `taken`: somebody else handed it over meanwhile. `over`: there is nothing left to look after. */
export type HandedOver = { outcome: 'done' | 'taken' | 'over'; link: Link };

/** Makes a link somebody else's, with its history, its audit entry and its messages, in one transaction. */
export const handOverLink = (database: StoreDatabase, change: HandOver): Promise<HandedOver> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, id, from, to, by, at } = change;
    const row = await lockLinkOf(trx, database, { teamId, id });
    const before = parseLink(row);
    if (before.ownerId !== from) return { outcome: 'taken', link: before };
    if (!MAY_BE_HANDED_OVER.includes(before.state)) return { outcome: 'over', link: before };
    const link = await writeLink(
      trx,
      row,
      { id, at, cause: 'handed over', evidence: { from, to, by } },
      // A card that was asked for in its owner's messages belongs to those of the next one.
      { owner_id: to, ...(row.channel_id === from ? { channel_id: to } : {}) },
      change.jobs,
    );
    await insertAuditEntry(trx, {
      id: change.auditId,
      teamId,
      at,
      actorId: by,
      action: 'link-handed-over',
      subject: id,
      detail: { from, to },
    });
    return { outcome: 'done', link };
  });
