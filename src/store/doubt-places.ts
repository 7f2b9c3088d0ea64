import type { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';
import { forUpdate } from './engine/queries.ts';
import { type Link, parseLink } from './link.ts';
import { type doubtPlaceSchema, links } from './tables/links.ts';

/** Where people read that nobody knows whether a link exists: a window or a message. */
export type DoubtPlace = z.infer<typeof doubtPlaceSchema>;

/** A person who presses *Check again* all day does not need more. */
const MOST_PLACES = 20;

export const createDoubtPlaces = ({ db, engine }: StoreDatabase) => {
  const change = (linkId: string, to: (places: DoubtPlace[]) => DoubtPlace[]): Promise<Link> =>
    db.transaction().execute(async (trx) => {
      const query = trx.selectFrom('links').selectAll().where('id', '=', linkId);
      const row = await forUpdate(engine, query).executeTakeFirstOrThrow();
      const places = to(readPlaces(row)).slice(-MOST_PLACES);
      await trx
        .updateTable('links')
        .set(links.write({ doubtPlaces: places.length === 0 ? null : places }))
        .where('id', '=', linkId)
        .execute();
      return parseLink(row);
    });

  return {
    /** Notes a place, in place of an earlier version of the same one. Returns the link as it is then. */
    noteDoubtPlace: (linkId: string, place: DoubtPlace) =>
      change(linkId, (places) => [...places.filter((one) => nameOf(one) !== nameOf(place)), place]),

    doubtPlaces: async (linkId: string) => {
      const row = await db
        .selectFrom('links')
        .select('doubtPlaces')
        .where('id', '=', linkId)
        .executeTakeFirstOrThrow();
      return readPlaces(row);
    },

    /** `updated`: the places as they were read; others were noted meanwhile, and stay. */
    replaceDoubtPlaces: async (
      linkId: string,
      updated: readonly DoubtPlace[],
      kept: readonly DoubtPlace[],
    ) => {
      const isUpdated = new Set(updated.map((place) => JSON.stringify(place)));
      await change(linkId, (places) => [
        ...places.filter((place) => !isUpdated.has(JSON.stringify(place))),
        ...kept,
      ]);
    },
  };
};

export type DoubtPlaceStore = ReturnType<typeof createDoubtPlaces>;

const readPlaces = (row: { doubtPlaces: string | null }): DoubtPlace[] => links.read(row).doubtPlaces ?? [];

const nameOf = (place: DoubtPlace): string =>
  'viewId' in place ? place.viewId : `${place.channelId}:${place.ts}`;
