import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

/** Notices become jobs of a lane, in whatever state they are: waiting, in hand, delivered or given up. */
export const oneQueue: Migration = {
  // On SQLite a migration is in no transaction of its own, and a process may die halfway.
  up: (db: Kysely<unknown>) => (db.isTransaction ? moveNotices(db) : db.transaction().execute(moveNotices)),
};

async function moveNotices(db: Kysely<unknown>): Promise<void> {
  // An instance of the last version that still runs on the server fails from here on, and loses nothing.
  await db.schema.alterTable('notices').renameTo('old_notices').execute();
  await db.schema.alterTable('jobs').addColumn('lane', 'text').execute();
  await db.schema
    .alterTable('jobs')
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('jobs')
    .addColumn('link_id', 'text', (column) => column.references('links.id'))
    .execute();
  await sql`
    insert into jobs (id, team_id, kind, key, lane, position, link_id, payload, progress, state, attempts,
      due_at, lease_token, lease_until, last_error, created_at, updated_at)
    select notices.id, links.team_id, notices.kind, notices.id, notices.lane, notices.position, notices.link_id,
      coalesce(notices.detail, 'null'), null,
      case notices.state when 'delivered' then 'done' when 'dead' then 'failed' else 'waiting' end,
      notices.attempts, notices.due_at, notices.lease_token, notices.lease_until, notices.last_error,
      notices.created_at, notices.updated_at
    from old_notices as notices join links on links.id = notices.link_id
  `.execute(db);
  await db.schema.dropTable('old_notices').execute();

  await db.schema.dropIndex('jobs_by_due').execute();
  await db.schema.createIndex('jobs_by_kind').on('jobs').columns(['state', 'kind', 'due_at']).execute();
  await db.schema
    .createIndex('jobs_by_lane')
    .on('jobs')
    .columns(['lane', 'state', 'created_at', 'position', 'id'])
    .execute();
  await db.schema.createIndex('jobs_of_lane').on('jobs').columns(['lane', 'state', 'updated_at']).execute();
  await db.schema.createIndex('jobs_by_link').on('jobs').columns(['link_id', 'kind']).execute();
}
