import { type StoreDatabase, sql } from '../../store/engine/database.ts';
import type { Row } from '../../store/engine/table.ts';
import { insertJobs, type NewJob } from '../../store/job.ts';
import { createMetaStore } from '../../store/meta-store.ts';
import { missingLinks } from '../../store/tables/links.ts';

export type MissingLink = Pick<Row<typeof missingLinks>, 'invoiceId' | 'orderId' | 'amountFils'>;

/** Far below the limit of parameters per statement. */
const NUMBERS_AT_ONCE = 5_000;

const metaName = (teamId: string) => `links-compared-until:${teamId}`;

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
     * Until when the service's listing was compared, in epoch milliseconds. Both this and the newest link, which stands in
     * for it, are as old as the backup. Null: the workspace has no links.
     */
    comparedUntil: async (teamId: string) => {
      const stored = await meta.read(metaName(teamId));
      if (stored !== null) return Number(stored);
      const newest = db.selectFrom('links').select('createdAt').where('teamId', '=', teamId);
      return (await newest.orderBy('createdAt', 'desc').limit(1).executeTakeFirst())?.createdAt ?? null;
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

    /**
     * Writes what was found, with the messages about what is new. `until`: compared until then; null: the listing was not
     * read to its end.
     */
    record: (
      teamId: string,
      found: readonly MissingLink[],
      { foundAt, until }: { foundAt: number; until: number | null },
      jobsFor: (fresh: readonly MissingLink[]) => readonly NewJob[],
    ) =>
      db.transaction().execute(async (trx) => {
        const fresh =
          found.length === 0
            ? []
            : await trx
                .insertInto('missingLinks')
                .values(found.map((link) => missingLinks.write({ ...link, teamId, foundAt })))
                .onConflict((conflict) => conflict.columns(['teamId', 'invoiceId']).doNothing())
                .returning('invoiceId')
                .execute();
        const numbers = new Set(fresh.map((row) => row.invoiceId));
        await insertJobs(trx, jobsFor(found.filter(({ invoiceId }) => numbers.has(invoiceId))), foundAt);
        if (until !== null)
          await createMetaStore({ ...database, db: trx }).write(metaName(teamId), String(until));
      }),

    count: async () => {
      const all = db.selectFrom('missingLinks').select(sql<number>`cast(count(*) as integer)`.as('count'));
      return (await all.executeTakeFirstOrThrow()).count;
    },

    /** The latest ones, of all workspaces. */
    list: (limit: number): Promise<MissingLink[]> =>
      db
        .selectFrom('missingLinks')
        .select(['invoiceId', 'orderId', 'amountFils'])
        .orderBy('foundAt', 'desc')
        .limit(limit)
        .execute(),
  };
};

/** Links that were made after the backup from which this database was restored. */
export type MissingLinkStore = ReturnType<typeof createMissingLinkStore>;
