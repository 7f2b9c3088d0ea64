import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import type { StorePlace } from '../../src/open-store.ts';
import type { LinkState } from '../../src/store/link-states.ts';

/** The database content at one moment, read without the store. */
export interface Look {
  links: {
    id: string;
    invoice_id: string;
    state: LinkState;
    order_id: string | null;
    card_ts: string | null;
    qr_ts: string | null;
    callback_token_hash: string;
  }[];
  /** Undelivered notices. */
  waiting: { kind: string; link_id: string }[];
  /** Links with a stored callback. */
  called: { link_id: string }[];
}

export interface Looker {
  /** Reads what a killed process left behind. On a server, waits until its transactions have ended. */
  afterDeath(): Promise<Look>;
  /** Reads while a process is running. */
  meanwhile(): Promise<Look>;
  close(): Promise<void>;
}

const QUERIES = {
  links: `select id, invoice_id, state, order_id, callback_token_hash,
    (select ts from messages where what = 'sale' and messages.id = links.sale_id) as card_ts,
    (select ts from messages where what = 'qr' and messages.id = links.id) as qr_ts from links`,
  waiting: `select kind, link_id from jobs
    where state in ('planned', 'waiting', 'queued') and link_id is not null`,
  called: 'select distinct link_id from callbacks',
};

const lookAtFile = (file: string, options?: { readonly: boolean }): Look => {
  const database = new Database(file, options);
  const all = <Row>(query: string) => database.prepare(query).all() as Row[];
  try {
    return { links: all(QUERIES.links), waiting: all(QUERIES.waiting), called: all(QUERIES.called) };
  } finally {
    database.close();
  }
};

const createFileLooker = (dataDir: string): Looker => ({
  afterDeath: async () => {
    const copy = await mkdtemp(join(tmpdir(), 'paylink-look-'));
    // Reads a copy: opening the file itself would run the recovery that the next process must do.
    for (const name of ['paylink.db', 'paylink.db-wal'])
      await copyFile(join(dataDir, name), join(copy, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    try {
      return lookAtFile(join(copy, 'paylink.db'));
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  },
  meanwhile: async () => lookAtFile(join(dataDir, 'paylink.db'), { readonly: true }),
  close: async () => {},
});

const createServerLooker = (databaseUrl: string): Looker => {
  const url = new URL(databaseUrl);
  const appName = url.searchParams.get('application_name');
  url.searchParams.set('application_name', `${appName}-look`);
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  pool.on('error', () => {});
  const all = async <Row>(query: string) => (await pool.query(query)).rows as Row[];
  const meanwhile = async (): Promise<Look> => ({
    links: await all(QUERIES.links),
    waiting: await all(QUERIES.waiting),
    called: await all(QUERIES.called),
  });
  const isAnybodyThere = async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'select 1 from pg_stat_activity where application_name = $1 limit 1',
      [appName],
    );
    return rowCount !== 0;
  };
  return {
    afterDeath: async () => {
      while (await isAnybodyThere());
      return meanwhile();
    },
    meanwhile,
    close: () => pool.end(),
  };
};

/** On PostgreSQL the URL must have an application name, which identifies a dead process's connections. */
export const createLooker = (place: StorePlace): Looker =>
  'dataDir' in place ? createFileLooker(place.dataDir) : createServerLooker(place.databaseUrl);
