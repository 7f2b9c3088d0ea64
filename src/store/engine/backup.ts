import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { RemedyError } from '../../remedy-error.ts';
import { judgeTables, type Written } from '../migrations.ts';
import { DataDirInUseError, lockDataDir, makeFolder } from './data-dir.ts';
import { buildUnusableError, DatabaseUnusableError, nameDatabaseTrouble } from './database-errors.ts';
import { readWritten } from './inspect.ts';

/** A refused backup or restore; the message says what to do. */
export class BackupError extends RemedyError {
  override name = 'BackupError';
  override readonly exitCode = 1;
}

/** How long to wait for a writer that does not finish. */
const TIMEOUT_MS = 30_000;

interface BackupMade {
  /** Absolute. */
  path: string;
  bytes: number;
  links: number;
}

/**
 * Writes a consistent snapshot of the embedded database in `dataDir` to the new file `to`, readable only by its
 * owner, whichever version wrote it. The app may run and write meanwhile. The file gets its name only once it is complete, flushed to disk and
 * verified. Throws `BackupError`.
 */
export const backupDatabase = (dataDir: string, to: string): BackupMade => {
  const source = join(dataDir, 'paylink.db');
  const fault = findReadFault(source);
  if (fault === 'ENOENT')
    throw new BackupError(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR to the folder that the app uses.`,
    );
  if (fault !== null) throw buildUnreadableError(source, fault);
  const path = resolve(to);
  const partial = `${path}.partial`;
  reserve(path);
  try {
    // `to` did not exist, so a partial file next to it is from a backup that was killed.
    removePartial(partial);
    closeSync(openSync(partial, 'wx', 0o600));
    copy(source, partial);
    const inspection = inspectDatabase(partial);
    if (inspection.fault !== null) throw new BackupError(`The backup is not usable: ${inspection.fault}`);
    flush(partial);
    renameSync(partial, path);
    flush(dirname(path));
    return { path, bytes: statSync(path).size, links: inspection.links };
  } catch (error) {
    removePartial(partial);
    rmSync(path, { force: true });
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `No backup was made (${nameDatabaseTrouble(error)}). Look at the disk of ${path}, and at the database in ${resolve(dataDir)}.`,
      { cause: error },
    );
  }
};

const removePartial = (path: string): void => {
  for (const suffix of ['', '-journal']) rmSync(`${path}${suffix}`, { force: true });
};

const UNFINISHED = '.unfinished';

const listUnfinished = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('paylink.db.') && name.includes(UNFINISHED))
    .map((name) => join(dataDir, name));

/** Copies of upgrades that did not end. */
const removeUnfinished = (dataDir: string): void => {
  for (const path of listUnfinished(dataDir)) rmSync(path);
};

/** Of a database that another version wrote. There is one, however often the upgrade is cut off. Returns what removes it. */
export const copyBeforeUpgrade = (dataDir: string, writtenBy: string | null): (() => void) => {
  const [, writer = ''] = writtenBy?.split(' ') ?? [];
  removeUnfinished(dataDir);
  try {
    backupDatabase(dataDir, join(dataDir, `paylink.db.before-upgrade-from-${writer}${UNFINISHED}`));
    return () => removeUnfinished(dataDir);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new DatabaseUnusableError(
      `The database was not upgraded, because it could not be copied first. ${error.message}`,
      { cause: error },
    );
  }
};

/** Once the upgrade has ended: its copy gets a name that no earlier one has. Returns where it is; null: there was no upgrade. */
export const nameCopy = (dataDir: string): string | null => {
  const copy = listUnfinished(dataDir).find((path) => path.endsWith(UNFINISHED) && statSync(path).size > 0);
  const path = copy?.slice(0, -UNFINISHED.length) ?? '';
  let free = path;
  for (let copies = 2; existsSync(free); copies += 1) free = `${path}-${copies}`;
  if (copy !== undefined) renameSync(copy, free);
  removeUnfinished(dataDir);
  return copy === undefined ? null : free;
};

/** Why this user cannot read it, as a system code; null: it can be read. */
function findReadFault(path: string): string | null {
  try {
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

const buildUnreadableError = (path: string, code: string): BackupError =>
  new BackupError(`${path} cannot be read (${code}). Run this as the user that runs Paylink.`);

/** Creates the file to claim its name, so that we never overwrite an existing file. */
function reserve(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    throw new BackupError(
      code === 'EEXIST'
        ? `${path} already exists, and a backup never overwrites a file. Choose another name.`
        : `${path} cannot be written (${String(code)}). Choose a file in a folder that exists and that you can write to.`,
      { cause },
    );
  }
}

/** Reads through a second connection, which sees one state of the database whatever is written meanwhile. */
function copy(source: string, to: string): void {
  const database = new Database(source, { timeout: TIMEOUT_MS, readonly: true });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

/** Waits until a file, or a folder's list of files, is on disk. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

interface Restored {
  /** Where the previous database was moved; null: the folder had none. */
  keptAs: string | null;
  links: number;
}

/**
 * Replaces the database in `dataDir` with the backup `from`, and keeps the old one next to it under a name with
 * `stamp`. Refuses while the app runs, and refuses backups that are damaged, not ours, or of another version's tables.
 * If interrupted at any point, it leaves either the old database or the new one, never neither. Throws
 * `BackupError`, and `DatabaseUnusableError` when the folder cannot be used.
 */
export const restoreDatabase = (dataDir: string, from: string, stamp: string): Restored => {
  const source = resolve(from);
  const fault = findReadFault(source);
  if (fault === 'ENOENT') throw new BackupError(`There is no file ${source}.`);
  if (fault !== null) throw buildUnreadableError(source, fault);
  if (!statSync(source).isFile()) throw new BackupError(`${source} is not a file.`);
  try {
    return replaceDatabase(dataDir, source, stamp);
  } catch (error) {
    throw error instanceof BackupError ? error : buildUnusableError(resolve(dataDir), error);
  }
};

function replaceDatabase(dataDir: string, source: string, stamp: string): Restored {
  makeFolder(dataDir);
  const lock = takeLock(dataDir);
  const target = join(dataDir, 'paylink.db');
  const incoming = `${target}.restoring`;
  try {
    // Check, flush and rename a copy in the same folder; never open the backup itself.
    copyAnew(source, incoming);
    const inspection = inspectDatabase(incoming);
    if (inspection.fault !== null) throw new BackupError(`${source} was not restored: ${inspection.fault}`);
    const other = judgeTables(inspection);
    if (other)
      throw new BackupError(`${source} was not restored: ${other.what}. Restore it with that version.`);
    const keptAs = existsSync(target) ? keep(target, `${target}.before-restore-${stamp}`) : null;
    renameSync(incoming, target);
    flush(dataDir);
    return { keptAs, links: inspection.links };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${incoming}${suffix}`, { force: true });
    lock.release();
  }
}

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
  checkpoint(target);
  const wal = `${target}-wal`;
  copyAnew(target, keptAs);
  if (existsSync(wal) && statSync(wal).size > 0) copyAnew(wal, `${keptAs}-wal`);
  for (const path of [wal, `${target}-shm`]) rmSync(path, { force: true });
  return keptAs;
}

