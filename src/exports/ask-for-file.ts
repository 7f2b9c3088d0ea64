import type { Request } from '../app-parts.ts';

/** The kinds of jobs that make a file. */
export const FILE_KINDS = ['export', 'audit-export', 'team-file', 'batch-file'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

interface AskedFile {
  teamId: string;
  kind: FileKind;
  /** What is the same when the same file is asked for again. */
  same: string;
  /** `userId`: the person who asked. */
  payload: { userId: string; [name: string]: unknown };
}

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

/** Queues a file. False: the same person asked for the same a moment ago. */
export const askForFile = async (
  { teamId, kind, same, payload }: AskedFile,
  { store, ids, clock }: Request,
): Promise<boolean> => {
  const at = clock.now();
  const key = `${kind}:${teamId}:${payload.userId}:${same}:${Math.floor(at / SAME_PRESS_MS)}`;
  const isNew = await store.jobs.add({ id: ids.job(), teamId, kind, key, payload, dueAt: at }, at);
  return isNew;
};
