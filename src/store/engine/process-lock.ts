import Database from 'libsql';

export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
}

/**
 * Makes this process the only one on a folder. The lock is SQLite's own exclusive lock on a tiny database
 * beside the real one, held in an open transaction: the kernel frees it when the process dies, however it dies.
 */
export const lockDataDir = (path: string, dataDir: string): { release(): void } => {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
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
