import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { BackupError } from './backup-error.ts';
import { readStanding } from './database-standing.ts';
import { DataDirInUseError, lockDataDir } from './process-lock.ts';

export interface Restored {
  /** Where the database that was there before is kept; null: there was none. */
  keptAs: string | null;
  links: number;
}

/**
 * Puts the backup `from` in the place of the database in `dataDir`, and keeps the one that was there beside it
 * under a name with `stamp`. Refuses while the app runs, and backups that are damaged, not ours, or newer than
 * this version. Cut short at any point it leaves either the old database or the new one, never none. Throws
 * `BackupError`.
 */
export const restoreDatabase = (dataDir: string, from: string, stamp: string): Restored => {
  const source = resolve(from);
  if (!existsSync(source)) throw new BackupError(`There is no file ${source}.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeLock(dataDir);
  const target = join(dataDir, 'paylink.db');
  const incoming = `${target}.restoring`;
  try {
    // A copy in the same folder is what is checked, flushed and renamed: the backup itself is never opened.
    copyAnew(source, incoming);
    const standing = readStanding(incoming);
    if (standing.fault !== null) throw new BackupError(`${source} is not restored: ${standing.fault}`);
    const keptAs = existsSync(target) ? keep(target, `${target}.before-restore-${stamp}`) : null;
    renameSync(incoming, target);
    flush(dataDir);
    return { keptAs, links: standing.links };
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(`${incoming}${rest}`, { force: true });
    lock.release();
  }
};

function takeLock(dataDir: string) {
  try {
    return lockDataDir(join(dataDir, 'paylink.lock'), resolve(dataDir));
  } catch (cause) {
    if (!(cause instanceof DataDirInUseError)) throw cause;
    throw new BackupError(`Paylink is running on ${resolve(dataDir)}. Stop it first, then restore.`, {
      cause,
    });
  }
}

/** The database with its write-ahead log, which the new one must not meet. */
function keep(target: string, keptAs: string): string {
  settle(target);
  const wal = `${target}-wal`;
  copyAnew(target, keptAs);
  if (existsSync(wal) && statSync(wal).size > 0) copyAnew(wal, `${keptAs}-wal`);
  for (const beside of [wal, `${target}-shm`]) rmSync(beside, { force: true });
  return keptAs;
}

/** The last connection that closes brings the log into the file. One that is too damaged for that keeps its log. */
function settle(target: string): void {
  try {
    const database = new Database(target);
    // Not `pragma()`: its statement would keep the connection, and with it the log, until it is collected.
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
  } catch {
    return;
  }
}

function copyAnew(source: string, to: string): void {
  rmSync(to, { force: true });
  copyFileSync(source, to, constants.COPYFILE_FICLONE);
  // A copy has its source's rights; until here the folder's keep others out.
  chmodSync(to, 0o600);
  flush(to);
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
