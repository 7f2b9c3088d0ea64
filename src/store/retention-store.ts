import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { listCustomerWords } from './customer-words.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { isOnPage, type PageAsk, readPage } from './engine/paging.ts';
import { eraseKept, forgetWords } from './erase-kept.ts';
import { writeLink } from './link-changes.ts';
import { FINISHED } from './link-states.ts';
import { hasNoCheck } from './planned-jobs.ts';
import type { LinkRow, Schema } from './schema.ts';
import { batches, batchRows } from './tables/batches.ts';
import { links } from './tables/links.ts';

export interface ErasureRequest extends PageAsk {
  at: number;
  /** Links and batches created before this instant, in milliseconds since the epoch. */
  before: number;
  /** Only this workspace; leave out for all workspaces. */
  teamId?: string;
}

/** `count`: how many had anything to erase. `next`: the id to continue after; null: finished. */
export interface Erasure {
  count: number;
  next: string | null;
}

/** One that was not read after this is not waited for. */
const CALLBACK_IN_USE_MS = 24 * 60 * 60_000;

/** With `secure_delete`, a deleted row is overwritten; until then its bytes are also in the log. A server does this by itself. */
export const scrub = async ({ db, engine }: StoreDatabase): Promise<void> => {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
};

export const createRetentionStore = ({ db, engine }: StoreDatabase) => ({
  /** Takes what was erased or deleted out of the database's files, too. Call it afterwards. */
  scrub: () => scrub({ db, engine }),

  /**
   * Erases customers' data from old links that are finished or could no longer be paid at `before`: name, e-mail,
   * phone, address, notes, the hashes they are compared by, and stored callbacks that were read. Keeps amounts,
   * references, states and history. A request that still waits for approval lapses, because nothing is left to approve.
   * Repeating it changes nothing more.
   */
  links: ({ at, before, after, limit, teamId }: ErasureRequest): Promise<Erasure> =>
    db.transaction().execute(async (trx) => {
      // Along the primary key of all workspaces, so that each slice is small even if few of its links are left to erase.
      // No index has one workspace's links in this order.
      const { keys, next } = await readPage(trx.selectFrom('links').select('id'), 'id', { after, limit });
      if (keys === null) return { count: 0, next: null };

      const old = trx
        .selectFrom('links')
        .select(ERASABLE)
        .where(isOnPage('id', keys))
        .where((or) => or.and(teamId === undefined ? [] : [or('teamId', '=', teamId)]))
        .where('createdAt', '<', before)
        .where((or) => or.or([or('state', 'in', FINISHED), or('expiresAt', '<', before)]));
      const rows = await (engine === 'postgres' ? old.forNoKeyUpdate() : old).execute();
      return { count: await eraseLinks(trx, rows, at), next };
    }),

  /** The same for links whose customer an admin asked to forget, once the link is over, whatever its age. */
  eraseForgotten: ({ at, after, limit }: Pick<ErasureRequest, 'at' | 'after' | 'limit'>): Promise<Erasure> =>
    db.transaction().execute(async (trx) => {
      const over = trx
        .selectFrom('links')
        .select(ERASABLE)
        .where('forgottenAt', 'is not', null)
        .where((or) => or.or([or('state', 'in', FINISHED), or('expiresAt', '<', overBefore(at))]));
      const locked = engine === 'postgres' ? over.forNoKeyUpdate() : over;
      const { rows, next } = await readPage(locked, 'id', { after, limit });
      return { count: await eraseLinks(trx, rows, at), next };
    }),

  /** The same for batches uploaded before `before`: the rows' contents and the file name. Counts batches. */
  batches: ({ at, before, after, limit, teamId }: ErasureRequest): Promise<Erasure> =>
    db.transaction().execute(async (trx) => {
      const some = trx
        .selectFrom('batches')
        .select(['id', 'teamId', 'createdAt', 'erasedAt', ...batches.aboutCustomers]);
      const { rows, next } = await readPage(some, 'id', { after, limit });
      const isWanted = (row: { teamId: string }) => teamId === undefined || row.teamId === teamId;
      const old = rows.filter((row) => isWanted(row) && row.createdAt < before && row.erasedAt === null);
      for (const batch of old) {
        const { id } = batch;
        await eraseRows(trx, (row) => row('batchId', '=', id));
        await trx
          .updateTable('batches')
          .set({ ...batches.erase(batch, at), erasedAt: at })
          .where('id', '=', id)
          .execute();
      }
      return { count: old.length, next };
    }),
});

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/** The columns to read before erasing a link. */
export const ERASABLE = [
  ...(['id', 'teamId', 'state', 'version', 'payment', 'amountFils', 'forgottenAt'] as const),
  ...(['invoiceId', 'orderId'] as const),
  ...links.aboutCustomers,
] as const;

type Held = Pick<LinkRow, (typeof ERASABLE)[number]>;

/** We stop looking for a link a month after it could last be paid. */
const LOOKED_FOR_MS = 31 * 24 * 60 * 60_000;

/** A link that expired before this no longer needs its customer's data, whatever its state. */
export const overBefore = (at: number): number => at - LOOKED_FOR_MS;

/** Returns how many had anything left to erase. */
export const eraseLinks = async (
  trx: Transaction<Schema>,
  rows: readonly Held[],
  at: number,
): Promise<number> => {
  let erased = 0;
  for (const row of rows) {
    const erasure = links.erase(row, at);
    if (erasure === null && row.forgottenAt === null) continue;
    const { details, payment } = links.read({ details: row.details, payment: row.payment });
    const words = listCustomerWords(details, row);
    await eraseKept(trx, { ...row, words, own: [row.invoiceId, row.orderId] });
    await forgetWords(trx, row.teamId, words);
    await trx
      .updateTable('links')
      .set({
        ...erasure,
        ...links.write({ payment: payment && { ...payment, came: undefined } }),
        forgottenAt: null,
      })
      .where('id', '=', row.id)
      .execute();
    if (row.state === 'asked')
      await writeLink(trx, row, { id: row.id, at, cause: 'not approved in time' }, { state: 'lapsed' });
    erased += 1;
  }
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) {
    // A callback is read within minutes, unless nobody checks its link any more.
    await trx
      .deleteFrom('callbacks')
      .where('linkId', 'in', ids)
      .where((callback) =>
        callback.or([callback('receivedAt', '<', at - CALLBACK_IN_USE_MS), hasNoCheck('callbacks.linkId')]),
      )
      .execute();
    const kept = await trx.selectFrom('callbacks').select('linkId').where('linkId', 'in', ids).execute();
    // Comes back for these.
    for (const id of new Set(kept.map((callback) => callback.linkId)))
      await trx.updateTable('links').set({ forgottenAt: at }).where('id', '=', id).execute();
    // The rows of these customers in batches.
    await eraseRows(trx, (row) =>
      row('nonce', 'in', (select) =>
        select
          .selectFrom('links')
          .select('links.nonce')
          .where('links.id', 'in', ids)
          .where('links.batchId', 'is not', null),
      ),
    );
  }
  return erased;
};

const ERASED_ROW = batchRows.erase(
  Object.fromEntries(batchRows.aboutCustomers.map((column) => [column, ''])),
  0,
);

/** Erases what rows of batches say of customers. */
export const eraseRows = async (
  trx: Transaction<Schema>,
  which: (row: ExpressionBuilder<Schema, 'batchRows'>) => Expression<SqlBool>,
): Promise<void> => {
  await trx
    .updateTable('batchRows')
    .set(ERASED_ROW ?? {})
    .where(which)
    .execute();
};
