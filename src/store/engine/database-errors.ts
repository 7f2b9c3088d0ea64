import { RemedyError } from '../../remedy-error.ts';

/** The embedded database cannot be opened. The message says what to do. */
export class DatabaseUnusableError extends RemedyError {
  override name = 'DatabaseUnusableError';
  override readonly exitCode = 1;
}

/** The tables are those of another version. The message says who wrote them, and what to do. */
export class OtherVersionError extends RemedyError {
  override name = 'OtherVersionError';
}

const GIVE = 'Give the folder and all files in it to the user that runs Paylink';

const FOLDER_REASONS: Record<string, [what: string, remedy: string]> = {
  EACCES: ['this user cannot write to it', GIVE],
  EPERM: ['this user cannot write to it', GIVE],
  EROFS: ['it is on a read-only file system', 'Mount it read-write, or set another DATA_DIR'],
  ENOSPC: ['its disk is full', 'Free some space'],
  EDQUOT: ['the disk quota of this user is used up', 'Free some space, or raise the quota'],
  ENOTDIR: ['it is not a folder', 'Set DATA_DIR to a folder'],
  EEXIST: ['it is not a folder', 'Set DATA_DIR to a folder'],
  ENOENT: ['it cannot be made there', 'Set another DATA_DIR'],
  // The driver gives no code when it cannot open a file, as after a restore by another user.
  '': ['a file in it cannot be opened', GIVE],
  SQLITE_NOTADB: ['its paylink.db is not a database', 'Restore a backup: paylink restore --from file'],
  SQLITE_CORRUPT: ['its paylink.db is damaged', 'Restore a backup: paylink restore --from file'],
  SQLITE_CANTOPEN: ['its paylink.db cannot be opened', GIVE],
  SQLITE_READONLY: ['its paylink.db is read-only', 'Give the file to the user that runs Paylink'],
  SQLITE_FULL: ['its disk is full', 'Free some space'],
};

/** Why `DATA_DIR` cannot be used, by system or SQLite code, and what to do; both without a full stop. */
export const describeFolderTrouble = (code: string): { what: string; remedy: string } => {
  // SQLite's extended codes, such as SQLITE_CANTOPEN_ISDIR, name the kind in their first two words.
  const [what, remedy] = FOLDER_REASONS[code] ??
    FOLDER_REASONS[code.split('_').slice(0, 2).join('_')] ?? [
      'it cannot be used',
      'Check the folder, its owner and its disk',
    ];
  return { what: code === '' ? what : `${what} (${code})`, remedy };
};

/** The error to show when `dataDir` cannot be opened. A failure without a code is returned unchanged. */
export const buildUnusableError = (dataDir: string, failure: unknown): unknown => {
  if (!(failure instanceof Error && 'code' in failure && typeof failure.code === 'string')) return failure;
  const { what, remedy } = describeFolderTrouble(failure.code);
  return new DatabaseUnusableError(`DATA_DIR ${dataDir} cannot be used: ${what}. ${remedy}.`, {
    cause: failure,
  });
};

/** The shared database cannot be used. The message says what to do and holds no part of the address. */
export class DatabaseUnreachableError extends RemedyError {
  override name = 'DatabaseUnreachableError';
  override readonly exitCode = 1;
}

/** By SQLSTATE or system code. Other codes are shown unchanged. */
const SERVER_REASONS: Record<string, [what: string, remedy: string]> = {
  ECONNREFUSED: ['nothing listens there', 'Start the server, or correct the host and port'],
  ENOENT: ['there is no such socket', 'Start the server, or correct the folder given as host'],
  ENOTFOUND: ['the host name is unknown', 'Correct the host name'],
  EAI_AGAIN: ['the host name cannot be looked up', 'Check the network and its name server'],
  ETIMEDOUT: ['it does not answer', 'Check the host, the port and the firewall between'],
  ERR_INVALID_URL: ['it is not an address', 'Percent-encode special characters in user and password'],
  '28P01': ['it rejects the user or the password', 'Correct them'],
  '28000': ['it does not accept this user from this machine', 'Allow it in pg_hba.conf'],
  '3D000': ['it has no such database', 'Create it (createdb), or correct its name'],
  '3F000': ['there is no such schema', 'Create the schema that search_path names'],
  '42501': ['the user lacks a privilege', 'Let the user create tables in the schema'],
  '53300': ['it is out of connections', 'Raise max_connections or stop other clients'],
  '57P03': ['it is not ready for connections', 'Wait for it and start again'],
  '08P01': [
    'a pooler before it refuses the time limits of our sessions',
    'Use the address of the server itself. Or, in PgBouncer, set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ],
};

/**
 * The error to show when connecting fails. It deliberately has no `cause`: in a mistyped address, part of the password
 * can end up as host, port or database name, which the driver's messages repeat.
 */
export const buildUnreachableError = (failure: unknown): DatabaseUnreachableError => {
  const code = readCode(failure);
  const [what, remedy] = SERVER_REASONS[code ?? ''] ?? [
    failure instanceof Error && code === null ? failure.message : 'it cannot be connected to',
    'Check the address and the server',
  ];
  const suffix = code === null ? '' : ` (${code})`;
  return new DatabaseUnreachableError(
    `The PostgreSQL of DATABASE_URL cannot be used: ${what}${suffix}. ${remedy}.`,
  );
};

export function readCode(failure: unknown): string | null {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string'
    ? failure.code
    : null;
}

/** What an operator reads of a code, of SQLite, PostgreSQL or the system. */
const CAUSES: Record<string, string> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the database is read-only',
  SQLITE_CANTOPEN: 'its file cannot be opened',
  SQLITE_IOERR: 'its disk is failing',
  SQLITE_BUSY: 'another process holds it',
  SQLITE_CORRUPT: 'its file is damaged',
  SQLITE_NOTADB: 'its file is damaged',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  '53100': 'the disk is full',
  '53200': 'the server is out of memory',
  '53300': 'the server is out of connections',
  '25006': 'the database is read-only',
  '57P03': 'the server is not ready',
  '42501': 'the user lacks a privilege',
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  ETIMEDOUT: 'it does not answer',
};

/** SQLite's extended codes, such as SQLITE_IOERR_WRITE, name the kind in their first two words. */
const causeOf = (code: string): string | undefined =>
  CAUSES[code] ?? CAUSES[code.split('_').slice(0, 2).join('_')];

/** `SQLITE_FULL: the disk is full`. For an unknown error, its code or name; never its message. */
export const nameDatabaseTrouble = (error: unknown): string => {
  const codes = listCodes(error);
  for (const code of codes) {
    const cause = causeOf(code);
    if (cause !== undefined) return `${code}: ${cause}`;
  }
  return codes[0] ?? (error instanceof Error ? error.name : 'unknown');
};

/** Whether a file or the database took no more data. */
export const isDiskFull = (error: unknown): boolean =>
  listCodes(error).some((code) => CAUSES[code] === 'the disk is full');

/** Follows causes, because libraries wrap the original error. */
function listCodes(error: unknown, deepest = 5): string[] {
  if (!(error instanceof Error) || deepest === 0) return [];
  const own = readCode(error);
  return [...(own === null ? [] : [own]), ...listCodes(error.cause, deepest - 1)];
}
