import type { Request } from '../app-parts.ts';
import type { AuditEvent } from '../people/audit.ts';
import { buildFileStarted } from './file-messages-view.ts';

/** The kinds of jobs that make a file. */
export const FILE_KINDS = ['export', 'audit-export', 'team-file', 'batch-file'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

interface FileOrder {
  teamId: string;
  kind: FileKind;
  /** What is the same when the same file is asked for again. */
  same: string;
  /** `userId`: the person who asked. */
  payload: { userId: string; [name: string]: unknown };
  /** Written before the file exists, so that nobody has one without an entry in the audit trail. */
  entry?: AuditEvent;
  /** Absent: not known yet. */
  name?: string;
}

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

/** Queues a file, unless the same person asked for the same a moment ago. Returns what to tell them. */
export const orderFile = async (
  { teamId, kind, same, payload, entry, name }: FileOrder,
  { store, audit, ids, clock }: Request,
): Promise<string> => {
  if (entry) await audit.write(entry);
  const at = clock.now();
  const key = `${kind}:${teamId}:${payload.userId}:${same}:${Math.floor(at / SAME_PRESS_MS)}`;
  const isNew = await store.jobs.add({ id: ids.job(), teamId, kind, key, payload, dueAt: at }, at);
  return buildFileStarted(name ?? null, isNew);
};
