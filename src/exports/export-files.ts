import { chmod, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { dayOf } from '../reports/date-span.ts';
import type { ReportQuery } from '../reports/report-row.ts';
import type { JobStore } from '../store/job-store.ts';
import { type ExportFormat, parseExportProgress } from './export-job-state.ts';

/** `transactions-2026-10-01-to-2026-10-15.csv`, in the merchant's days. */
export const buildExportName = (
  { kind, span }: ReportQuery,
  format: ExportFormat,
  timeZone: string,
): string => {
  const from = dayOf(span.from, timeZone);
  const to = dayOf(span.to, timeZone);
  return `${kind}-${from}${from === to ? '' : `-to-${to}`}.${format}`;
};

/** The files of exports under way. They hold customer data: nobody else may read them, and none may stay. */
export interface ExportFiles {
  /** Where a file of this name is or would be. */
  pathOf(name: string): string;
  /** The path of a file that does not exist yet. */
  fresh(job: { teamId: string; id: string }, ending: string): Promise<{ name: string; path: string }>;
  remove(name: string): Promise<void>;
  removeAllOf(job: { teamId: string; id: string }): Promise<void>;
  /** Removes what ended processes left, except what `isWanted` keeps: a job may still go on with it. */
  removeLeftovers(
    isWanted: (job: { teamId: string; id: string }, file: Leftover) => Promise<boolean>,
  ): Promise<number>;
}

export interface Leftover {
  name: string;
  /** When it was last written, epoch milliseconds. */
  touchedAt: number;
}

export const createExportFiles = ({
  folder,
  newToken,
}: {
  folder: string;
  /** Gives a token that was never given before. */
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
  const remove = (name: string) => rm(pathOf(name), { force: true });

  return {
    pathOf,
    fresh: async ({ teamId, id }, ending) => {
      await makePrivate(folder);
      const name = `${teamId}.${id}.${newToken()}.${ending}`;
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
        if (!teamId || !id || !token || !ending) continue;
        const touchedAt = await stat(pathOf(name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => null,
        );
        if (touchedAt === null || (await isWanted({ teamId, id }, { name, touchedAt }))) continue;
        await remove(name);
        removed += 1;
      }
      return removed;
    },
  };
};

/** In a folder for everybody's temporary files, a stranger may have made it first, or a link to elsewhere. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  if (!isOurs) throw new Error('the folder of exports belongs to somebody else');
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** No such folder, or somebody else's: nothing of ours is in it. */
const isNotOurs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EPERM'].includes(String(error.code));

/** How long *Go on* can take up an export that stopped. */
const KEPT_MS = 24 * 60 * 60_000;
/** Another instance on this machine may just have made it. */
const FRESH_MS = 10 * 60_000;

/** For the start: removes the files of exports that are over, and those that no export goes on with. Gives how many. */
export const removeExportLeftovers = ({
  files,
  jobs,
  clock,
}: {
  files: ExportFiles;
  jobs: Pick<JobStore, 'find'>;
  clock: Clock;
}): Promise<number> =>
  files.removeLeftovers(async ({ teamId, id }, { name, touchedAt }) => {
    const standing = await jobs.find(teamId, id);
    const age = clock.now() - touchedAt;
    const isRecorded = parseExportProgress(standing?.progress)?.mark?.file === name;
    if (standing?.state === 'waiting') return isRecorded || age < FRESH_MS;
    return standing?.state === 'failed' && isRecorded && age < KEPT_MS;
  });
