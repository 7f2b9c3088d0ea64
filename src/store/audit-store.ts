import type { Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import { isBehind } from './engine/paging.ts';
import { hasRow } from './engine/queries.ts';
import type { Schema, Stored } from './schema.ts';
import { type Span, slicesOf } from './slices.ts';
import { type AuditAction, type AuditEntry, auditEntries } from './tables/audit.ts';

export { AUDIT_ACTIONS, type AuditAction, type AuditDetail, type AuditEntry } from './tables/audit.ts';

/** Call it in the transaction of the action it records, if there is one. Skips an id that already exists. */
export async function insertAuditEntry(
  on: Pick<Transaction<Schema>, 'insertInto'>,
  entry: AuditEntry,
): Promise<void> {
  await on
    .insertInto('auditEntries')
    .values(auditEntries.write(entry))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Which of a workspace's entries to return. Parts that are left out do not filter. */
export interface AuditFilter {
  teamId: string;
  /** Milliseconds since the epoch, both ends inclusive. */
  span?: { from: number; to: number } | null | undefined;
  actorId?: string | null | undefined;
  action?: AuditAction | null | undefined;
  subject?: string | null | undefined;
  /** Matches anywhere in the action's name or the subject, ignoring case. */
  word?: string | null | undefined;
}

/** An entry's place in the trail. Stays valid as entries are added. */
export interface AuditCursor {
  at: number;
  id: string;
}

export interface AuditSlice {
  /** `older`: below the cursor, or from the very newest without one. `newer`: the entries just above the cursor. */
  to: 'older' | 'newer';
  cursor: AuditCursor | null;
  limit: number;
}

/** Few enough to read without holding up the event loop. */
const ENTRIES_OF_A_SLICE = 2_000;

export const createAuditStore = ({ db }: StoreDatabase) => ({
  add: (entry: AuditEntry) => insertAuditEntry(db, entry),

  /** Newest first in either direction. */
  slice: async (
    { teamId, span, actorId, action, subject, word }: AuditFilter,
    { to, cursor, limit }: AuditSlice,
  ) => {
    const isOlder = to === 'older';
    const order = isOlder ? 'desc' : 'asc';
    let whole = span
      ? { from: span.from, to: endOfSecond(span.to) }
      : { from: 0, to: Number.MAX_SAFE_INTEGER };
    if (cursor)
      whole = isOlder
        ? { ...whole, to: Math.min(whole.to, cursor.at) }
        : { ...whole, from: Math.max(whole.from, cursor.at) };
    const read = (part: Span, most: number) => {
      let query = db
        .selectFrom('auditEntries')
        .selectAll()
        .where('teamId', '=', teamId)
        .where('at', '>=', part.from)
        .where('at', '<=', part.to);
      if (actorId) query = query.where('actorId', '=', actorId);
      if (action) query = query.where('action', '=', action);
      if (subject) query = query.where('subject', '=', subject);
      if (word) {
        const pattern = `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
        query = query.where((or) =>
          or.or([
            sql<boolean>`lower(action) like ${pattern} escape '\\'`,
            sql<boolean>`lower(subject) like ${pattern} escape '\\'`,
          ]),
        );
      }
      if (cursor) query = query.where(isBehind(['at', 'id'], [cursor.at, cursor.id], order));
      return query.orderBy('at', order).orderBy('id', order).limit(most).execute();
    };
    const isFiltered = Boolean(action || subject || word);
    const parts = isFiltered
      ? slicesOf(
          db,
          { table: 'auditEntries', column: 'at' },
          { teamId, span: whole, size: ENTRIES_OF_A_SLICE, isNewestFirst: isOlder },
        )
      : [whole];
    const rows: Stored<'auditEntries'>[] = [];
    for await (const part of parts) {
      rows.push(...(await read(part, limit - rows.length)));
      if (rows.length === limit) break;
    }
    return (isOlder ? rows : rows.reverse()).map(auditEntries.read);
  },

  /** Whether the person has any entry here; bots and people of other workspaces have none. */
  isKnown: (teamId: string, actorId: string) => {
    const ofTeam = db.selectFrom('auditEntries').select('id').where('teamId', '=', teamId);
    return hasRow(ofTeam.where('actorId', '=', actorId).limit(1));
  },
});

export type AuditStore = ReturnType<typeof createAuditStore>;

/** Spans are in whole seconds; entries have milliseconds. */
function endOfSecond(instant: number): number {
  return Math.floor(instant / 1_000) * 1_000 + 999;
}
