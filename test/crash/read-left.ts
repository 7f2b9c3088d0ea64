import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorePlace } from '../../src/open-store.ts';
import { openTables } from '../fixtures/read-tables.ts';

/** A copy: opening the file itself would run the recovery that the next process must do. */
const copyOf = async (dataDir: string): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'paylink-left-'));
  for (const name of ['paylink.db', 'paylink.db-wal'])
    await copyFile(join(dataDir, name), join(copy, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  return copy;
};

/** What a killed process left to do for links, as `kind link`. On a server, waits until its transactions have ended. */
export const readLeft = async (place: StorePlace): Promise<Set<string>> => {
  const copy = 'dataDir' in place ? await copyOf(place.dataDir) : null;
  const tables = await openTables(copy === null ? nameLook(place) : { dataDir: copy });
  if ('databaseUrl' in place) {
    const name = new URL(place.databaseUrl).searchParams.get('application_name');
    while ((await tables.rows(`pg_stat_activity where application_name = '${name}' limit 1`)).length > 0);
  }
  const left = await tables.rows(
    `jobs where state in ('planned', 'waiting', 'queued') and link_id is not null`,
  );
  await tables.close();
  if (copy !== null) await rm(copy, { recursive: true, force: true });
  return new Set(left.map((job) => `${job['kind']} ${job['link_id']}`));
};

/** The same server under another name than the app's. */
const nameLook = (place: StorePlace): StorePlace => {
  if (!('databaseUrl' in place)) return place;
  const url = new URL(place.databaseUrl);
  url.searchParams.set('application_name', 'paylink-look');
  return { databaseUrl: url.href };
};
