/** Reasons why a database takes no writes, by SQLite code, SQLSTATE or system code. */
const CAUSES: Record<string, string> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the database is read-only',
  SQLITE_CANTOPEN: 'its file cannot be opened',
  SQLITE_IOERR: 'its disk fails',
  SQLITE_BUSY: 'another process holds it',
  SQLITE_CORRUPT: 'its file is damaged',
  SQLITE_NOTADB: 'its file is damaged',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  '53100': 'the disk is full',
  '53200': 'the server has no memory left',
  '53300': 'the server has no connection left',
  '25006': 'the database is read-only',
  '57P03': 'the server is not ready',
  '42501': 'the user lacks a right',
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is not known',
  ETIMEDOUT: 'it does not answer',
};

/** `SQLITE_FULL: the disk is full`. For an unknown error, its code or name; never its message. */
export const nameDatabaseTrouble = (error: unknown): string => {
  const codes = listCodes(error);
  for (const code of codes) {
    // SQLite's extended codes, such as SQLITE_IOERR_WRITE, name the kind in their first two words.
    const cause = CAUSES[code] ?? CAUSES[code.split('_').slice(0, 2).join('_')];
    if (cause !== undefined) return `${code}: ${cause}`;
  }
  return codes[0] ?? (error instanceof Error ? error.name : 'unknown');
};

/** Follows causes, because libraries wrap the original error. */
function listCodes(error: unknown, deepest = 5): string[] {
  if (!(error instanceof Error) || deepest === 0) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...listCodes(error.cause, deepest - 1)];
}
