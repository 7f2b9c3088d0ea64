import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type StoreDatabase, sql } from '../../store/engine/database.ts';
import { hasRow } from '../../store/engine/queries.ts';
import { planChecks } from '../../store/planned-jobs.ts';
import type { Schema } from '../../store/schema.ts';

/** More than any payment sends. With a leaked token, nobody can fill the database. */
const MAX_PER_LINK = 50;
/** How soon to check a link whose callback was not stored. */
const UNKEPT_WAKE_MS = 30_000;

export interface IncomingCallback {
  /** SHA-256 of the token in the address, in hex. */
  tokenHash: string;
  /** SHA-256 of the callback, in hex: the same hash means the same callback again. */
  evidenceHash: string;
  evidence: Record<string, string>;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

/** `repeated`: already stored. `unknown`: no link has this token. `full`: not stored, but the link is checked. */
export type CallbackTaken = 'stored' | 'repeated' | 'unknown' | 'full';

export interface CallbackStore {
  /**
   * Stores a callback; it is on disk when this resolves. New evidence moves its link's check to now. A
   * repeat and an unknown token change nothing. Never writes to a link.
   */
  take(callback: IncomingCallback): Promise<CallbackTaken>;
  /** For a callback that was not stored, or was stored before: checks the link within half a minute. */
  wake(tokenHash: string, at: number): Promise<void>;
  /** Oldest first. */
  ofLink(linkId: string): Promise<{ receivedAt: number; evidence: Record<string, string> }[]>;
}

const evidenceSchema = z.record(z.string(), z.string());

export const createCallbackStore = ({ db }: StoreDatabase): CallbackStore => {
  const hasToken = (tokenHash: string) => sql<boolean>`links.callback_token_hash = ${tokenHash}`;

  /**
   * Plans one check for any number of callbacks: the first one's check stays planned until it has run. So forged
   * callbacks beyond the limit cost one check every half minute, and a real callback among them still causes one.
   */
  const wake: CallbackStore['wake'] = async (tokenHash, at) => {
    const dueAt = at + UNKEPT_WAKE_MS;
    await planChecks(db, hasToken(tokenHash), { dueAt, attempts: null, at });
  };

  return {
    take: async ({ tokenHash, evidenceHash, evidence, receivedAt }) => {
      const insert = (trx: Transaction<Schema>) =>
        trx
          .insertInto('callbacks')
          .columns(['linkId', 'evidenceHash', 'receivedAt', 'evidence'])
          .expression(
            db
              .selectFrom('links')
              .select(({ val }) => [
                'links.id',
                val(evidenceHash).as('evidenceHash'),
                // PostgreSQL takes a parameter of a query for text.
                sql<number>`cast(${receivedAt} as bigint)`.as('receivedAt'),
                val(JSON.stringify(evidence)).as('evidence'),
              ])
              .where('links.callbackTokenHash', '=', tokenHash)
              .where(
                ({ selectFrom, fn }) =>
                  selectFrom('callbacks')
                    .select(fn.countAll<number>().as('stored'))
                    .whereRef('callbacks.linkId', '=', 'links.id'),
                '<',
                MAX_PER_LINK,
              ),
          )
          .onConflict((conflict) => conflict.columns(['linkId', 'evidenceHash']).doNothing())
          .returning('linkId');
      const isNew = await db.transaction().execute(async (trx) => {
        if (!(await hasRow(insert(trx)))) return false;
        await planChecks(trx, hasToken(tokenHash), { dueAt: receivedAt, attempts: 0, at: receivedAt });
        return true;
      });
      if (isNew) return 'stored';
      const known = await db
        .selectFrom('links')
        .leftJoin('callbacks', (join) =>
          join.onRef('callbacks.linkId', '=', 'links.id').on('callbacks.evidenceHash', '=', evidenceHash),
        )
        .select('callbacks.evidenceHash as repeated')
        .where('links.callbackTokenHash', '=', tokenHash)
        .executeTakeFirst();
      if (known === undefined) return 'unknown';
      if (known.repeated !== null) return 'repeated';
      await wake(tokenHash, receivedAt);
      return 'full';
    },

    wake,

    ofLink: async (linkId) => {
      const rows = await db
        .selectFrom('callbacks')
        .select(['receivedAt', 'evidence'])
        .where('linkId', '=', linkId)
        .orderBy('receivedAt')
        .orderBy('evidenceHash')
        .execute();
      return rows.map((row) => ({
        receivedAt: row.receivedAt,
        evidence: evidenceSchema.parse(JSON.parse(row.evidence)),
      }));
    },
  };
};
