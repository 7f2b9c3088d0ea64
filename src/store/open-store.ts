import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { createLinkStore, type LinkStore } from './link-store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createNoticeStore, type NoticeStore } from './notice-store.ts';
import { lockDataDir } from './process-lock.ts';
import type { Schema } from './schema.ts';

export interface Store {
  links: LinkStore;
  notices: NoticeStore;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the embedded database in `dataDir`, migrates it, and holds the folder for this process alone.
 * Throws `DataDirInUseError` when another process has it.
 */
export const openStore = async ({ dataDir }: { dataDir: string }): Promise<Store> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir(join(dataDir, 'paylink.lock'), dataDir);
  const database = new Database(join(dataDir, 'paylink.db'), { timeout: 5_000 });
  // WAL with FULL: an answered commit survives a power cut, and readers never wait for the writer.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
    database.pragma(pragma);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  const close = async () => {
    await db.destroy();
    lock.release();
  };
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    links: createLinkStore(db),
    notices: createNoticeStore(db),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close,
  };
};

async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought to this version.', { cause: error });
}
