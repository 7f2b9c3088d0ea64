import {
  type AuditAction,
  type AuditEntry,
  insertAuditEntry,
  type NewAuditEntry,
  parseAuditEntry,
} from './audit-entries.ts';
import { sql } from './engine/kysely.ts';
import { hasRow } from './engine/queries.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { type Span, slicesOf } from './slices.ts';
import type { AuditEntryRow } from './workspace-rows.ts';

export type { AuditEntry, NewAuditEntry } from './audit-entries.ts';

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

interface AuditSlice {
  /** `older`: below the cursor, or from the very newest without one. `newer`: the entries just above the cursor. */
  to: 'older' | 'newer';
  cursor: AuditCursor | null;
  limit: number;
}

export interface AuditStore {
  add(entry: NewAuditEntry): Promise<void>;
  /** Newest first in either direction. */
  slice(filter: AuditFilter, slice: AuditSlice): Promise<AuditEntry[]>;
  /** Whether the person has any entry here; bots and people of other workspaces have none. */
  isKnown(teamId: string, actorId: string): Promise<boolean>;
}

/** Few enough to read without holding up the event loop. */
const ENTRIES_OF_A_SLICE = 2_000;

export const createAuditStore = ({ db }: StoreDatabase): AuditStore => ({
  add: (entry) => insertAuditEntry(db, entry),

  slice: async ({ teamId, span, actorId, action, subject, word }, { to, cursor, limit }) => {
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
        .selectFrom('audit_entries')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('at', '>=', part.from)
        .where('at', '<=', part.to);
      if (actorId) query = query.where('actor_id', '=', actorId);
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
          { table: 'audit_entries', column: 'at' },
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

  isKnown: (teamId, actorId) => {
    const ofTeam = db.selectFrom('audit_entries').select('id').where('team_id', '=', teamId);
    return hasRow(ofTeam.where('actor_id', '=', actorId).limit(1));
  },
});

/** Spans are in whole seconds; entries have milliseconds. */
function endOfSecond(instant: number): number {
  return Math.floor(instant / 1_000) * 1_000 + 999;
}
