import { z } from 'zod';
import type { StoreDatabase } from '../../store/engine/database.ts';
import { insertJobs, type NewJob } from '../../store/job.ts';
import { createMetaStore } from '../../store/meta-store.ts';

/** Far below the limit of parameters per statement. */
const NUMBERS_AT_ONCE = 5_000;

const PREFIX = 'links-compared:';

/**
 * `until`: when the service's listing was last compared to its end, in epoch milliseconds. `missing`: the numbers that were
 * found missing then.
 */
const comparedSchema = z.object({ until: z.number(), missing: z.array(z.string()) });
type Compared = z.infer<typeof comparedSchema>;

export const createMissingLinkStore = (database: StoreDatabase) => {
  const { db } = database;
  const meta = createMetaStore(database);
  return {
    /** The first workspace with links after this id; null: there is none. */
    teamAfter: async (teamId: string): Promise<string | null> => {
      const next = db.selectFrom('links').select(({ fn }) => fn.min('teamId').as('teamId'));
      return (await next.where('teamId', '>', teamId).executeTakeFirstOrThrow()).teamId;
    },

    /**
     * The last comparison. The first has the newest link to begin with: both are as old as the backup. Null: the workspace has no
     * links.
     */
    compared: async (teamId: string): Promise<Compared | null> => {
      const stored = await meta.read(PREFIX + teamId);
      if (stored !== null) return comparedSchema.parse(JSON.parse(stored));
      const newest = db.selectFrom('links').select('createdAt').where('teamId', '=', teamId);
      const row = await newest.orderBy('createdAt', 'desc').limit(1).executeTakeFirst();
      return row === undefined ? null : { until: row.createdAt, missing: [] };
    },

    /**
     * Of these numbers, those without a row in any workspace: two may have the same account, or one began anew. Reads all links,
     * so ask only about numbers that the workspace itself lacks.
     */
    lacking: async (invoiceIds: readonly string[]) => {
      const lacking = new Set(invoiceIds);
      for (let at = 0; at < invoiceIds.length; at += NUMBERS_AT_ONCE) {
        const some = invoiceIds.slice(at, at + NUMBERS_AT_ONCE);
        const held = await db
          .selectFrom('links')
          .select('invoiceId')
          .where('invoiceId', 'in', some)
          .execute();
        for (const row of held) lacking.delete(row.invoiceId);
      }
      return lacking;
    },

    /** Writes what was found, with the messages about it. */
    record: (teamId: string, compared: Compared, messages: readonly NewJob[], at: number) =>
      db.transaction().execute(async (trx) => {
        await createMetaStore({ ...database, db: trx }).write(PREFIX + teamId, JSON.stringify(compared));
        await insertJobs(trx, messages, at);
      }),

    /** What the last comparison of each workspace found missing, if anything. */
    found: async () => {
      const rows = await db
        .selectFrom('meta')
        .select(['name', 'value'])
        .where('name', 'like', `${PREFIX}%`)
        .where('value', 'not like', '%"missing":[]%')
        .execute();
      const read = (value: string) => comparedSchema.parse(JSON.parse(value)).missing;
      return rows.map(({ name, value }) => ({ teamId: name.slice(PREFIX.length), missing: read(value) }));
    },
  };
};
