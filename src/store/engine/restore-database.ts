import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { flush } from './backup-database.ts';
import { BackupError } from './backup-error.ts';
import { inspectDatabase } from './inspect-database.ts';
import { DataDirInUseError, lockDataDir } from './process-lock.ts';

interface Restored {
  /** Where the previous database was moved; null: the folder had none. */
  keptAs: string | null;
  links: number;
}

/**
 * Replaces the database in `dataDir` with the backup `from`, and keeps the old one next to it under a name with
 * `stamp`. Refuses while the app runs, and refuses backups that are damaged, not ours, or newer than this version.
 * If interrupted at any point, it leaves either the old database or the new one, never neither. Throws
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
    // Check, flush and rename a copy in the same folder; never open the backup itself.
    copyAnew(source, incoming);
    const inspection = inspectDatabase(incoming);
    if (inspection.fault !== null) throw new BackupError(`${source} is not restored: ${inspection.fault}`);
    const keptAs = existsSync(target) ? keep(target, `${target}.before-restore-${stamp}`) : null;
    renameSync(incoming, target);
    flush(dataDir);
    return { keptAs, links: inspection.links };
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

/** Moves the old database together with its write-ahead log, which must not be applied to the new one. */
function keep(target: string, keptAs: string): string {
  settle(target);
  const wal = `${target}-wal`;
  copyAnew(target, keptAs);
  if (existsSync(wal) && statSync(wal).size > 0) copyAnew(wal, `${keptAs}-wal`);
  for (const beside of [wal, `${target}-shm`]) rmSync(beside, { force: true });
  return keptAs;
}

/** The last connection to close merges the log into the file. A database too damaged for that keeps its log. */
function settle(target: string): void {
  try {
    const database = new Database(target);
    // Not `pragma()`: its statement would hold the connection, and so the log, until garbage collection.
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
  } catch {
    return;
  }
}

function copyAnew(source: string, to: string): void {
  rmSync(to, { force: true });
  copyFileSync(source, to, constants.COPYFILE_FICLONE);
  // A copy gets its source's permissions. Until this line, the folder's permissions keep others out.
  chmodSync(to, 0o600);
  flush(to);
}
