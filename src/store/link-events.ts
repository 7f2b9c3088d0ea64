import type { Kysely, Transaction } from 'kysely';
import type { LinkState } from './link-states.ts';
import type { Schema } from './schema.ts';

/** What moves a link, adds to what is known of its payment, or is done about it, as its history keeps it. */
export type LinkCause =
  | 'form submitted'
  | 'approved by a second person'
  | 'answered'
  | 'refused'
  | 'not sent in time'
  | 'no certain answer'
  | 'process ended before the answer'
  | 'found in listing'
  | 'absent from listing'
  | 'the service says paid'
  | 'paid in part'
  | 'paid with another amount'
  | 'the service is not clear'
  | 'the service says refunded'
  | 'cancelled at the service'
  | 'the link can still be paid'
  | 'no payment after all'
  | 'expired unpaid'
  | 'a try to pay was declined'
  | 'a callback alone reports it'
  | 'handed over'
  | 'the customer was reminded';

/** One line of a link's history; `from` equals `to` if we only learned more about its payment. */
export interface LinkEvent {
  at: number;
  from: LinkState | null;
  to: LinkState;
  /** A `LinkCause`, or a cause of another version. */
  cause: string;
}

interface NewLinkEvent extends LinkEvent {
  id: string;
  version: number;
  cause: LinkCause;
  evidence?: Record<string, unknown> | undefined;
}

/** Call it in the transaction of the change it records. */
export async function insertLinkEvent(trx: Transaction<Schema>, event: NewLinkEvent): Promise<void> {
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
