import Database from 'libsql';
import { z } from 'zod';
import { MIGRATIONS } from '../migrations/index.ts';

/** `fault`: why this version of Paylink cannot use the file. */
type DatabaseInspection = { fault: null; links: number } | { fault: string };

const rowsOf = <Row extends z.ZodRawShape>(shape: Row) => z.array(z.object(shape));

/** Reads a whole database file and checks that it is intact, ours, and of a version we know. */
export const inspectDatabase = (path: string): DatabaseInspection => {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true });
    const checked = rowsOf({ integrity_check: z.string() }).parse(database.pragma('integrity_check'));
    const trouble = checked.find((row) => row.integrity_check !== 'ok');
    if (trouble) return { fault: 'it is damaged (integrity_check).' };
    const orphans = z.array(z.unknown()).parse(database.pragma('foreign_key_check'));
    if (orphans.length > 0)
      return { fault: 'rows of it belong to links that are not there (foreign_key_check).' };

    const tables = rowsOf({ name: z.string() }).parse(
      database.prepare("select name from sqlite_master where type = 'table'").all(),
    );
    if (
      !tables.some((table) => table.name === 'kysely_migration') ||
      !tables.some(({ name }) => name === 'links')
    )
      return { fault: 'it is not a database of Paylink.' };
    const applied = rowsOf({ name: z.string() }).parse(
      database.prepare('select name from kysely_migration').all(),
    );
    const unknown = applied.find(({ name }) => !(name in MIGRATIONS));
    if (unknown)
      return {
        fault: `it was written by a newer version of Paylink (${unknown.name}). Install that version.`,
      };
    const [counted] = rowsOf({ links: z.number() }).parse(
      database.prepare('select count(*) as links from links').all(),
    );
    return { fault: null, links: counted?.links ?? 0 };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { fault: `it cannot be read as a database${code}.` };
  } finally {
    database?.close();
  }
};
