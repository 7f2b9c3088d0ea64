import { sql, type Transaction } from 'kysely';
import { type Link, parseLink } from './link.ts';
import { insertLinkEvent } from './link-events.ts';
import type { LinkState } from './link-states.ts';
import { buildLinkRow, type NewLink } from './new-link.ts';
import type { LinkRow, Schema } from './schema.ts';
import type { StoreDatabase } from './store-database.ts';

/** Links for the same customer and amount that make another one look like a mistake. */
export interface DoubleGuard {
  /** Older links than this do not count, in milliseconds since the epoch. */
  since: number;
  /** Ids of links that the person was shown and decided to make another beside. */
  acknowledged: readonly string[];
}

/** `doubles`: nothing was written, because these still stand. */
export type Reserved = { link: Link; isNew: boolean; doubles: null } | { link: null; doubles: Link[] };

/** The customer may still pay these, or may have done so a moment ago. */
const STILL_OPEN: LinkState[] = ['reserved', 'unknown', 'open', 'reported'];

export const reserveLink = (
  { db, engine }: StoreDatabase,
  link: NewLink,
  guard: DoubleGuard | null,
): Promise<Reserved> =>
  db.transaction().execute(async (trx) => {
    const row = buildLinkRow(link);
    if (engine === 'postgres') {
      // Two colleagues at the same moment: the second waits here, and then sees the first one's link.
      const key = `${link.teamId}:${link.amountFils}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    }
    const first = await trx
      .selectFrom('links')
      .selectAll()
      .where('nonce', '=', link.nonce)
      .executeTakeFirst();
    if (first) return { link: parseLink(first), isNew: false, doubles: null };
    if (guard) {
      const doubles = await findDoubles(trx, row, guard);
      if (doubles.length > 0) return { link: null, doubles };
    }
    const inserted = await trx
      .insertInto('links')
      .values(row)
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!inserted) {
      const other = await trx
        .selectFrom('links')
        .selectAll()
        .where('nonce', '=', link.nonce)
        .executeTakeFirstOrThrow();
      return { link: parseLink(other), isNew: false, doubles: null };
    }
    await insertLinkEvent(trx, {
      id: link.id,
      version: 1,
      from: null,
      to: 'reserved',
      at: link.at,
      cause: 'form submitted',
    });
    return { link: parseLink(inserted), isNew: true, doubles: null };
  });

async function findDoubles(trx: Transaction<Schema>, row: LinkRow, guard: DoubleGuard): Promise<Link[]> {
  const found = await trx
    .selectFrom('links')
    .selectAll()
    .where('team_id', '=', row.team_id)
    .where('amount_fils', '=', row.amount_fils)
    .where('created_at', '>=', guard.since)
    .where('state', 'in', STILL_OPEN)
    .where((or) => or.or([or('email_key', '=', row.email_key), or('phone_key', '=', row.phone_key)]))
    .orderBy('created_at', 'desc')
    .execute();
  const isSeen = new Set(guard.acknowledged);
  return found.filter((double) => !isSeen.has(double.id)).map(parseLink);
}
