import { z } from 'zod';
import { type StoreDatabase, sql } from './engine/database.ts';
import { isInList, lockLinks, type Param, prepareQuery, toListParameter } from './engine/queries.ts';
import type { Schema } from './schema.ts';

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
  /** Which of these token hashes belong to a link. */
  findKnown(tokenHashes: readonly string[]): Promise<Set<string>>;
  /**
   * Stores a batch in one statement and returns each one's result, in order. All are on disk when it resolves.
   * New evidence asks for its link's check at once: see `LinkChecks`. Repeats and unknown tokens change nothing. Never
   * writes to a link.
   */
  take(batch: readonly IncomingCallback[]): Promise<CallbackTaken[]>;
  /** For a callback that was not stored, or was stored before: checks the link within half a minute. */
  wake(tokenHash: string, at: number): Promise<void>;
  /** Oldest first. */
  ofLink(linkId: string): Promise<{ receivedAt: number; evidence: Record<string, string> }[]>;
}

const evidenceSchema = z.record(z.string(), z.string());

export const createCallbackStore = (database: StoreDatabase): CallbackStore => {
  const { db, engine } = database;

  /**
   * Plans one check for any number of callbacks: the first one's check stays planned until it has run. So forged
   * callbacks beyond the limit cost one check every half minute, and a real callback among them still causes one.
   */
  const wakeLater = async (links: readonly string[], at: number) => {
    const dueAt = at + UNKEPT_WAKE_MS;
    await db
      .updateTable('links')
      .set({ checkDueAt: dueAt })
      .where('links.id', 'in', lockLinks(database, links))
      .where((or) => or.or([or('checkDueAt', 'is', null), or('checkDueAt', '>', dueAt)]))
      .execute();
  };

  const linksOf = prepareQuery((param: Param<{ tokenHashes: unknown }>) =>
    db
      .selectFrom('links')
      .select((select) => [
        'id',
        'callbackTokenHash as tokenHash',
        select
          .selectFrom('callbacks')
          .whereRef('callbacks.linkId', '=', 'links.id')
          .select(sql<number>`cast(count(*) as integer)`.as('stored'))
          .as('stored'),
      ])
      .where(isInList(engine, 'callbackTokenHash', param('tokenHashes'))),
  );
  const findLinks = async (tokenHashes: readonly string[]) => {
    const rows = await linksOf(db, { tokenHashes: toListParameter(engine, tokenHashes) });
    return new Map(rows.map((row) => [row.tokenHash, { id: row.id, stored: row.stored ?? 0 }]));
  };
  const knownTokens = prepareQuery((param: Param<{ tokenHashes: unknown }>) =>
    db
      .selectFrom('links')
      .select('callbackTokenHash as tokenHash')
      .where(isInList(engine, 'callbackTokenHash', param('tokenHashes'))),
  );

  const areStored = async (keys: readonly EvidenceKey[]) => {
    if (keys.length === 0) return new Set<string>();
    const rows = await db
      .selectFrom('callbacks')
      .select(['linkId', 'evidenceHash'])
      .where('linkId', 'in', [...new Set(keys.map((key) => key.linkId))])
      .where('evidenceHash', 'in', [...new Set(keys.map((key) => key.evidenceHash))])
      .execute();
    return new Set(rows.map((row) => keyText(row.linkId, row.evidenceHash)));
  };

  const insert = async (rows: readonly Schema['callbacks'][]) => {
    const inserted = await db
      .insertInto('callbacks')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['linkId', 'evidenceHash']).doNothing())
      .returning(['linkId', 'evidenceHash'])
      .execute();
    return new Set(inserted.map((row) => keyText(row.linkId, row.evidenceHash)));
  };

  return {
    findKnown: async (tokenHashes) => {
      const rows = await knownTokens(db, { tokenHashes: toListParameter(engine, tokenHashes) });
      return new Set(rows.map(({ tokenHash }) => tokenHash));
    },

    take: async (batch) => {
      // Outside the transaction: a token whose link is gone costs no write.
      const links = await findLinks([...new Set(batch.map((callback) => callback.tokenHash))]);
      if (links.size === 0) return batch.map(() => 'unknown');

      const room = new Map([...links.values()].map(({ id, stored }) => [id, MAX_PER_LINK - stored]));
      const rows = new Map<string, Schema['callbacks']>();
      const surplus = new Map<string, EvidenceKey>();
      for (const { tokenHash, evidenceHash, evidence, receivedAt } of batch) {
        const linkId = links.get(tokenHash)?.id;
        if (linkId === undefined) continue;
        const key = keyText(linkId, evidenceHash);
        const left = room.get(linkId) ?? 0;
        if (rows.has(key)) continue;
        if (left <= 0) {
          surplus.set(key, { linkId, evidenceHash });
          continue;
        }
        room.set(linkId, left - 1);
        rows.set(key, {
          linkId: linkId,
          evidenceHash: evidenceHash,
          receivedAt: receivedAt,
          evidence: JSON.stringify(evidence),
          checkAt: receivedAt,
        });
      }

      const at = Math.max(...batch.map((callback) => callback.receivedAt));
      // Always in this order, so that instances that insert the same rows do not deadlock.
      const inOrder = [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
      const fresh = rows.size > 0 ? await insert(inOrder) : new Set<string>();
      const known = await areStored([...surplus.values()]);
      const full = [...surplus].flatMap(([key, { linkId }]) => (known.has(key) ? [] : [linkId]));
      if (full.length > 0) await wakeLater([...new Set(full)], at);

      return batch.map(({ tokenHash, evidenceHash }) => {
        const linkId = links.get(tokenHash)?.id;
        if (linkId === undefined) return 'unknown';
        const key = keyText(linkId, evidenceHash);
        // Of two equal callbacks in a batch, the first counts as new.
        if (fresh.delete(key)) return 'stored';
        return surplus.has(key) && !known.has(key) ? 'full' : 'repeated';
      });
    },

    wake: async (tokenHash, at) => {
      const link = (await findLinks([tokenHash])).get(tokenHash);
      if (link) await wakeLater([link.id], at);
    },

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

interface EvidenceKey {
  linkId: string;
  evidenceHash: string;
}

function keyText(linkId: string, evidenceHash: string): string {
  return `${linkId} ${evidenceHash}`;
}
