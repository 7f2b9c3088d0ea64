/** The shared database cannot be used. The message says what to do and holds no part of the address. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/** SQLSTATE and system codes in words. Other codes are shown as they are, to look up. */
const REASONS: Record<string, [what: string, remedy: string]> = {
  ECONNREFUSED: ['nothing listens there', 'Start the server, or correct the host and port'],
  ENOENT: ['there is no such socket', 'Start the server, or correct the folder given as host'],
  ENOTFOUND: ['the host name is not known', 'Correct the host name'],
  EAI_AGAIN: ['the host name cannot be looked up', 'Check the network and its name server'],
  ETIMEDOUT: ['it does not answer', 'Check the host, the port and the firewall between'],
  ERR_INVALID_URL: ['it is not an address', 'Percent-encode special characters in user and password'],
  '28P01': ['it refuses the user or the password', 'Correct them'],
  '28000': ['it does not let this user in from here', 'Allow it in pg_hba.conf'],
  '3D000': ['it has no such database', 'Create it (createdb), or correct its name'],
  '3F000': ['there is no such schema', 'Create the schema that search_path names'],
  '42501': ['the user lacks a right', 'Let the user create tables in the schema'],
  '53300': ['it has no connection left', 'Raise max_connections or stop other clients'],
  '57P03': ['it is not ready for connections', 'Wait for it and start again'],
};

/**
 * The error to show when connecting fails. Leaves out the original on purpose: in a mistyped address, part of the
 * password can end up as host, port or database name, and the driver's messages repeat those.
 */
export const buildUnreachableError = (failure: unknown): DatabaseUnreachableError => {
  const code = readCode(failure);
  const [what, remedy] = REASONS[code ?? ''] ?? [
    failure instanceof Error && code === null ? failure.message : 'it cannot be connected to',
    'Check the address and the server',
  ];
  const suffix = code === null ? '' : ` (${code})`;
  return new DatabaseUnreachableError(
    `The PostgreSQL of DATABASE_URL cannot be used: ${what}${suffix}. ${remedy}.`,
  );
};

function readCode(failure: unknown): string | null {
  if (!(failure instanceof Error)) return null;
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : null;
}
