import type { Kysely, Transaction } from 'kysely';
import type { LinkState } from './link-states.ts';
import type { Schema } from './schema.ts';

/** One line of a link's history; `from` equals `to` if we only learned more about its payment. */
export interface LinkEvent {
  at: number;
  from: LinkState | null;
  to: LinkState;
  cause: string;
}

/** Call it in the transaction of the change it records. */
export async function insertLinkEvent(
  trx: Transaction<Schema>,
  event: LinkEvent & { id: string; version: number; evidence?: Record<string, unknown> | undefined },
): Promise<void> {
  await trx
    .insertInto('link_events')
    .values({
      link_id: event.id,
      version: event.version,
      at: event.at,
      from_state: event.from,
      to_state: event.to,
      cause: event.cause,
      evidence: event.evidence ? JSON.stringify(event.evidence) : null,
    })
    .execute();
}

export const listLinkEvents = async (db: Kysely<Schema>, id: string): Promise<LinkEvent[]> => {
  const rows = await db
    .selectFrom('link_events')
    .selectAll()
    .where('link_id', '=', id)
    .orderBy('version')
    .execute();
  return rows.map((row) => ({ at: row.at, from: row.from_state, to: row.to_state, cause: row.cause }));
};
