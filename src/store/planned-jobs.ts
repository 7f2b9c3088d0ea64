import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type NewJob, NOT_ENDED } from './job.ts';
import type { Schema } from './schema.ts';

/** What happens to a link later, in no lane: one job of the kind for each link. */
type PlannedKind = 'reminder';

const keyOf = (kind: PlannedKind, linkId: string): string => `${kind}:${linkId}`;

export const plannedPayloadSchema = z.object({ linkId: z.string() });

/** The link is in the payload: what is planned about it is no message that waits for its delivery. */
export const buildPlannedJob = (
  kind: PlannedKind,
  link: { id: string; teamId: string },
  dueAt: number,
): NewJob => ({
  id: keyOf(kind, link.id),
  teamId: link.teamId,
  kind,
  payload: { linkId: link.id } satisfies z.infer<typeof plannedPayloadSchema>,
  dueAt,
});

/** Call it in the transaction of the change that leaves nothing to plan for. */
export const cancelPlanned = async (
  trx: Kysely<Schema>,
  kind: PlannedKind,
  linkId: string,
  at: number,
): Promise<void> => {
  await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', leaseToken: null, updatedAt: at })
    .where('key', '=', keyOf(kind, linkId))
    .where('state', 'in', NOT_ENDED)
    .execute();
};
