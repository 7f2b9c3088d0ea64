import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { BackupError } from './backup-error.ts';
import { inspectDatabase } from './inspect-database.ts';

/** How long to wait for a writer that does not finish. */
const PATIENCE_MS = 30_000;

interface BackupMade {
  /** Absolute. */
  path: string;
  bytes: number;
  links: number;
}

/**
 * Writes a consistent snapshot of the embedded database in `dataDir` to the new file `to`, readable only by its
 * owner. The app may run and write meanwhile. The file gets its name only once it is complete, flushed to disk and
 * verified. Throws `BackupError`.
 */
export const backupDatabase = (dataDir: string, to: string): BackupMade => {
  const source = join(dataDir, 'paylink.db');
  if (!existsSync(source)) {
    throw new BackupError(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR to the folder that the app uses.`,
    );
  }
  const path = resolve(to);
  const partial = `${path}.partial`;
  reserve(path);
  try {
    // `to` was free, so a partial file next to it is left over from a backup that died.
    rmSync(partial, { force: true });
    closeSync(openSync(partial, 'wx', 0o600));
    copy(source, partial);
    const inspection = inspectDatabase(partial);
    if (inspection.fault !== null) throw new BackupError(`The backup is not usable: ${inspection.fault}`);
    flush(partial);
    renameSync(partial, path);
    flush(dirname(path));
    return { path, bytes: statSync(path).size, links: inspection.links };
  } catch (error) {
    rmSync(partial, { force: true });
    rmSync(path, { force: true });
    throw error;
  }
};

/** Creates the file to claim its name, so that we never overwrite an existing file. */
function reserve(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    throw new BackupError(
      code === 'EEXIST'
        ? `${path} exists already, and a backup never writes over a file. Give another name.`
        : `${path} cannot be written (${String(code)}). Give a file in a folder that exists and that you may write to.`,
      { cause },
    );
  }
}

/** Uses a second connection, which sees one state of the database however much is written meanwhile. */
function copy(source: string, to: string): void {
  const database = new Database(source, { timeout: PATIENCE_MS, readonly: true });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
