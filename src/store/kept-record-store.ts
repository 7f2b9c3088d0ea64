import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { StoreDatabase } from './engine/database.ts';
import { isInList, toListParameter } from './engine/queries.ts';
import { insertJobs, type NewJob } from './job.ts';
import type { Schema, Stored } from './schema.ts';
import { keptRecords } from './tables/links.ts';

const readRecord = (row: Stored<'keptRecords'>) => {
  const { linkId: _, recordKey: __, ...record } = keptRecords.read(row);
  return record;
};

/** What the service said in one record that concerned a link; never customer data. `KeptRecord` of `payments/` explains the fields. */
export type StoredRecord = ReturnType<typeof readRecord>;

/** What to write, and what others replaced. */
export interface RecordsChange {
  put: readonly StoredRecord[];
  gone: readonly StoredRecord[];
}

export const createKeptRecordStore = ({ db, engine }: StoreDatabase) => {
  const byLinks = ({ linkIds }: { linkIds: unknown }) =>
    db
      .selectFrom('keptRecords')
      .selectAll()
      .where(isInList(engine, 'linkId', linkIds))
      .orderBy('linkId')
      .orderBy('firstSeenAt')
      .orderBy('recordKey')
      .execute();
  const ofLinks = async (linkIds: readonly string[]) => {
    const found = new Map<string, StoredRecord[]>();
    for (const row of await byLinks({ linkIds: toListParameter(engine, linkIds) })) {
      const ofLink = found.get(row.linkId);
      if (ofLink) ofLink.push(readRecord(row));
      else found.set(row.linkId, [readRecord(row)]);
    }
    return found;
  };
  return {
    /** By link, in one query. Links of which no record is kept are left out. */
    ofLinks,
    ofLink: async (linkId: string) => (await ofLinks([linkId])).get(linkId) ?? [],
    /** Writes the changes of any number of links, and what follows from them, in one transaction. */
    write: (
      changes: readonly ({ linkId: string } & RecordsChange)[],
      { jobs, at }: { jobs: readonly NewJob[]; at: number } = { jobs: [], at: 0 },
    ) =>
      db.transaction().execute(async (trx) => {
        // Always in this order, as the records of each, so that instances that write the same rows do not deadlock.
        const inOrder = changes.toSorted((one, other) => (one.linkId < other.linkId ? -1 : 1));
        for (const { linkId, ...change } of inOrder) await writeKeptRecords(trx, linkId, change);
        await insertJobs(trx, jobs, at);
      }),
  };
};

/** The records of the service that concerned links. They stay as long as their links. */
export type KeptRecordStore = ReturnType<typeof createKeptRecordStore>;

/** Call it in the transaction of the change that the records lead to. */
export async function writeKeptRecords(
  trx: Transaction<Schema>,
  linkId: string,
  { put, gone }: RecordsChange,
): Promise<void> {
  if (gone.length > 0)
    await trx
      .deleteFrom('keptRecords')
      .where('linkId', '=', linkId)
      .where('recordKey', 'in', gone.map(keyOf))
      .execute();
  if (put.length === 0) return;
  await trx
    .insertInto('keptRecords')
    .values(
      put
        .map((one) => keptRecords.write({ ...one, linkId, recordKey: keyOf(one) }))
        .sort((one, other) => (one.recordKey < other.recordKey ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict.columns(['linkId', 'recordKey']).doUpdateSet((row) => ({
        togetherAt: row.ref('excluded.togetherAt'),
        lastSeenAt: row.ref('excluded.lastSeenAt'),
      })),
    )
    .execute();
}

/** A record has one row as long as its content stays the same. */
const keyOf = ({ kind, via, record }: StoredRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, via, record]))
    .digest('base64url');
