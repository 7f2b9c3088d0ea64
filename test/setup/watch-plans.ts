import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterAll, expect } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { findLongReads } from './long-reads.ts';

/**
 * Checks the SQLite query plan of every statement that the product prepares in any test. The test file that prepares
 * it first fails if it scans a whole table: the embedded database blocks the event loop meanwhile.
 */
interface Watched {
  /** Statements not checked yet. */
  fresh: Set<string>;
  known: Set<string>;
  /** Without rows: plans depend only on the planner statistics. */
  empty: Promise<Database.Database> | null;
}

/** The only file of the product that prepares statements for the app. */
const PREPARING = fileURLToPath(new URL('../../src/store/engine/open-sqlite.ts', import.meta.url));
if (!existsSync(PREPARING)) throw new Error(`no statement would be checked: there is no ${PREPARING}`);

// Files of one worker share the driver, but each loads this file.
const prototype = Database.prototype as Database.Database & { watched?: Watched };

const watch = (): Watched => {
  const watched: Watched = { fresh: new Set(), known: new Set(), empty: null };
  const { prepare } = prototype;
  prototype.prepare = function (this: Database.Database, text: string) {
    // Fixtures use their own connections.
    const [, , caller = ''] = watched.known.has(text) ? [] : (new Error().stack?.split('\n') ?? []);
    if (caller.includes(PREPARING)) watched.fresh.add(text);
    watched.known.add(text);
    return prepare.call(this, text);
  } as typeof prepare;
  return watched;
};

const openEmpty = async (): Promise<Database.Database> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'paylink-plans-'));
  await (await openStore({ dataDir })).close();
  return new Database(join(dataDir, 'paylink.db'));
};

prototype.watched ??= watch();
const { watched } = prototype;

afterAll(async () => {
  const asked = [...watched.fresh].filter((text) => /^(select|insert|update|delete|with) /.test(text));
  watched.fresh.clear();
  if (asked.length === 0) return;
  watched.empty ??= openEmpty();
  const empty = await watched.empty;
  const longReads = asked.flatMap((text) => findLongReads(text, readPlan(empty, text)));
  expect(longReads).toEqual([]);
});

function readPlan(database: Database.Database, text: string): string[] {
  try {
    const plan = database.prepare(`explain query plan ${text}`).all(text.match(/\?/g)?.map(() => 1) ?? []);
    return (plan as { detail: string }[]).map(({ detail }) => detail);
  } catch (error) {
    // A migration's, or a test's own table.
    if (/no such (table|column)/.test(String(error))) return [];
    throw error;
  }
}
