import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/database.ts';
import { statements } from './statements.ts';

/** Owners, searches, approvals in rounds, customers, batches, payouts and schedules. */
export const UP_TO_0035: Record<string, Migration> = {
  /** The indexes by creator become indexes by owner. */
  '0021-in-whose-hands': statements(`
    alter table links add column owner_id text default '' not null;
    update links set owner_id = maker_id;
    drop index links_by_payment;
    drop index links_by_day;
    drop index links_by_standing;
    create index links_by_payment on links (team_id, paid_at, owner_id, amount_fils)
      where paid_at is not null;
    create index links_by_day on links (team_id, created_at, state, owner_id, amount_fils);
    create index links_by_standing on links (team_id, state, owner_id, expires_at, amount_fils);
    create index audit_entries_by_actor on audit_entries (team_id, actor_id);
    alter table links add column reminded_count integer default 0 not null;
    alter table links add column reminded_at bigint;
    alter table links add column reminded_in text;
    alter table links add column qr_channel_id text;
    alter table links add column qr_ts text;
  `),

  '0022-searches': statements(`
    create table searches (
      id text primary key, team_id text not null, user_id text not null, query text not null,
      starts text not null, created_at bigint not null
    );
    create index searches_by_age on searches (created_at);
    create index links_by_owner on links (team_id, owner_id, created_at);
    create index links_by_progress on links (team_id, state, created_at);
  `),

  '0023-approval-asks': statements(`
    create table approval_asks (
      team_id text not null, approval_id text not null, user_id text not null, round integer not null,
      reason text not null, asked_at bigint not null, channel_id text, ts text,
      constraint approval_asks_pk primary key (team_id, approval_id, user_id)
    );
  `),

  /** Customers are searched in the text of their links, so that none outlives them. */
  '0024-customers': { up: addCustomers },

  '0025-hidden-steps': statements(`
    create table hidden_steps (
      team_id text not null, user_id text not null, hidden_at bigint not null,
      constraint hidden_steps_pk primary key (team_id, user_id)
    );
  `),

  '0026-batches': statements(`
    alter table links add column batch_id text;
    create index links_by_batch on links (batch_id) where batch_id is not null;
    create table batches (
      id text primary key, team_id text not null, channel_id text not null, maker_id text not null,
      maker_name text not null, state text not null, file_name text not null, headings text not null,
      rows integer not null, sum_fils bigint not null, limit_fils bigint, trouble text,
      runs integer not null, decided_by text, card_channel_id text, card_ts text, erased_at bigint,
      created_at bigint not null, updated_at bigint not null
    );
    create table batch_rows (
      batch_id text not null, number integer not null, state text not null, nonce text not null,
      tries integer not null, cells text, request text, amount_fils bigint, expires_at bigint, faults text,
      twin_of integer, alike text,
      constraint batch_rows_key primary key (batch_id, number)
    );
    create unique index batch_rows_by_nonce on batch_rows (nonce);
  `),

  '0027-batch-lists': statements(`
    create table batch_lists (
      id text primary key, team_id text not null, source_id text not null, preview_id text,
      keeper_id text not null, day integer not null, at_minute integer not null, next_on text not null,
      set_at bigint not null, stopped_at bigint
    );
    create index batch_lists_by_team on batch_lists (team_id, stopped_at);
    create index batch_lists_by_source on batch_lists (source_id);
    alter table batches add column list_id text;
    create index batches_by_state on batches (team_id, state);
  `),

  '0028-paid-out': statements(`
    alter table links add column payout_id text;
    alter table links add column payout_at bigint;
    create index links_by_payout on links (team_id, payout_id) where payout_id is not null;
  `),

  '0030-schedules': statements(`
    create table schedules (
      id text primary key, team_id text not null, kind text not null, channel_id text,
      user_id text not null, every text not null, on_day integer not null, at_minute integer not null,
      what text not null, set_by text not null, set_at bigint not null
    );
    create index schedules_by_team on schedules (team_id, kind);
  `),

  /**
   * A callback requests its check in its own row: on PostgreSQL, changing the link would write to all its
   * indexes.
   */
  '0032-called-links': statements(`
    alter table callbacks add column check_at bigint;
    create index callbacks_by_check on callbacks (check_at) where check_at is not null;
  `),

  /**
   * The newest link that already existed when this one came into doubt, although a clock that was set back
   * made it look newer.
   */
  '0033-witness-after': statements(`
    alter table links add column witness_after bigint;
  `),

  /** When the link's own record first said paid while no transaction showed the amount. */
  '0034-awaited-since': statements(`
    alter table links add column awaited_since bigint;
  `),

  /** Indexes for the sweep of ended links, one person's audit entries, and the pruning of previews. */
  '0035-shorter-reads': statements(`
    create index if not exists links_by_end on links (expires_at, id) where state in ('failed', 'expired');
    create index if not exists batch_lists_by_preview on batch_lists (preview_id);
    drop index if exists audit_entries_by_actor;
    create index audit_entries_by_actor on audit_entries (team_id, actor_id, at, id);
  `),
};

/** Far below the limit of parameters per statement. */
const AT_ONCE = 200;

interface OlderLink {
  id: string;
  request: string;
  email_key: string | null;
}

async function addCustomers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('links').addColumn('customer', 'text').execute();
  await db.schema.alterTable('links').addColumn('forgotten_at', 'bigint').execute();
  for (let after = ''; ; ) {
    // Erased links have no key.
    const { rows } = await sql<OlderLink>`
      select id, request, email_key from links
      where id > ${after} and phone_key is not null order by id limit ${AT_ONCE}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    await sql`
      update links set customer = case id ${sql.join(
        rows.map((row) => sql`when ${row.id} then ${describeCustomer(row)}`),
        sql` `,
      )} end where id in (${sql.join(rows.map(({ id }) => id))})
    `.execute(db);
  }
  // Holds every column that a search reads, so that it reads only the links it shows.
  await db.schema
    .createIndex('links_by_customer')
    .on('links')
    .columns(['team_id', 'created_at', 'id', 'owner_id', 'state', 'customer'])
    .where(sql`customer`, 'is not', null)
    .execute();
  await db.schema
    .createIndex('links_forgotten')
    .on('links')
    .columns(['id'])
    .where(sql`forgotten_at`, 'is not', null)
    .execute();
}

/** ` sara khan 971501234567 sara@example.com ` */
function describeCustomer({ request, email_key }: OlderLink): string {
  const { FullName = '', Phone = '', Email = '' } = JSON.parse(request) as Record<string, string>;
  const parts = [FullName, Phone.replaceAll(/\D/g, ''), ...(email_key === null ? [] : [Email])];
  return ` ${parts.join(' ').toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 300)} `;
}
