import { describeFolderTrouble } from '../../store/engine/database-errors.ts';
import { inspectFolder, inspectPostgres, type ServerInspection } from '../../store/engine/inspect.ts';
import { judgeTables, MIGRATIONS, type Written } from '../../store/migrations.ts';
import { type Check, failed, type Outcome, ok, type Round } from './check.ts';

/** Whether this version of Paylink can use the tables. `where` begins the sentence. */
const judgeWritten = (where: string, written: Written, known: string[]): Outcome => {
  const { applied, writtenBy } = written;
  const refusal = judgeTables(written, known);
  if (refusal) return failed(`${where}; ${refusal.what}`, `${refusal.remedy}.`);
  if (applied.length === 0) return ok(`${where}; still empty, its tables are made at the first start`);
  if (applied.length < known.length)
    return ok(`${where}; ${writtenBy} wrote it last, and the next start upgrades it`);
  return ok(`${where}; its tables are those of this version`);
};

const LEAST_VERSION = 15;

/** Whether this version of Paylink, which knows the `known` migrations, can run on that PostgreSQL server. */
export const judgeServer = ({ version, mayCreate, written }: ServerInspection, known: string[]): Outcome => {
  const major = Math.floor(version / 10_000);
  if (major < LEAST_VERSION)
    return failed(`PostgreSQL ${major} answers`, `Paylink needs PostgreSQL ${LEAST_VERSION} or newer.`);
  if (!mayCreate && known.some((name) => !written.applied.includes(name)))
    return failed(
      `PostgreSQL ${major} answers; its user may not make tables in the schema`,
      'Grant it CREATE on the schema, or make it the owner.',
    );
  return judgeWritten(`PostgreSQL ${major} answers`, written, known);
};

/** The embedded folder or the shared server, and which version made its tables. Makes none. */
export const runDatabase: Check['run'] = async ({ config, patienceMs }) =>
  config.databaseUrl === null
    ? await checkFolder(config.dataDir)
    : judgeServer(await inspectPostgres(config.databaseUrl, patienceMs), Object.keys(MIGRATIONS));

async function checkFolder(dataDir: string): Promise<Outcome> {
  const inspection = await inspectFolder(dataDir);
  switch (inspection.is) {
    case 'unusable': {
      const { what, remedy } = describeFolderTrouble(inspection.code);
      return failed(`DATA_DIR: ${what}`, `${remedy}.`);
    }
    case 'held':
      return ok(
        'DATA_DIR can be written; a running Paylink holds its database, so its tables were not looked at',
      );
    case 'empty':
      return ok(
        `DATA_DIR ${inspection.isThere ? 'can be written; the database' : 'can be made; it'} is made at the first start`,
      );
    case 'database':
      return judgeWritten('DATA_DIR can be written', inspection.written, Object.keys(MIGRATIONS));
  }
}

/** Null: there is none yet, a running Paylink holds it, or it cannot be used, which its own check says. */
export const lookInside = async ({ config, patienceMs }: Round) => {
  if (config.databaseUrl !== null) return inspectPostgres(config.databaseUrl, patienceMs).catch(() => null);
  const inspection = await inspectFolder(config.dataDir);
  return inspection.is === 'database' ? inspection : null;
};
