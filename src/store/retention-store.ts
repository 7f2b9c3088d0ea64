import type { Transaction } from 'kysely';
import { z } from 'zod';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { FINISHED } from './link-states.ts';
import type { LinkRow, Schema } from './schema.ts';

export interface ErasureAsk {
  at: number;
  /** Links created, or requests ended, before this instant, in milliseconds since the epoch. */
  before: number;
  /** Continue after this id; null: from the start. */
  after: string | null;
  /** Rows to look at in one transaction, whether erased or not. */
  limit: number;
  /** Only this workspace's; leave out for all workspaces. */
  teamId?: string;
}

export interface RetentionStore {
  /**
   * Erases customers' data from old links that are finished or could no longer be paid at `before`: name, e-mail,
   * phone, address, notes, the hashes they are compared by, the service's answer, and stored callbacks. Keeps amounts,
   * references, states and history. Repeating it changes nothing more. `next`: the id to continue after; null:
   * finished.
   */
  erase(ask: ErasureAsk): Promise<Erasure>;
  /**
   * The same for approval requests that ended, or will end, before `before`, including the reason they were declined.
   * A request still waiting lapses too, because nothing is left to approve.
   */
  eraseApprovals(ask: ErasureAsk): Promise<Erasure>;
  /** The same for links of customers whom an admin had forgotten, once such a link is over, whatever its age. */
  eraseForgotten(ask: Pick<ErasureAsk, 'at' | 'after' | 'limit'>): Promise<Erasure>;
  /** The same for the rows of files given before `before`: what the file had in them, and its name. Counts files. */
  eraseBatches(ask: ErasureAsk): Promise<Erasure>;
}

interface Erasure {
  erased: number;
  next: string | null;
}

/** Keep recent callbacks: they still have to be processed. */
const CALLBACK_IN_USE_MS = 24 * 60 * 60_000;

const requestSchema = z.looseObject({ erasedAt: z.number().optional() });

