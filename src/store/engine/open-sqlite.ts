import { join } from 'node:path';
import Database from 'libsql';
import type { Schema } from '../schema.ts';
import { buildUnusableError } from './database-unusable.ts';
import { keepStatements } from './kept-statements.ts';
import { Kysely } from './kysely.ts';
import { migrate } from './migrate.ts';
import { giveStatistics } from './planner-statistics.ts';
import { makeFolderPrivate } from './private-folder.ts';
import { lockDataDir } from './process-lock.ts';
import { ForgivingSqliteDialect } from './sqlite-dialect.ts';
import type { StoreDatabase } from './store-database.ts';

/**
 * Opens the embedded database in `dataDir`, migrates it, and locks the folder for this process. Calls `onExposed`
 * with what other users of this machine can still open. Throws `DataDirInUseError` when another process has it, and
 * `DatabaseUnusableError` when the folder or its file cannot be used.
 */
export const openSqlite = async (
  dataDir: string,
  onExposed: (warning: string) => void = () => {},
): Promise<StoreDatabase & { close(): Promise<void> }> => {
  let close = async (): Promise<void> => {};
  try {
    for (const warning of makeFolderPrivate(dataDir)) onExposed(warning);
    const lock = lockDataDir(join(dataDir, 'paylink.lock'), dataDir);
    close = async () => lock.release();
    const database = new Database(join(dataDir, 'paylink.db'), { timeout: 5_000 });
    // WAL with FULL: a confirmed commit survives a power cut, and readers never wait for the writer.
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
      database.pragma(pragma);
    const db = new Kysely<Schema>({
      dialect: new ForgivingSqliteDialect({ database: keepStatements(database) }),
    });
    close = async () => {
      await db.destroy();
      lock.release();
    };
    await migrate(db);
    giveStatistics(database);
    return { db, engine: 'sqlite', close };
  } catch (error) {
    await close();
    throw buildUnusableError(dataDir, error);
  }
};
