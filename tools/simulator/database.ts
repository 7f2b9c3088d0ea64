import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openStore, type Store } from '../../src/open-store.ts';
import { listenForProcesses } from './store-through-process.ts';

/** In memory if possible, so that commits do not wait for a disk. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A database reused for each seed: opening a new one takes longer than most seeds. */
export interface SeedDatabase {
  store: Store;
  dataDir: string;
  /** Empties it. */
  clear(): void;
  remove(): Promise<void>;
}

export const createDatabase = async (): Promise<SeedDatabase> => {
  const dataDir = mkdtempSync(join(FOLDER, 'paylink-simulate-'));
  const store = await openStore({ dataDir });
  listenForProcesses(store);
  const beside = new Database(join(dataDir, 'paylink.db'));
  // Everything is deleted, in any order.
  for (const pragma of ['synchronous = OFF', 'foreign_keys = OFF']) beside.pragma(pragma);
  const tables = beside.prepare("select name from sqlite_master where type = 'table'").all();
  const deletes = tables.flatMap((row) => {
    const { name } = row as { name: string };
    const isEmpty = beside.prepare(`select 1 from "${name}" limit 1`).get() === undefined;
    return isEmpty ? [beside.prepare(`delete from "${name}"`)] : [];
  });
  return {
    store,
    dataDir,
    clear: () => {
      beside.exec('begin immediate');
      for (const all of deletes) all.run();
      beside.exec('commit');
      rmSync(join(dataDir, 'exports'), { recursive: true, force: true });
    },
    remove: async () => {
      beside.close();
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
};
