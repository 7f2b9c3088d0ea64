import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { ServiceRecord } from '../payment-service/index.ts';
import type { StoreDatabase } from './engine/database.ts';
import { isInList, type Param, prepareQuery, toListParameter } from './engine/queries.ts';
import type { KeptRecordRow, Schema } from './schema.ts';

/** What the service said in one record that concerned a link; never customer data. `KeptRecord` of `payments/` explains the fields. */
export interface StoredRecord {
  kind: 'link' | 'transaction';
  via: 'id' | 'listing';
  record: ServiceRecord;
  began: readonly { name: string; word: string }[] | null;
  firstSeenAt: number;
  lastSeenAt: number;
}

/** What to write, and what others replaced. */
export interface RecordsChange {
  put: readonly StoredRecord[];
  gone: readonly StoredRecord[];
}

/** The records of the service that concerned links. They stay as long as their links. */
export interface KeptRecordStore {
  ofLink(linkId: string): Promise<StoredRecord[]>;
  /** By link, in one query. Links of which no record is kept are left out. */
  ofLinks(linkIds: readonly string[]): Promise<Map<string, StoredRecord[]>>;
  /** Writes the changes of any number of links, in one transaction. */
  write(changes: readonly ({ linkId: string } & RecordsChange)[]): Promise<void>;
}

export const createKeptRecordStore = ({ db, engine }: StoreDatabase): KeptRecordStore => {
  const byLinks = prepareQuery((param: Param<{ linkIds: unknown }>) =>
    db
      .selectFrom('kept_records')
      .selectAll()
      .where(isInList(engine, 'link_id', param('linkIds')))
      .orderBy('link_id')
      .orderBy('first_seen_at')
      .orderBy('record_key'),
  );
  const ofLinks: KeptRecordStore['ofLinks'] = async (linkIds) => {
    const found = new Map<string, StoredRecord[]>();
    for (const row of await byLinks(db, { linkIds: toListParameter(engine, linkIds) })) {
      const ofLink = found.get(row.link_id);
      if (ofLink) ofLink.push(parseRow(row));
      else found.set(row.link_id, [parseRow(row)]);
    }
    return found;
  };
  return {
    ofLinks,
    ofLink: async (linkId) => (await ofLinks([linkId])).get(linkId) ?? [],
    write: (changes) =>
      db.transaction().execute(async (trx) => {
        // Always in this order, as the records of each, so that instances that write the same rows do not deadlock.
        const inOrder = changes.toSorted((one, other) => (one.linkId < other.linkId ? -1 : 1));
        for (const { linkId, ...change } of inOrder) await writeKeptRecords(trx, linkId, change);
      }),
  };
};

/** Call it in the transaction of the change that the records lead to. */
export async function writeKeptRecords(
  trx: Transaction<Schema>,
  linkId: string,
  { put, gone }: RecordsChange,
): Promise<void> {
  if (gone.length > 0)
    await trx
      .deleteFrom('kept_records')
      .where('link_id', '=', linkId)
      .where('record_key', 'in', gone.map(keyOf))
      .execute();
  if (put.length === 0) return;
  await trx
    .insertInto('kept_records')
    .values(
      put
        .map((one) => buildRow(linkId, one))
        .sort((one, other) => (one.record_key < other.record_key ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict.columns(['link_id', 'record_key']).doUpdateSet((row) => ({
        began: row.ref('excluded.began'),
        last_seen_at: row.ref('excluded.last_seen_at'),
      })),
    )
    .execute();
}

/** A record has one row as long as its content stays the same. */
const keyOf = ({ kind, via, record }: StoredRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, via, record]))
    .digest('base64url');

const buildRow = (linkId: string, one: StoredRecord): KeptRecordRow => ({
  link_id: linkId,
  record_key: keyOf(one),
  kind: one.kind,
  via: one.via,
  record: JSON.stringify(one.record),
  began: one.began === null ? null : JSON.stringify(one.began),
  first_seen_at: one.firstSeenAt,
  last_seen_at: one.lastSeenAt,
});

const recordSchema = z.object({
  fields: z.record(z.string(), z.unknown()),
  isCut: z.literal(true).optional(),
});
const beganSchema = z.array(z.object({ name: z.string(), word: z.string() }));

const parseRow = (row: KeptRecordRow): StoredRecord => {
  const { fields, isCut } = recordSchema.parse(JSON.parse(row.record));
  return {
    kind: row.kind,
    via: row.via,
    record: { fields, ...(isCut ? { isCut } : {}) },
    began: row.began === null ? null : beganSchema.parse(JSON.parse(row.began)),
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
};
