import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { type StoreDatabase, sql } from './database.ts';

type Work<T> = (trx: Transaction<Schema>) => Promise<T>;

interface Waiting {
  /** Throws errors of the transaction; an error of the work itself affects no other work. */
  run: (trx: Transaction<Schema>) => Promise<void>;
  /** Call it once the transaction is committed. */
  settle: () => void;
  fail: (error: unknown) => void;
}

/**
 * Runs work in a transaction, as `db.transaction()` does: it resolves once the work is on disk, and work that throws is
 * rolled back. On the embedded database, simultaneous work shares one transaction, because a commit waits for the disk
 * and transactions run one by one anyway. Work that comes alone does not wait; while several come at a time, they wait
 * `gatherMs` for each other.
 */
export const createSharedCommit = (
  { db, engine }: StoreDatabase,
  gatherMs: number,
): (<T>(work: Work<T>) => Promise<T>) => {
  if (engine === 'postgres') return (work) => db.transaction().execute(work);
  let waiting: Waiting[] = [];
  let areMany = false;

  const takeAll = (): Waiting[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };

  const runTogether = async (): Promise<void> => {
    if (gatherMs > 0) await (areMany ? setTimeout(gatherMs) : setImmediate());
    let group: Waiting[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        // Includes work that came while another transaction was running.
        group = takeAll();
        areMany = group.length > 1;
        for (const one of group) await one.run(trx);
      });
    } catch (error) {
      for (const one of group.length > 0 ? group : takeAll()) one.fail(error);
      return;
    }
    for (const one of group) one.settle();
  };

  return (work) =>
    new Promise((resolve, reject) => {
      const isFirst = waiting.length === 0;
      waiting.push({ ...prepare(work, resolve, reject), fail: reject });
      if (isFirst) void runTogether();
    });
};

function prepare<T>(
  work: Work<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Pick<Waiting, 'run' | 'settle'> {
  let settle = (): void => {};
  return {
    run: async (trx) => {
      await sql`savepoint one_of_many`.execute(trx);
      try {
        const value = await work(trx);
        settle = () => resolve(value);
      } catch (error) {
        await sql`rollback to savepoint one_of_many`.execute(trx);
        settle = () => reject(error);
      }
      await sql`release savepoint one_of_many`.execute(trx);
    },
    settle: () => settle(),
  };
}
