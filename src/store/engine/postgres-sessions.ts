import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { DatabaseMarks } from './database-marks.ts';
import { isStatementLost, isUndone, tryAgain } from './try-again.ts';

/** Each connection keeps them all, and a plan takes tens of kilobytes. */
const MAX_NAMED = 200;
/** A rarer statement gets no name: one with a list of values has a text for each length. */
const OFTEN = 10;
const MAX_COUNTED = 1_000;
/** Any star except in `count(*)`. */
const HAS_STAR = /(?<!\()\*/;

/** By its text, so that behind a pooler one name never stands for two texts, whichever instance prepared it. */
const buildName = (text: string): string =>
  `paylink_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

/**
 * Names frequent statements, so that the server parses and plans them once per connection. For a short statement, that
 * takes several times as long as running it: reading a link takes three times as long without, and half as much again of our own
 * processor time.
 *
 * A statement that returns all columns gets no name: once a newer version adds a column, the server rejects it (0A000,
 * "cached plan must not change result type").
 */
const createNames = () => {
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  let isOff = false;
  return {
    /** Undefined: it gets none. */
    of: (text: string): string | undefined => {
      if (isOff) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size === MAX_NAMED || HAS_STAR.test(text)) return known;
      const runs = (times.get(text) ?? 0) + 1;
      if (times.size >= MAX_COUNTED) times.clear();
      times.set(text, runs);
      if (runs < OFTEN) return undefined;
      times.delete(text);
      const name = buildName(text);
      names.set(text, name);
      return name;
    },
    /** True: this call switched them off. */
    switchOff: (): boolean => {
      const wasOff = isOff;
      isOff = true;
      return !wasOff;
    },
  };
};

const BEGINS = /^(begin|start transaction)/;
const ENDS = /^(commit|rollback)$/;

/**
 * The connections of a pool, as Kysely uses them. Names frequent statements. A statement outside a transaction that the
 * server undid runs again; one in a transaction ends it, and `runTransaction` runs all of it again.
 *
 * A pooler that gives each transaction another session, as PgBouncer can, loses named statements. The first loss
 * switches names off for this pool and calls `onNamesLost`.
 */
export const keepSessions = (
  pool: pg.Pool,
  { onNamesLost, marks }: { onNamesLost: () => void; marks: DatabaseMarks },
): PostgresPool => {
  const names = createNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isInTransaction = false;
    const run = async (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? names.of(text) : undefined;
      try {
        const named = name === undefined ? {} : { name };
        const result = await client.query({ text, values: [...values], ...named });
        marks.answered();
        return result;
      } catch (error) {
        marks.failed(error);
        if (isStatementLost(error) && names.switchOff()) onNamesLost();
        throw error;
      }
    };
    const query = async (text: string, values: readonly unknown[]) => {
      if (BEGINS.test(text)) isInTransaction = true;
      if (!isInTransaction) return tryAgain(() => run(text, values), isUndone);
      if (ENDS.test(text)) isInTransaction = false;
      return run(text, values);
    };
    // Without the cursor overload, which Kysely uses only if its dialect has a cursor.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
  };

  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        marks.notConnected(error);
        throw error;
      });
      const known = clients.get(client) ?? wrap(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
