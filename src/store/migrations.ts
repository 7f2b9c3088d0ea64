import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Migration, QueryExecutorProvider } from 'kysely';
import { whatRuns } from '../version.ts';
import { type Engine, Migrator, PostgresAdapter, sql } from './engine/database.ts';
import { OtherVersionError } from './engine/database-errors.ts';
import { buildUpgrade } from './engine/difference.ts';
import { buildTable, describeTables, type Shapes } from './engine/table.ts';
import { DATA_MIGRATIONS, type DataMigration, RELEASED, type Snapshot } from './releases.ts';
import { type Schema, TABLES } from './schema.ts';

export type Migrations = Record<string, Migration>;

type Release = Pick<Snapshot, 'version' | 'tables'> & Partial<Snapshot>;

/** Changes with every change of the tables, and with every data migration that leads to them. */
const fingerprint = (tables: Shapes, steps: readonly DataMigration[]): string => {
  const statements = Object.entries(tables).map(([name, shape]) => buildTable('sqlite', name, shape));
  const answers = steps.map((step) => step.answers);
  return createHash('sha256')
    .update(JSON.stringify([statements, answers]))
    .digest('hex')
    .slice(0, 12);
};

const buildMigration = (
  upgradeOn: (engine: Engine) => ReturnType<typeof buildUpgrade>,
  due: readonly DataMigration[],
): Migration => ({
  up: async (db) => {
    const engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
    const { first, last } = upgradeOn(engine);
    for (const statement of first) await sql.raw(statement).execute(db);
    for (const step of due) await step.run(db, engine);
    for (const statement of last) await sql.raw(statement).execute(db);
    await noteWriter(db);
  },
});

/**
 * One for each release that changed what is stored, named after its version, which nothing changes later, and one for what today's tables
 * have beyond the newest release, named by a hash of them. Forward only. A release that changed nothing has none: one may go back from it.
 */
export const buildMigrations = (
  released: readonly Release[],
  today: Shapes,
  steps: readonly DataMigration[] = DATA_MIGRATIONS,
): Migrations => {
  const unreleased = steps.filter(({ to }) => !released.some(({ version }) => version === to));
  const { first, last } = buildUpgrade('sqlite', {
    ...{ earlier: {}, before: released.at(-1)?.tables ?? {}, after: today },
  });
  const next = { version: `next-${fingerprint(today, unreleased)}`, tables: today };
  const isAhead = unreleased.length + first.length + last.length > 0;
  const releases: readonly Release[] = isAhead ? [...released, next] : released;
  return Object.fromEntries(
    releases.flatMap((release, place) => {
      const { version, tables } = release;
      const [earlier, before] = [releases[place - 2], releases[place - 1]];
      const due = release === next ? unreleased : steps.filter(({ to }) => to === version);
      const upgradeOn = (engine: Engine) =>
        buildUpgrade(engine, { earlier: earlier?.tables ?? {}, before: before?.tables ?? {}, after: tables });
      const isSame = due.length === 0 && isDeepStrictEqual({ ...before, version }, release);
      // PostgreSQL drops only now what the release before left.
      if (isSame && upgradeOn('postgres').first.length === 0) return [];
      return [[`${String(place + 1).padStart(4, '0')}-${version}`, buildMigration(upgradeOn, due)]];
    }),
  );
};

export const MIGRATIONS = buildMigrations(RELEASED, describeTables(TABLES));

/** What a database says of who wrote it: the names of its migrations, and the version that opened it last. */
export interface Written {
  applied: readonly string[];
  /** Null: it does not say. */
  writtenBy: string | null;
}

export const LIST_APPLIED = 'select name from kysely_migration order by name';
export const READ_WRITER = "select value as name from meta where name = 'written-by'";

const noteWriter = (db: QueryExecutorProvider) =>
  sql`
    insert into meta (name, value) values ('written-by', ${whatRuns})
    on conflict (name) do update set value = excluded.value
  `.execute(db);

/** Why this version cannot use the tables of a database, and what to do, both without a full stop; null: it can. */
export const judgeTables = (
  { applied, writtenBy }: Written,
  known = Object.keys(MIGRATIONS),
): { what: string; remedy: string } | null => {
  const foreign = applied.find((name) => !known.includes(name));
  if (foreign === undefined) return null;
  const isOld = applied[0] !== known[0];
  return {
    what: `the tables of this database are those of another version: ${writtenBy ?? 'a Paylink before 1.0.0'} wrote it last (${foreign}), and this is ${whatRuns}`,
    remedy: isOld
      ? 'Tables from before 1.0.0 are not carried over: run the version that made them until its last link has ended, keep its exports, and then begin anew with an empty database'
      : 'Start that version, or a newer one. To go back to this one, restore a backup that it made',
  };
};

const readWritten = async (db: Kysely<Schema>): Promise<Written> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const read = async (table: string, query: string) =>
    tables.some((found) => found.name === table)
      ? (await sql.raw<{ name: string }>(query).execute(db)).rows.map(({ name }) => name)
      : [];
  return {
    applied: await read('kysely_migration', LIST_APPLIED),
    writtenBy: (await read('meta', READ_WRITER))[0] ?? null,
  };
};

/**
 * Makes the tables those of this version, all or nothing. Simultaneous starts wait for each other. `beforeUpgrade`: before an older
 * release's are changed; told which version wrote them, and gives what to do if they were not. Throws `OtherVersionError`, and changes nothing, if another version made them.
 */
export const migrate = async (
  db: Kysely<Schema>,
  {
    migrations = MIGRATIONS,
    beforeUpgrade = () => () => undefined,
  }: { migrations?: Migrations | undefined; beforeUpgrade?: (writtenBy: string | null) => () => void } = {},
): Promise<void> => {
  const known = Object.keys(migrations);
  const readOurs = async () => {
    const written = await readWritten(db);
    const refusal = judgeTables(written, known);
    if (refusal === null) return written;
    const { what, remedy } = refusal;
    throw new OtherVersionError(`Nothing was changed: ${what}. ${remedy}.`);
  };
  const { applied, writtenBy } = await readOurs();
  const isUpgrade = applied.length > 0 && applied.length < known.length;
  const onFailure = isUpgrade ? beforeUpgrade(writtenBy) : undefined;
  const provider = { getMigrations: async () => migrations };
  // Their order is that of their names: a clock that was set back since must not count.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    onFailure?.();
    // A newer version may have been quicker.
    await readOurs();
    throw new Error('The tables could not be made.', { cause: error });
  }
  if (results.length === 0 && writtenBy !== whatRuns) await noteWriter(db);
};