export const createRetentionStore = ({ db, engine }: StoreDatabase): RetentionStore => ({
  erase: ({ at, before, after, limit, teamId }) =>
    db.transaction().execute(async (trx) => {
      // Go along the primary key, so that each slice stays small even if few of its links are left to erase, and for one
      // workspace along everybody's: its own are not in that order anywhere.
      const slice = await trx
        .selectFrom('links')
        .select('id')
        .where('id', '>', after ?? '')
        .orderBy('id')
        .limit(limit)
        .execute();
      const last = slice.at(-1)?.id;
      if (last === undefined) return { erased: 0, next: null };

      const old = trx
        .selectFrom('links')
        .select(ERASABLE)
        .where('id', '>', after ?? '')
        .where('id', '<=', last)
        .where((or) => or.and(teamId === undefined ? [] : [or('team_id', '=', teamId)]))
        .where('created_at', '<', before)
        .where((or) => or.or([or('state', 'in', FINISHED), or('expires_at', '<', before)]));
      const rows = await (engine === 'postgres' ? old.forNoKeyUpdate() : old).execute();
      const erased = await eraseLinks(trx, rows, at);
      return { erased, next: slice.length < limit ? null : last };
    }),

  eraseForgotten: ({ at, after, limit }) =>
    db.transaction().execute(async (trx) => {
      const over = trx
        .selectFrom('links')
        .select(ERASABLE)
        .where('forgotten_at', 'is not', null)
        .where('id', '>', after ?? '')
        .where((or) => or.or([or('state', 'in', FINISHED), or('expires_at', '<', overBefore(at))]))
        .orderBy('id')
        .limit(limit);
      const rows = await (engine === 'postgres' ? over.forNoKeyUpdate() : over).execute();
      const erased = await eraseLinks(trx, rows, at);
      return { erased, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    }),

  eraseApprovals: ({ at, before, after, limit, teamId }) =>
    db.transaction().execute(async (trx) => {
      const slice = await trx
        .selectFrom('approvals')
        .select(['id', 'team_id', 'state', 'decided_at', 'expires_at', 'request'])
        .where('id', '>', after ?? '')
        .orderBy('id')
        .limit(limit)
        .execute();
      let erased = 0;
      for (const row of slice) {
        if (teamId !== undefined && row.team_id !== teamId) continue;
        const endedAt = row.state === 'waiting' ? row.expires_at : (row.decided_at ?? row.expires_at);
        const request = eraseRequestText(row.request, at);
        if (endedAt >= before || request === null) continue;
        await trx
          .updateTable('approvals')
          .set({
            request,
            ...(row.state === 'waiting' && row.expires_at > at
              ? { state: 'lapsed' as const, decided_at: at }
              : {}),
          })
          .where('id', '=', row.id)
          .execute();
        erased += 1;
      }
      return { erased, next: slice.length < limit ? null : (slice.at(-1)?.id ?? null) };
    }),

  eraseBatches: ({ at, before, after, limit, teamId }) =>
    db.transaction().execute(async (trx) => {
      const slice = await trx
        .selectFrom('batches')
        .select(['id', 'team_id', 'created_at', 'erased_at'])
        .where('id', '>', after ?? '')
        .orderBy('id')
        .limit(limit)
        .execute();
      const isAsked = (row: { team_id: string }) => teamId === undefined || row.team_id === teamId;
      const old = slice.filter((row) => isAsked(row) && row.created_at < before && row.erased_at === null);
      for (const { id } of old) {
        // The words of a fault name what stands in the cell.
        const nothing = { cells: null, request: null, faults: null };
        await trx.updateTable('batch_rows').set(nothing).where('batch_id', '=', id).execute();
        await trx
          .updateTable('batches')
          .set({ file_name: 'erased', trouble: null, erased_at: at })
          .where('id', '=', id)
          .execute();
      }
      return { erased: old.length, next: slice.length < limit ? null : (slice.at(-1)?.id ?? null) };
    }),
});

/** What is read of a link to erase it. */
export const ERASABLE = [
  'id',
  'request',
  'answer',
  'email_key',
  'phone_key',
  'customer',
  'forgotten_at',
] as const;

type Held = Pick<LinkRow, (typeof ERASABLE)[number]>;

/** A link that is still being looked for a month after it could last be paid is looked for no longer. */
const LOOKED_FOR_MS = 31 * 24 * 60 * 60_000;

/** A link that expired before this needs its customer's data no more, whatever its state. */
export const overBefore = (at: number): number => at - LOOKED_FOR_MS;

/** How many had anything left to erase. */
export const eraseLinks = async (
  trx: Transaction<Schema>,
  rows: readonly Held[],
  at: number,
): Promise<number> => {
  let erased = 0;
  for (const row of rows) {
    const set = buildErased(row, at);
    if (set === null) continue;
    await trx.updateTable('links').set(set).where('id', '=', row.id).execute();
    erased += 1;
  }
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) {
    await trx
      .deleteFrom('callbacks')
      .where('link_id', 'in', ids)
      .where('received_at', '<', sql<number>`${at - CALLBACK_IN_USE_MS}`)
      .execute();
    // What the file had of the same customers.
    await trx
      .updateTable('batch_rows')
      .set({ cells: null, request: null, faults: null })
      .where('nonce', 'in', (select) =>
        select
          .selectFrom('links')
          .select('links.nonce')
          .where('links.id', 'in', ids)
          .where('links.batch_id', 'is not', null),
      )
      .execute();
  }
  return erased;
};

/** Null: nothing left to erase. Erased links are checked again, since the service may have answered once more. */
function buildErased({ id: _, request: text, ...row }: Held, at: number): Omit<Held, 'id'> | null {
  const request = requestSchema.parse(JSON.parse(text));
  if (request.erasedAt !== undefined && Object.values(row).every((value) => value === null)) return null;
  return {
    request: eraseRequest(request, at),
    answer: null,
    email_key: null,
    phone_key: null,
    customer: null,
    forgotten_at: null,
  };
}

/** An approval's request, with the reason it was declined. Null: it is erased already. */
export const eraseRequestText = (text: string, at: number): string | null => {
  const { declinedBecause: _, ...request } = requestSchema.parse(JSON.parse(text));
  return request.erasedAt === undefined ? eraseRequest(request, at) : null;
};

/** Everything else that was typed is erased, so that a field added later is erased unless it is named here. */
const NAMES_NOBODY: ReadonlySet<string> = new Set([
  'currency',
  'expiryOn',
  'Country',
  'Invoice_Id',
  'Product_Id',
]);

function eraseRequest(request: z.infer<typeof requestSchema>, at: number): string {
  const kept = Object.fromEntries(
    Object.entries(request).filter(([field, value]) => typeof value !== 'string' || NAMES_NOBODY.has(field)),
  );
  const nothing = { FullName: '', Email: '', Phone: '', notes: '' };
  return JSON.stringify({ ...kept, ...nothing, erasedAt: request.erasedAt ?? at });
}
