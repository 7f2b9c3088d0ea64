import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

/** For the sweep's question after links that have ended, one person's audit log, and the previews that are pruned. */
export const shorterReads: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createIndex('links_by_end')
      .ifNotExists()
      .on('links')
      .columns(['expires_at', 'id'])
      .where(sql<boolean>`state in ('failed', 'expired')`)
      .execute();
    await schema
      .createIndex('batch_lists_by_preview')
      .ifNotExists()
      .on('batch_lists')
      .column('preview_id')
      .execute();
    await schema.dropIndex('audit_entries_by_actor').ifExists().execute();
    await schema
      .createIndex('audit_entries_by_actor')
      .on('audit_entries')
      .columns(['team_id', 'actor_id', 'at', 'id'])
      .execute();
  },
};
