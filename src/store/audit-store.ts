import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type StoreDatabase, sql } from './engine/database.ts';
import { hasRow } from './engine/queries.ts';
import type { AuditEntryRow, Schema } from './schema.ts';
import { type Span, slicesOf } from './slices.ts';

/** The actions recorded in the audit trail. */
export const AUDIT_ACTIONS = [
  'link-made',
  'link-asked',
  'link-approved',
  'link-declined',
  'link-withdrawn',
  'batch-made',
  'batch-asked',
  'batch-approved',
  'batch-declined',
  'batch-withdrawn',
  'batch-cancelled',
  'batch-file-read',
  'list-kept',
  'list-stopped',
  'details-viewed',
  'customer-recalled',
  'customer-forgotten',
  'whatsapp-opened',
  'customer-reminded',
  'link-handed-over',
  'links-searched',
  'report-read',
  'totals-read',
  'report-shared',
  'report-exported',
  'audit-read',
  'audit-exported',
  'settings-changed',
  'word-explained',
  'role-changed',
  'daily-close-switched',
  'weekly-summary-switched',
  'export-scheduled',
  'export-schedule-stopped',
  'app-installed',
  'app-removed',
  'credentials-changed',
  'account-confirmed',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Never customers' data: no names, e-mails, phones, notes, addresses. */
export type AuditDetail = Record<string, string | number | boolean | null>;

export interface NewAuditEntry {
  id: string;
  teamId: string;
  /** Milliseconds since the epoch. */
  at: number;
  actorId: string;
  action: AuditAction;
  /** The id of the thing acted on: a link, an approval, a report, a person. */
  subject: string | null;
  detail: AuditDetail | null;
}

/** `action` may be any text: a later version may have written actions that this one does not know. */
export type AuditEntry = Omit<NewAuditEntry, 'action'> & { action: string };

const detailSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Call it in the transaction of the action it records, if there is one. Skips an id that already exists. */
export async function insertAuditEntry(
  on: Pick<Transaction<Schema>, 'insertInto'>,
  entry: NewAuditEntry,
): Promise<void> {
  await on
    .insertInto('auditEntries')
    .values({
      id: entry.id,
      teamId: entry.teamId,
      at: entry.at,
      actorId: entry.actorId,
      action: entry.action,
      subject: entry.subject,
      detail: entry.detail === null ? null : JSON.stringify(entry.detail),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const parseAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  teamId: row.teamId,
  at: row.at,
  actorId: row.actorId,
  action: row.action,
  subject: row.subject,
  detail: row.detail === null ? null : detailSchema.parse(JSON.parse(row.detail)),
});

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
  add: (entry: NewAuditEntry) => insertAuditEntry(db, entry),

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
      if (cursor) {
        const { at, id } = cursor;
        const than = isOlder ? '<' : '>';
        query = query.where((or) =>
          or.or([or('at', than, at), or.and([or('at', '=', at), or('id', than, id)])]),
        );
      }
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
    const rows: AuditEntryRow[] = [];
    for await (const part of parts) {
      rows.push(...(await read(part, limit - rows.length)));
      if (rows.length === limit) break;
    }
    return (isOlder ? rows : rows.reverse()).map(parseAuditEntry);
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
