import { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';
import { findOne, forUpdate } from './engine/queries.ts';

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

export const createReportStore = ({ db }: StoreDatabase) => ({
  save: async (report: SavedReport) => {
    await db
      .insertInto('reports')
      .values({
        id: report.id,
        teamId: report.teamId,
        userId: report.userId,
        kind: report.kind,
        spanFrom: report.span.from,
        spanTo: report.span.to,
        isShared: report.isShared ? 1 : 0,
        createdAt: report.createdAt,
      })
      .execute();
  },

  /** Null when not found, or when it belongs to another workspace. */
  find: (teamId: string, id: string): Promise<SavedReport | null> =>
    findOne(
      db.selectFrom('reports').selectAll().where('id', '=', id).where('teamId', '=', teamId),
      (row) => ({
        id: row.id,
        teamId: row.teamId,
        userId: row.userId,
        kind: kindSchema.parse(row.kind),
        span: { from: row.spanFrom, to: row.spanTo },
        isShared: row.isShared === 1,
        createdAt: row.createdAt,
      }),
    ),
});

export type ReportStore = ReturnType<typeof createReportStore>;

/** The states a search can ask for. */
export const SEARCH_STATES = [
  'unpaid',
  'paid',
  'expired',
  'declined',
  'refunded',
  'cancelled',
  'failed',
  'checking',
  'reported',
  'partly',
  'mismatch',
] as const;

export type SearchState = (typeof SEARCH_STATES)[number];

const querySchema = z.object({
  /** Only this person's links. */
  ownerId: z.string().nullable(),
  /** Only links in this channel. */
  channelId: z.string().nullable(),
  /** When they were created, in milliseconds since the epoch, both ends inclusive. */
  span: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Any of these; empty: all. */
  states: z.array(z.enum(SEARCH_STATES)),
  /** In fils. Any of these amounts, or a number as an invoice number. */
  amounts: z.array(z.number()),
  /** Whole numbers, which may also be invoice numbers. */
  numbers: z.array(z.string()),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** Invoice numbers or their start, and the service's order ids. */
  references: z.array(z.string()),
  /** The start of words in the customer's name or the notes; all must match. */
  words: z.array(z.string()),
});

export type SearchQuery = z.infer<typeof querySchema>;

const placeSchema = z.object({ at: z.number(), id: z.string() });

/** A link's place in the order from the newest to the oldest. */
export type LinkPlace = z.infer<typeof placeSchema>;

/** A person's search. Its results are never stored. */
export interface SavedSearch {
  id: string;
  teamId: string;
  userId: string;
  query: SearchQuery;
  /** The link after which each page starts, for the pages shown and the next one; null: starts with the newest. */
  starts: (LinkPlace | null)[];
  createdAt: number;
}

const startsSchema = z.array(placeSchema.nullable());

export const createSearchStore = ({ db, engine }: StoreDatabase) => ({
  save: async ({ id, teamId, userId, query, starts, createdAt }: SavedSearch) => {
    await db
      .insertInto('searches')
      .values({
        id,
        teamId: teamId,
        userId: userId,
        query: JSON.stringify(query),
        starts: JSON.stringify(starts),
        createdAt: createdAt,
      })
      .execute();
  },

  /** Null when not found, or when it belongs to another workspace. */
  find: (teamId: string, id: string): Promise<SavedSearch | null> =>
    findOne(
      db.selectFrom('searches').selectAll().where('id', '=', id).where('teamId', '=', teamId),
      (row) => ({
        id: row.id,
        teamId: row.teamId,
        userId: row.userId,
        query: querySchema.parse(JSON.parse(row.query)),
        starts: startsSchema.parse(JSON.parse(row.starts)),
        createdAt: row.createdAt,
      }),
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
      const starts = startsSchema.parse(JSON.parse(row.starts));
      if (page > starts.length) return;
      starts[page] = start;
      await trx
        .updateTable('searches')
        .set({ starts: JSON.stringify(starts) })
        .where('id', '=', id)
        .where('teamId', '=', teamId)
        .execute();
    }),
});

export type SearchStore = ReturnType<typeof createSearchStore>;
