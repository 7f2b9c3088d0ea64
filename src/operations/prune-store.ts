import type { RawBuilder } from 'kysely';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { isBehind, isOnPage, type PageAsk } from '../store/engine/paging.ts';
import type { Fate } from '../store/engine/table.ts';
import { NOT_ENDED } from '../store/job.ts';
import { FINISHED } from '../store/link-states.ts';
import { hasNoCheck } from '../store/planned-jobs.ts';
import { TABLES, type TablesWith } from '../store/schema.ts';

/** The tables of which rows are deleted with age: their descriptions say when. */
export type Aged = TablesWith<{ whenOld: Exclude<Fate['whenOld'], string> }>;

export const AGED = Object.values(TABLES).flatMap(({ name, fate: { whenOld } }) =>
  typeof whenOld === 'object' ? [name as Aged] : [],
);

/** What else has to hold for a row that is old. */
const ALSO: Partial<Record<Aged, (before: number) => RawBuilder<boolean>>> = {
  /**
   * Jobs that ended and whose due time has passed: one that was cancelled long before it may be planned again under its key until then.
   * Keys go, too, so a job that is added again with such a key runs again: never add a key this long after its time.
   */
  jobs: (before) => sql`state not in (${sql.join(NOT_ENDED)}) and due_at < ${before}`,
  /** Of links that are finished or can no longer be paid. Each by its id: nearly all links may lie between the ends of a slice. */
  callbacks: (before) => sql`exists (
    select links.id from links
    where links.id = callbacks.link_id and links.updated_at < ${before}
      and (links.state in (${sql.join(FINISHED)}) or links.expires_at < ${before}) and ${hasNoCheck('links.id')}
  )`,
};

const DAY_MS = 24 * 60 * 60_000;
/** Of files that nobody confirmed. */
const PREVIEW_DAYS = 2;

/** Deletes rows no longer needed. Repeating it changes nothing more. */
export const createPruneStore = ({ db }: StoreDatabase) => ({
  /** Deletes what is old at this instant, a slice at a time. `next`: continue after it; null: finished. */
  old: async (
    table: Aged,
    { at, after, limit }: PageAsk & { at: number },
  ): Promise<{ count: number; next: string | null }> => {
    const { afterDays, since, along } = TABLES[table].fate.whenOld;
    const before = at - afterDays * DAY_MS;
    const [of, key] = [sql.table(table), sql.ref(along)];
    const page = sql<{ last: string }>`
      select ${key} as last from ${of} where ${isBehind([along], [after ?? ''])} order by ${key} limit ${limit}
    `;
    const { rows } = await page.execute(db);
    const last = rows.at(-1)?.last;
    if (last === undefined) return { count: 0, next: null };
    const gone = await sql`
      delete from ${of} where ${isOnPage(along, { after: after ?? '', last })}
        and ${sql.ref(since)} < ${before} and ${ALSO[table]?.(before) ?? sql`1 = 1`}
    `.execute(db);
    return { count: Number(gone.numAffectedRows), next: rows.length < limit ? null : last };
  },

  /** Previews that are old at this instant and were never confirmed, with their rows; returns how many. */
  batchPreviews: (at: number): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const gone = await trx
        .deleteFrom('batches')
        .where('state', '=', 'preview')
        .where('createdAt', '<', at - PREVIEW_DAYS * DAY_MS)
        .returning('id')
        .execute();
      for (const { id } of gone) await trx.deleteFrom('batchRows').where('batchId', '=', id).execute();
      return gone.length;
    }),
});

export type PruneStore = ReturnType<typeof createPruneStore>;
