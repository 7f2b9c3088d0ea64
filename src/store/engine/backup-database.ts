import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { BackupError } from './backup-error.ts';
import { readStanding } from './database-standing.ts';

/** How long to wait for a writer that will not end. */
const PATIENCE_MS = 30_000;

export interface BackupMade {
  /** Absolute. */
  path: string;
  bytes: number;
  links: number;
}

/**
 * Writes the embedded database of `dataDir`, as it is at one moment, to the new file `to`, for its owner's eyes
 * alone. The app may run and write meanwhile. The file has its name only once it is complete, on disk and read
 * back. Throws `BackupError`.
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
    // What an ended backup left behind belongs to nobody: the name beside it was free.
    rmSync(partial, { force: true });
    closeSync(openSync(partial, 'wx', 0o600));
    copy(source, partial);
    const standing = readStanding(partial);
    if (standing.fault !== null) throw new BackupError(`The backup is not usable: ${standing.fault}`);
    flush(partial);
    renameSync(partial, path);
    flush(dirname(path));
    return { path, bytes: statSync(path).size, links: standing.links };
  } catch (error) {
    rmSync(partial, { force: true });
    rmSync(path, { force: true });
    throw error;
  }
};

/** Takes the name, so that no file that is there is ever written over. */
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

/** A second connection: it reads one state of the database, however much is written meanwhile. */
function copy(source: string, to: string): void {
  const database = new Database(source, { timeout: PATIENCE_MS, readonly: true });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
