import { DatabaseUnreachableError } from '../store/database-unreachable.ts';
import { inspectFolder } from '../store/inspect-folder.ts';
import { inspectPostgres } from '../store/inspect-postgres.ts';
import { MIGRATIONS } from '../store/migrations/index.ts';
import type { Check, Outcome } from './check.ts';
import { judgeMigrations } from './judge-migrations.ts';
import { judgeServer } from './judge-server.ts';

/** The embedded folder or the shared server, and how far its tables are. Nothing is migrated. */
export const checkDatabase: Check = {
  id: 'database',
  title: 'Database',
  needs: ['DATABASE_URL', 'DATA_DIR'],
  answers: 3,
  run: ({ config, patienceMs }) =>
    config.databaseUrl === null ? checkFolder(config.dataDir) : checkServer(config.databaseUrl, patienceMs),
};

async function checkFolder(dataDir: string): Promise<Outcome> {
  const standing = await inspectFolder(dataDir);
  switch (standing.is) {
    case 'unusable':
      return describeUnusable(standing.code);
    case 'held':
      return {
        status: 'ok',
        seen: 'DATA_DIR can be written; a running Paylink holds its database, so its tables were not looked at',
      };
    case 'empty':
      return {
        status: 'ok',
        seen: `DATA_DIR ${standing.isThere ? 'can be written; the database' : 'can be made; it'} is made at the first start`,
      };
    case 'database':
      return judgeMigrations('DATA_DIR can be written', standing.applied, Object.keys(MIGRATIONS));
  }
}

const REASONS: Record<string, [what: string, remedy: string]> = {
  EACCES: ['this user may not write in it', 'Give the folder to the user that runs Paylink'],
  EPERM: ['this user may not write in it', 'Give the folder to the user that runs Paylink'],
  EROFS: ['it is on a read-only file system', 'Mount it for writing, or set another DATA_DIR'],
  ENOSPC: ['its disk is full', 'Make room'],
  ENOTDIR: ['it is not a folder', 'Set DATA_DIR to a folder'],
  SQLITE_NOTADB: ['its paylink.db is not a database', 'Put a backup in its place'],
  SQLITE_CORRUPT: ['its paylink.db is damaged', 'Put a backup in its place'],
};

function describeUnusable(code: string): Outcome {
  const [what, remedy] = REASONS[code] ?? ['it cannot be used', 'Check the folder, its owner and its disk'];
  return { status: 'failed', seen: `DATA_DIR: ${what} (${code})`, remedy: `${remedy}.` };
}

async function checkServer(databaseUrl: string, patienceMs: number): Promise<Outcome> {
  try {
    return judgeServer(await inspectPostgres(databaseUrl, patienceMs), Object.keys(MIGRATIONS));
  } catch (error) {
    if (!(error instanceof DatabaseUnreachableError)) throw error;
    const cut = error.message.lastIndexOf('. ');
    return {
      status: 'failed',
      seen: cut === -1 ? error.message : error.message.slice(0, cut),
      remedy: cut === -1 ? 'Check the address and the server.' : error.message.slice(cut + 2),
    };
  }
}
