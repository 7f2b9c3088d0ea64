import { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';

const kindSchema = z.enum(['transactions', 'payouts', 'links']);

/** A query a user ran on a listing. The rows themselves are never stored. */
export interface SavedReport {
  id: string;
  teamId: string;
  /** The user who ran it. */
  userId: string;
  kind: z.infer<typeof kindSchema>;
  /** Milliseconds since the epoch, both ends inclusive. */
  span: { from: number; to: number };
  /** Visible to the channel, not only to the user. */
  isShared: boolean;
  createdAt: number;
}

export interface ReportStore {
  save(report: SavedReport): Promise<void>;
  /** Null when not found, or when it belongs to another workspace. */
  find(teamId: string, id: string): Promise<SavedReport | null>;
}

export const createReportStore = ({ db }: StoreDatabase): ReportStore => ({
  save: async (report) => {
    await db
      .insertInto('reports')
      .values({
        id: report.id,
        team_id: report.teamId,
        user_id: report.userId,
        kind: report.kind,
        span_from: report.span.from,
        span_to: report.span.to,
        is_shared: report.isShared ? 1 : 0,
        created_at: report.createdAt,
      })
      .execute();
  },

  find: async (teamId, id) => {
    const row = await db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      id: row.id,
      teamId: row.team_id,
      userId: row.user_id,
      kind: kindSchema.parse(row.kind),
      span: { from: row.span_from, to: row.span_to },
      isShared: row.is_shared === 1,
      createdAt: row.created_at,
    };
  },
});
