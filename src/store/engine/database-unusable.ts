/** The embedded database cannot be opened, or a newer version made it. The message says what to do. */
export class DatabaseUnusableError extends Error {
  override name = 'DatabaseUnusableError';
}

const REASONS: Record<string, [what: string, remedy: string]> = {
  EACCES: ['this user may not write in it', 'Give the folder to the user that runs Paylink'],
  EPERM: ['this user may not write in it', 'Give the folder to the user that runs Paylink'],
  EROFS: ['it is on a read-only file system', 'Mount it for writing, or set another DATA_DIR'],
  ENOSPC: ['its disk is full', 'Make room'],
  ENOTDIR: ['it is not a folder', 'Set DATA_DIR to a folder'],
  EEXIST: ['it is not a folder', 'Set DATA_DIR to a folder'],
  SQLITE_NOTADB: ['its paylink.db is not a database', 'Restore a backup: npm run restore -- --from file'],
  SQLITE_CORRUPT: ['its paylink.db is damaged', 'Restore a backup: npm run restore -- --from file'],
  SQLITE_CANTOPEN: ['its paylink.db cannot be opened', 'Give the folder to the user that runs Paylink'],
  SQLITE_READONLY: ['its paylink.db is read-only', 'Give the file to the user that runs Paylink'],
  SQLITE_FULL: ['its disk is full', 'Make room'],
};

/** Why `DATA_DIR` cannot be used, by a system or SQLite code, and what to do. Neither ends with a full stop. */
export const describeFolderTrouble = (code: string): { what: string; remedy: string } => {
  // SQLite's extended codes, such as SQLITE_CANTOPEN_ISDIR, name the kind in their first two words.
  const [what, remedy] = REASONS[code] ??
    REASONS[code.split('_').slice(0, 2).join('_')] ?? [
      'it cannot be used',
      'Check the folder, its owner and its disk',
    ];
  // The driver gives no code for some failures to open a file.
  return { what: code === '' ? what : `${what} (${code})`, remedy };
};

/** The error to show when `dataDir` cannot be opened, for a failure with a code; another failure as it is. */
export const buildUnusableError = (dataDir: string, failure: unknown): unknown => {
  if (!(failure instanceof Error && 'code' in failure && typeof failure.code === 'string')) return failure;
  const { what, remedy } = describeFolderTrouble(failure.code);
  return new DatabaseUnusableError(`DATA_DIR ${dataDir} cannot be used: ${what}. ${remedy}.`, {
    cause: failure,
  });
};
