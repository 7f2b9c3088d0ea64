import type { StoreDatabase } from './engine/database.ts';
import { findOne } from './engine/queries.ts';
import type { Stored } from './schema.ts';
import { reports } from './tables/reports.ts';

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

  /** Which columns the person chose. */
  choose: async ({ teamId, id }: Pick<SavedReport, 'teamId' | 'id'>, columns: readonly string[]) => {
    await db
      .updateTable('reports')
      .set(reports.write({ columns: [...columns] }))
      .where('id', '=', id)
      .where('teamId', '=', teamId)
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
