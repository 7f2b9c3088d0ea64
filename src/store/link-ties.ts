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

export const findLinkTies = async (
  { db }: Pick<StoreDatabase, 'db'>,
  {
    id,
    teamId,
    replacesLinkId,
    besideLinkId,
  }: Pick<Link, 'id' | 'teamId' | 'replacesLinkId' | 'besideLinkId'>,
): Promise<LinkTies> => {
  const find = async (column: 'id' | 'replaces_link_id' | 'beside_link_id', value: string) => {
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
  return {
    replaces: replacesLinkId === null ? null : ((await find('id', replacesLinkId))[0] ?? null),
    beside: besideLinkId === null ? null : ((await find('id', besideLinkId))[0] ?? null),
    replacedBy: await find('replaces_link_id', id),
    besideOf: await find('beside_link_id', id),
  };
};
