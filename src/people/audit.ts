import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type {
  AuditAction,
  AuditCursor,
  AuditDetail,
  AuditEntry,
  AuditFilter,
  AuditStore,
} from '../store/audit-store.ts';

export type { AuditAction } from '../store/audit-store.ts';

export interface AuditEvent {
  teamId: string;
  actorId: string;
  action: AuditAction;
  /** The id of the thing acted on. */
  subject?: string;
  /** Never customers' data: no names, e-mails, phones, notes, addresses. */
  detail?: AuditDetail;
}

interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[];
  /** Where the next page begins; null: this is the last page. */
  older: AuditCursor | null;
  newer: AuditCursor | null;
}

interface AuditAsk {
  filter: AuditFilter;
  size: number;
  /** Leave out for the newest entries. */
  from?: { to: 'older' | 'newer'; cursor: AuditCursor } | null;
}

export type Audit = ReturnType<typeof createAudit>;

const BATCH = 500;

export const createAudit = ({
  entries,
  ids,
  clock,
  batch = BATCH,
}: {
  entries: AuditStore;
  ids: Pick<Ids, 'auditEntry'>;
  clock: Pick<Clock, 'now'>;
  /** Entries that `all` reads at a time. */
  batch?: number;
}) => {
  const newest = async (filter: AuditFilter, size: number): Promise<AuditPage> => {
    const slice = await entries.slice(filter, { to: 'older', cursor: null, limit: size + 1 });
    return { ...cutOlder(slice, size), newer: null };
  };

  const build = ({ subject, detail, ...event }: AuditEvent): AuditEntry => ({
    id: ids.auditEntry(),
    at: clock.now(),
    ...event,
    subject: subject ?? null,
    detail: detail ?? null,
  });

  return {
    /** For the transaction of the change that it records. */
    build,

    /** Rejects if the entry was not saved. */
    write: (event: AuditEvent): Promise<void> => entries.add(build(event)),

    search: async ({ filter, size, from }: AuditAsk): Promise<AuditPage> => {
      if (!from) return newest(filter, size);
      const { to, cursor } = from;
      const slice = await entries.slice(filter, { to, cursor, limit: size + 1 });
      if (to === 'older') {
        const first = slice[0];
        // Even if nothing is left here, the page we came from still exists.
        return { ...cutOlder(slice, size), newer: first ? placeOf(first) : cursor };
      }
      // The top page is not full: show a full page of the newest entries instead.
      if (slice.length <= size) return newest(filter, size);
      const shown = slice.slice(-size);
      return { entries: shown, older: lastOf(shown), newer: shown[0] ? placeOf(shown[0]) : null };
    },

    /** Every entry, newest first, in batches. Leaves out entries written meanwhile. */
    async *all(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
      let cursor: AuditCursor | null = null;
      for (;;) {
        const slice: AuditEntry[] = await entries.slice(filter, { to: 'older', cursor, limit: batch });
        if (slice.length > 0) yield slice;
        if (slice.length < batch) return;
        cursor = lastOf(slice);
      }
    },
  };
};

function cutOlder(slice: AuditEntry[], size: number): Pick<AuditPage, 'entries' | 'older'> {
  const shown = slice.slice(0, size);
  return { entries: shown, older: slice.length > size ? lastOf(shown) : null };
}

function lastOf(entries: readonly AuditEntry[]): AuditCursor | null {
  const last = entries.at(-1);
  return last ? placeOf(last) : null;
}

const placeOf = ({ at, id }: AuditEntry): AuditCursor => ({ at, id });
