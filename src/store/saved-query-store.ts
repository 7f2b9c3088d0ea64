import type { StoreDatabase } from './engine/database.ts';
import { findOne, forUpdate } from './engine/queries.ts';
import type { Row } from './engine/table.ts';
import type { Stored } from './schema.ts';
import { type LinkPlace, reports, searches } from './tables/reports.ts';

export { type LinkPlace, SEARCH_STATES, type SearchQuery, type SearchState } from './tables/reports.ts';

const readReport = (row: Stored<'reports'>) => {
  const { spanFrom, spanTo, ...report } = reports.read(row);
  return { ...report, span: { from: spanFrom, to: spanTo } };
};

/** A query a user ran on a listing. */
export type SavedReport = ReturnType<typeof readReport>;

export const createReportStore = ({ db }: StoreDatabase) => ({
  save: async ({ span, ...report }: SavedReport) => {
    await db
      .insertInto('reports')
      .values(reports.write({ ...report, spanFrom: span.from, spanTo: span.to }))
      .execute();
  },

  /** Null when not found, or when it belongs to another workspace. */
  find: (teamId: string, id: string) =>
    findOne(
      db.selectFrom('reports').selectAll().where('id', '=', id).where('teamId', '=', teamId),
      readReport,
    ),
});

export type ReportStore = ReturnType<typeof createReportStore>;

/** A person's search. */
export type SavedSearch = Row<typeof searches>;

export const createSearchStore = ({ db, engine }: StoreDatabase) => ({
  save: async (search: SavedSearch) => {
    await db.insertInto('searches').values(searches.write(search)).execute();
  },

  /** Null when not found, or when it belongs to another workspace. */
  find: (teamId: string, id: string) =>
    findOne(
      db.selectFrom('searches').selectAll().where('id', '=', id).where('teamId', '=', teamId),
      searches.read,
    ),

  // In a transaction, because two pages may be read at once.
  /** Stores where a page starts. */
  keepStart: (teamId: string, id: string, page: number, start: LinkPlace) =>
    db.transaction().execute(async (trx) => {
      const kept = trx
        .selectFrom('searches')
        .select('starts')
        .where('id', '=', id)
        .where('teamId', '=', teamId);
      const row = await forUpdate(engine, kept).executeTakeFirst();
      if (!row) return;
      const { starts } = searches.read(row);
      if (page > starts.length) return;
      starts[page] = start;
      await trx
        .updateTable('searches')
        .set(searches.write({ starts }))
        .where('id', '=', id)
        .where('teamId', '=', teamId)
        .execute();
    }),
});

export type SearchStore = ReturnType<typeof createSearchStore>;
