import { chmod, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '../calendar/date-span.ts';
import type { Clock } from '../clock.ts';
import type { ReportQuery } from '../listings/report-row.ts';
import type { JobStore } from '../store/job-store.ts';
import type { FileFormat } from '../tables/table.ts';

/** `transactions-2026-10-01-to-2026-10-15.csv`, with days in the merchant's zone. */
export const buildExportName = (
  { kind, span }: ReportQuery,
  format: FileFormat,
  timeZone: string,
): string => {
  const from = dayOf(span.from, timeZone);
  const to = dayOf(span.to, timeZone);
  return `${kind}-${from}${from === to ? '' : `-to-${to}`}.${format}`;
};

/** The files that are being made. They hold customer data: no other user may read them, and none may stay behind. */
export interface ExportFiles {
  /** Picks the path of a file that does not exist yet. */
  fresh(job: { teamId: string; id: string }, ending: string): Promise<{ name: string; path: string }>;
  remove(name: string): Promise<void>;
  removeAllOf(job: { teamId: string; id: string }): Promise<void>;
  /** Removes what dead processes left behind, except what `isWanted` keeps; `touchedAt`: when it was last written. */
  removeLeftovers(
    isWanted: (job: { teamId: string; id: string }, touchedAt: number) => Promise<boolean>,
  ): Promise<number>;
}

export const createExportFiles = ({
  folder,
  newToken,
}: {
  folder: string;
  /** Returns a token that it has never returned before. */
  newToken: () => string;
}): ExportFiles => {
  const pathOf = (name: string) => join(folder, name);
  const list = async () => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isNotOurs(error)) return [];
      throw error;
    }
  };
  /** Those that this process is writing: no leftovers, whatever a clock that jumped says of their age. */
  const held = new Set<string>();
  const remove = async (name: string) => {
    held.delete(name);
    await rm(pathOf(name), { force: true });
  };

  return {
    fresh: async ({ teamId, id }, ending) => {
      await makePrivate(folder);
      const name = `${teamId}.${id}.${newToken()}.${ending}`;
      held.add(name);
      return { name, path: pathOf(name) };
    },
    remove,
    removeAllOf: async ({ teamId, id }) => {
      for (const name of await list()) if (name.startsWith(`${teamId}.${id}.`)) await remove(name);
    },
    removeLeftovers: async (isWanted) => {
      let removed = 0;
      for (const name of await list()) {
        const [teamId, id, token, ending] = name.split('.');
        if (!teamId || !id || !token || !ending || held.has(name)) continue;
        const touchedAt = await stat(pathOf(name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => null,
        );
        if (touchedAt === null || (await isWanted({ teamId, id }, touchedAt))) continue;
        await remove(name);
        removed += 1;
      }
      return removed;
    },
  };
};

/** In a shared temporary folder, a stranger may have created ours first, or put a link to elsewhere in its place. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  if (!isOurs) throw new Error('the folder of exports belongs to somebody else');
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** The folder does not exist or belongs to someone else, so nothing in it is ours. */
const isNotOurs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EPERM'].includes(String(error.code));

/** Another instance on this machine may be writing it. */
const FRESH_MS = 10 * 60_000;

/** Removes what dead processes left behind. Returns how many files. */
export const removeExportLeftovers = ({
  files,
  jobs,
  clock,
}: {
  files: ExportFiles;
  jobs: Pick<JobStore, 'find'>;
  clock: Clock;
}): Promise<number> =>
  files.removeLeftovers(async ({ teamId, id }, touchedAt) => {
    const job = await jobs.find(teamId, id);
    return job?.state === 'waiting' && clock.now() - touchedAt < FRESH_MS;
  });
