import type { Transaction } from 'kysely';
import type { StoreDatabase } from './engine/store-database.ts';
import { type Link, parseLink } from './link.ts';
import type { Schema } from './schema.ts';

/** A chain with more links than this is not a single sale. */
const MOST_LINKS = 20;

/**
 * The other links of a link's sale: the ones it replaces, the ones that replace it, and so on. Locks them all, always
 * in the same order. So if two links of a sale are paid at the same moment, the second sees the first.
 */
export const lockSaleOf = async (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  id: string,
): Promise<Link[]> => {
  const ids = await listSale(trx, id);
  if (ids.length === 1) return [];
  const query = inTeamOf(trx, id).selectAll().where('id', 'in', ids).orderBy('id');
  const rows = await (engine === 'postgres' ? query.forUpdate() : query).execute();
  return rows.filter((row) => row.id !== id).map(parseLink);
};

/** A link's `replaces_link_id` must never lead into another workspace. */
const inTeamOf = (trx: Transaction<Schema>, id: string) =>
  trx
    .selectFrom('links')
    .where('team_id', '=', (on) => on.selectFrom('links').select('team_id').where('id', '=', id));

async function listSale(trx: Transaction<Schema>, id: string): Promise<string[]> {
  const known = new Set([id]);
  for (let at: string[] = [id]; at.length > 0 && known.size < MOST_LINKS; ) {
    const rows = await inTeamOf(trx, id)
      .select(['id', 'replaces_link_id'])
      .where((or) => or.or([or('id', 'in', at), or('replaces_link_id', 'in', at)]))
      .limit(MOST_LINKS)
      .execute();
    const found = rows.flatMap((row) => [row.id, ...(row.replaces_link_id ? [row.replaces_link_id] : [])]);
    at = [...new Set(found)].filter((one) => !known.has(one));
    for (const one of at) known.add(one);
  }
  return [...known];
}
