import { z } from 'zod';
import type { JobKindName, NewJob } from '../store/job.ts';
import { buildTurnKey, type Schedule } from '../store/schedule-store.ts';
import { nextTurn } from './repeat.ts';

export const turnPayloadSchema = z.object({ scheduleId: z.string(), day: z.iso.date() });

type TurnPayload = z.infer<typeof turnPayloadSchema>;

/** The first turn after `now`, as a job of its kind. */
export const buildTurnJob = (
  { id, teamId, repeat }: Pick<Schedule, 'id' | 'teamId' | 'repeat'>,
  kind: JobKindName,
  { now, timeZone, ids }: { now: number; timeZone: string; ids: { job(): string } },
): NewJob => {
  const { day, dueAt } = nextTurn(repeat, now, timeZone);
  return {
    id: ids.job(),
    teamId,
    kind,
    key: buildTurnKey(id, day),
    payload: { scheduleId: id, day } satisfies TurnPayload,
    dueAt,
  };
};