/** Merges the write-ahead log into the file; a database that is too damaged for that keeps its log. */
function checkpoint(target: string): void {
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
  try {
    copyFileSync(source, to, constants.COPYFILE_FICLONE);
    // A copy gets its source's permissions. Until this line, the folder's permissions keep others out.
    chmodSync(to, 0o600);
    flush(to);
  } catch (error) {
    // Half a copy on a full disk.
    rmSync(to, { force: true });
    throw error;
  }
}

/** `fault`: why nobody can use the file, to follow its name. */
type DatabaseInspection = ({ fault: null; links: number } & Written) | { fault: string };

const checkSchema = z.array(z.object({ integrity_check: z.string() }));
const orphansSchema = z.array(z.unknown());
const countSchema = z.tuple([z.object({ links: z.number() })]);

/** Reads a whole database file and checks that it is intact and ours. */
const inspectDatabase = (path: string): DatabaseInspection => {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true });
    const checked = checkSchema.parse(database.pragma('integrity_check'));
    const trouble = checked.find((row) => row.integrity_check !== 'ok');
    if (trouble) return { fault: 'it is damaged (integrity_check).' };
    const orphans = orphansSchema.parse(database.pragma('foreign_key_check'));
    if (orphans.length > 0)
      return { fault: 'some of its rows belong to links that do not exist (foreign_key_check).' };

    const written = readWritten(database);
    if (written === null) return { fault: 'it is not a Paylink database.' };
    const [counted] = countSchema.parse(database.prepare('select count(*) as links from links').all());
    return { fault: null, links: counted.links, ...written };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { fault: `it cannot be read as a database${code}.` };
  } finally {
    database?.close();
  }
};
