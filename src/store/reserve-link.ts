import type { Transaction } from 'kysely';
import { insertAuditEntry } from './audit-rows.ts';
import { type CustomerLimit, keepCustomerLimit } from './customer-sum.ts';
import { sql } from './kysely.ts';
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
  database: StoreDatabase,
  link: NewLink,
  guard: DoubleGuard | null,
  limit: CustomerLimit | null,
): Promise<Reserved> =>
  database.db
    .transaction()
    .execute((trx) => reserveLinkIn(trx, database, link, guard, { cause: 'form submitted', limit }));

/** The same inside a transaction of the caller's, who may have more to write with it. `cause` is for the history. */
export const reserveLinkIn = async (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  link: NewLink,
  guard: DoubleGuard | null,
  { cause, limit = null }: { cause: string; limit?: CustomerLimit | null },
): Promise<Reserved> => {
  const row = buildLinkRow(link);
  if (engine === 'postgres') {
    // Two colleagues at the same moment: the second waits here, and then sees the first one's link.
    const key = `${link.teamId}:${link.amountFils}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  }
  const first = await trx.selectFrom('links').selectAll().where('nonce', '=', link.nonce).executeTakeFirst();
  if (first) return found(first, link);
  if (guard) {
    const doubles = await findDoublesIn(trx, row, guard);
    if (doubles.length > 0) return { link: null, doubles };
  }
  if (limit) await keepCustomerLimit(trx, { engine }, row, limit);
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
    return found(other, link);
  }
  await insertLinkEvent(trx, {
    id: link.id,
    version: 1,
    from: null,
    to: 'reserved',
    at: link.at,
    cause,
  });
  // In the same transaction: no link without its line in the audit trail.
  await insertAuditEntry(trx, {
    id: `aud_made_${link.id}`,
    teamId: link.teamId,
    at: link.at,
    actorId: link.makerId,
    action: 'link-made',
    subject: link.id,
    detail: { amountFils: link.amountFils },
  });
  return { link: parseLink(inserted), isNew: true, doubles: null };
};

/** A form is one workspace's: whoever comes with its nonce from another one sees nothing. */
function found(row: LinkRow, { teamId }: Pick<NewLink, 'teamId'>): Reserved {
  if (row.team_id !== teamId) throw new Error('the form is another workspace’s');
  return { link: parseLink(row), isNew: false, doubles: null };
}

/** Links that make this one look like a mistake, newest first. */
export async function findDoublesIn(
  trx: Transaction<Schema>,
  row: Pick<LinkRow, 'team_id' | 'amount_fils' | 'email_key' | 'phone_key'>,
  guard: DoubleGuard,
): Promise<Link[]> {
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
