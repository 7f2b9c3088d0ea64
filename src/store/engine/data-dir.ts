import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { RemedyError } from '../../remedy-error.ts';

export class DataDirInUseError extends RemedyError {
  override name = 'DataDirInUseError';
}

/**
 * Makes this process the only user of a folder. The lock is SQLite's own exclusive lock on a tiny database next to
 * the real one, held by an open transaction. The kernel releases it when the process dies, however it dies.
 */
export const lockDataDir = (path: string, dataDir: string): { release(): void } => {
  refuseReadOnly(dataDir);
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    const isHeld = cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY';
    if (!isHeld) throw cause;
    throw new DataDirInUseError(
      `Another Paylink process is using ${dataDir}. Stop it first, or give this one another DATA_DIR.`,
      { cause },
    );
  }
  return {
    release: () => {
      database.exec('rollback');
      database.close();
    },
  };
};

/** SQLite opens a file that this user cannot write, and says nothing: a lock would lock nothing. */
function refuseReadOnly(dataDir: string): void {
  for (const name of ['paylink.lock', 'paylink.db', 'paylink.db-wal', 'paylink.db-shm'])
    if (existsSync(join(dataDir, name))) accessSync(join(dataDir, name), constants.W_OK);
}

/** One step at a time: Node's recursive `mkdir` never returns where a folder cannot exist, as under `/proc`. */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(resolve(path)));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
};

/** Permissions of group and others. */
const OTHERS = 0o077;
/** What Paylink writes in its folder: the database, SQLite's extra files, backups, exports in progress. */
const OURS = /^paylink\.|^exports$/;
/** Created empty with the right permissions, which SQLite then copies to its other files. */
const CREATED_FIRST = ['paylink.db', 'paylink.lock'];

/**
 * Makes `dataDir` and Paylink's files in it readable only by their owner. Returns a warning with a remedy for each path
 * that others can still open: it has another owner, or its file system has no permissions.
 */
export const makeFolderPrivate = (dataDir: string): string[] => {
  makeFolder(dataDir);
  for (const name of CREATED_FIRST) makeFile(join(dataDir, name));
  // These calls cannot set Windows permissions.
  if (process.platform === 'win32') return [];
  return listOurs(resolve(dataDir)).flatMap(close);
};

/** Never opens an existing file: closing it would drop this process's locks on it. */
function makeFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
}

function listOurs(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => OURS.test(name));
  return [
    folder,
    ...inside.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
      return [path, ...readdirSync(path).map((name) => join(path, name))];
    }),
  ];
}

function close(path: string): string[] {
  const isOpen = () => (statSync(path).mode & OTHERS) !== 0;
  if (!isOpen()) return [];
  const mode = statSync(path).isDirectory() ? 0o700 : 0o600;
  try {
    chmodSync(path, mode);
  } catch (error) {
    return [
      `${describe(path, mode)} (${error instanceof Error && 'code' in error ? error.code : 'unknown'})`,
    ];
  }
  return isOpen() ? [`${describe(path, mode)} (its file system has no permissions)`] : [];
}

const describe = (path: string, mode: number): string =>
  `${path} holds customers' data, and other users of this machine can open it. As its owner, run chmod ${mode.toString(8)} ${path}, or set DATA_DIR to a folder that only Paylink's user can open`;
