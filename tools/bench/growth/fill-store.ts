import { join } from 'node:path';
import type { Dialect } from 'kysely';
import Database from 'libsql';
import pg from 'pg';
import type { StorePlace } from '../../../src/open-store.ts';
import { Kysely, SqliteDialect, sql } from '../../../src/store/engine/database.ts';
import { OneSchemaDialect } from '../../../src/store/engine/postgres-dialect.ts';
import type { LinkPayment } from '../../../src/store/link-payment.ts';
import { migrate } from '../../../src/store/migrations.ts';
import type { Schema } from '../../../src/store/schema.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The period in which the links were created. */
const DAYS = 400;

export interface Size {
  links: number;
  teams: number;
}

const TEAM = 'T';

export const teamAt = (at: number): string => `${TEAM}${at}`;

/** Several years of links: nineteen of twenty paid, the rest in other states, each with two events. */
export const fillStore = async (place: StorePlace, { links, teams }: Size, now: number): Promise<void> => {
  const isServer = 'databaseUrl' in place;
  const dialect: Dialect = isServer
    ? new OneSchemaDialect({ pool: new pg.Pool({ connectionString: place.databaseUrl, max: 1 }) })
    : new SqliteDialect({ database: openFast(place.dataDir) });
  const db = new Kysely<Schema>({ dialect });
  const run = (text: string) => sql.raw(text).execute(db);
  try {
    await migrate(db);
    const numbers = isServer
      ? `with numbers as (select cast(n as bigint) as n from generate_series(1, ${links}) as n)`
      : `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${links})`;
    // Random like real ids, so that keys are not inserted in order.
    const id = isServer ? 'md5(n::text)' : "printf('%010d', (n * 2654435761) % 4294967296)";
    const gap = Math.floor((DAYS * DAY_MS) / links);
    await run(`insert into links (${COLUMNS}) ${numbers} ${selectLinks({ id, teams, gap, now })}`);
    await run(`
      insert into link_events (link_id, version, at, from_state, to_state, cause)
      select id, 1, created_at, null, 'open', 'answered' from links
      union all select id, 2, updated_at, 'open', state, 'read back' from links`);
    await run(`
      insert into messages (team_id, what, id, channel_id, ts, shown, updated_at)
      select team_id, 'sale', sale_id, channel_id, '1760000000.' || order_id, 'shown', updated_at from links`);
    if (isServer) await run('analyze');
  } finally {
    await db.destroy();
  }
};

/** This data may be lost in a power cut. */
function openFast(dataDir: string): Database.Database {
  const database = new Database(join(dataDir, 'paylink.db'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF']) database.pragma(pragma);
  return database;
}

const COLUMNS = [
  'id, sale_id, sale_order, nonce, team_id, channel_id, creator_id, owner_id, creator_name, invoice_id, invoice_key, invoice_id_is_ours',
  'callback_token_hash, state, version, amount_fils, expires_at, details, order_id, address',
  'payment, paid_at',
  'email_key, phone_key, customer, asked_at, created_at, updated_at',
].join(', ');

const PAYMENT: LinkPayment = {
  finding: 'confirmed',
  noticedAt: 1_760_000_000_000,
  happenedAt: 1_760_000_000_000,
  seenIn: 'transaction',
  word: 'SUCCESS',
  amountFils: 25_000,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'TXN-500000',
  doubt: null,
};

const REQUEST = {
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '+971501234567',
  notes: 'June rent',
  expiryOn: '2030-01-01 00:00:00',
  Is_QR_needed: false,
  Is_invoice_generated: false,
};

function selectLinks({
  id,
  teams,
  gap,
  now,
}: {
  id: string;
  teams: number;
  gap: number;
  now: number;
}): string {
  const team = `'${TEAM}' || (n % ${teams})`;
  const at = `${now} - n * ${gap}`;
  // By its position within its workspace, so that each workspace has links in every state.
  const place = `(n / ${teams})`;
  const isPaid = `${place} % 20 < 19`;
  const state = `case when ${isPaid} then 'paid' when ${place} % 40 = 19 then 'expired' else 'open' end`;
  return `select 'lnk_' || ${id}, 'lnk_' || ${id}, 1, 'n' || n, ${team}, 'C1', 'U' || (n % 7), 'U' || (n % 7), 'sara', 'INV-' || n, 'INV-' || n, 1,
    'hash-' || n, ${state}, 2, 10000 + n % 90000, ${at} + ${30 * DAY_MS}, '${JSON.stringify(REQUEST)}', cast(100000 + n as text),
    'https://pay.example.com/p/' || n, case when ${isPaid} then '${JSON.stringify(PAYMENT)}' end,
    case when ${isPaid} then ${at} + ${HOUR_MS} end, 'e' || (n / 3), 'p' || (n / 3), ' sara khan 971501234567 sara@example.com ', ${at}, ${at}, ${at} + ${HOUR_MS}
    from numbers`;
}
