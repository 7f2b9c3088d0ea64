import Database from 'libsql';

export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
}

/**
 * Makes this process the only user of a folder. The lock is SQLite's own exclusive lock on a tiny database next to
 * the real one, held by an open transaction. The kernel releases it when the process dies, however it dies.
 */
export const lockDataDir = (path: string, dataDir: string): { release(): void } => {
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
