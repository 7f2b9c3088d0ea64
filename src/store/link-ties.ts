import type { StoreDatabase } from './engine/store-database.ts';
import { type Link, parseLink } from './link.ts';

/** Links tied to a link by a user's choice: the ones it replaces or was created beside, and the reverse. */
export interface LinkTies {
  replaces: Link | null;
  beside: Link | null;
  /** Newest first, failed ones included. */
  replacedBy: Link[];
  besideOf: Link[];
}

/** Any more of them cannot be a mistake. */
const MOST_TIES = 5;

type Subject = Pick<Link, 'id' | 'teamId' | 'replacesLinkId' | 'besideLinkId'>;

const find = async (
  { db }: Pick<StoreDatabase, 'db'>,
  { teamId }: Pick<Link, 'teamId'>,
  column: 'id' | 'replaces_link_id' | 'beside_link_id',
  value: string | null,
): Promise<Link[]> => {
  if (value === null) return [];
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where(column, '=', value)
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .limit(MOST_TIES)
    .execute();
  return rows.map(parseLink);
};

export const findReplacements = (
  database: Pick<StoreDatabase, 'db'>,
  link: Pick<Link, 'id' | 'teamId'>,
): Promise<Link[]> => find(database, link, 'replaces_link_id', link.id);

export const findLinkTies = async (database: Pick<StoreDatabase, 'db'>, link: Subject): Promise<LinkTies> => {
  const [[replaces = null], [beside = null], replacedBy, besideOf] = await Promise.all([
    find(database, link, 'id', link.replacesLinkId),
    find(database, link, 'id', link.besideLinkId),
    findReplacements(database, link),
    find(database, link, 'beside_link_id', link.id),
  ]);
  return { replaces, beside, replacedBy, besideOf };
};
