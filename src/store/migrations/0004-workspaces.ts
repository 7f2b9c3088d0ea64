import type { Kysely, Migration } from 'kysely';

export const workspaces: Migration = {
  up: async (db: Kysely<unknown>) => {
    // An install of a single workspace has its team, one for a whole organisation the empty team.
    await db.schema
      .createTable('installations')
      .addColumn('enterprise_id', 'text', (column) => column.notNull())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('bot_user_id', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('bot_token', 'text')
      .addColumn('credentials', 'text')
      .addColumn('installed_by', 'text', (column) => column.notNull())
      .addColumn('installed_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('removed_at', 'bigint')
      .addPrimaryKeyConstraint('installations_key', ['enterprise_id', 'team_id'])
      .execute();
    await db.schema.createIndex('installations_by_team').on('installations').column('team_id').execute();

    await db.schema
      .createTable('workspaces')
      .addColumn('team_id', 'text', (column) => column.primaryKey())
      .addColumn('enterprise_id', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('tickets')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('members')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('set_by', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('members_key', ['team_id', 'user_id'])
      .execute();

    await db.schema
      .createTable('settings')
      .addColumn('team_id', 'text', (column) => column.primaryKey())
      .addColumn('chosen', 'text', (column) => column.notNull())
      .addColumn('set_by', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('approvals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('nonce', 'text', (column) => column.notNull().unique())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('enterprise_id', 'text')
      .addColumn('channel_id', 'text', (column) => column.notNull())
      .addColumn('maker_id', 'text', (column) => column.notNull())
      .addColumn('maker_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('amount_fils', 'bigint', (column) => column.notNull())
      .addColumn('limit_fils', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('acknowledged', 'text', (column) => column.notNull())
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint')
      .addColumn('link_id', 'text', (column) => column.references('links.id'))
      .addColumn('card_channel_id', 'text')
      .addColumn('card_ts', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('approvals_by_state')
      .on('approvals')
      .columns(['team_id', 'state', 'created_at'])
      .execute();
    await db.schema
      .createIndex('approvals_by_end')
      .on('approvals')
      .columns(['state', 'expires_at'])
      .execute();

    await db.schema
      .createTable('audit_entries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('detail', 'text')
      .execute();
    await db.schema
      .createIndex('audit_entries_by_time')
      .on('audit_entries')
      .columns(['team_id', 'at', 'id'])
      .execute();

    await db.schema
      .createIndex('links_by_maker')
      .on('links')
      .columns(['team_id', 'maker_id', 'created_at'])
      .execute();
  },
};
