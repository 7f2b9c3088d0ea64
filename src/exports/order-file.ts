import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { AuditEvent } from '../people/audit.ts';
import type { NewJob } from '../store/job.ts';
import { buildFileStarted } from './file-messages-view.ts';

/** The one kind of job that makes files; the message about a file is called like it. */
export const FILE_JOB = 'export';

/** What a file can be of: each is described by its room. */
const FILES = ['report', 'month', 'audit', 'team', 'batch'] as const;
export type FileOf = (typeof FILES)[number];

/** What every file's job knows. `userId`: the person who asked. */
export const orderedSchema = z.looseObject({ what: z.enum(FILES), userId: z.string() });

interface FileToQueue extends Omit<NewJob, 'kind' | 'payload'> {
  what: FileOf;
  payload: { userId: string; [name: string]: unknown };
}

export const buildFileJob = ({ what, payload, ...job }: FileToQueue): NewJob => ({
  ...job,
  kind: FILE_JOB,
  payload: { what, ...payload } satisfies z.infer<typeof orderedSchema>,
});

interface FileOrder extends Pick<FileToQueue, 'teamId' | 'what' | 'payload'> {
  /** What is the same when the same file is asked for again. */
  same: string;
  /** Written before the file exists, so that nobody has one without an entry in the audit trail. */
  entry?: AuditEvent;
  /** Absent: not known yet. */
  name?: string;
}

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

/** Queues a file, unless the same person asked for the same a moment ago. Returns what to tell them. */
export const orderFile = async (
  { same, entry, name, ...of }: FileOrder,
  { store, audit, ids, clock }: Request,
): Promise<string> => {
  if (entry) await audit.write(entry);
  const at = clock.now();
  const key = `${of.what}:${of.teamId}:${of.payload.userId}:${same}:${Math.floor(at / SAME_PRESS_MS)}`;
  const isNew = await store.jobs.add(buildFileJob({ ...of, id: ids.job(), key, dueAt: at }), at);
  return buildFileStarted(name ?? null, isNew);
};
