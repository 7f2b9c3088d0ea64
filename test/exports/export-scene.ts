import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeenFile, SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { SARA, SARA_DM, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import type { ExportPayload } from '../../src/exports/export-payload.ts';
import type { FileProgress } from '../../src/exports/file-job.ts';
import { FILE_JOB } from '../../src/exports/order-file.ts';
import type { Store } from '../../src/open-store.ts';
import { ON_A_BUSY_MACHINE_MS } from '../fixtures/busy-machine.ts';
import { createMovedClock, type MovedClock } from '../fixtures/moved-clock.ts';
import { ZONE } from '../fixtures/payment-service.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

export const MADE = Date.UTC(2026, 9, 5, 8);
export const SPAN = spanOfDays('2026-10-01', '2026-10-15', ZONE);

/** Longer than the waits between the first tries. */
const LONGEST_WAIT_MS = 60_000;

export interface ExportScene extends Scene {
  clock: MovedClock;
  /** How often an export’s job was postponed. */
  postponed(): number;
  /** The most pages that a job's progress had when it was last saved. */
  savedPages(): number;
}

export const startExports = async (
  withStore: (store: Store) => Store = (store) => store,
): Promise<ExportScene> => {
  const clock = createMovedClock();
  const folder = await mkdtemp(join(tmpdir(), 'paylink-exports-'));
  let postponed = 0;
  let savedPages = 0;
  const scene = await startScene({
    clock,
    env: { DATA_DIR: folder },
    withStore: (ofApp) => {
      const store = withStore(ofApp);
      const postpone: Store['jobs']['postpone'] = async (job, ...how) => {
        const isOurs = await store.jobs.postpone(job, ...how);
        if ('kind' in job && job.kind === FILE_JOB) postponed += 1;
        return isOurs;
      };
      const saveProgress: Store['jobs']['saveProgress'] = async (job, progress, at) => {
        const isOurs = await store.jobs.saveProgress(job, progress, at);
        savedPages = Math.max(savedPages, (progress as Partial<FileProgress>).reach?.pages ?? 0);
        return isOurs;
      };
      return { ...store, jobs: { ...store.jobs, postpone, saveProgress } };
    },
  });
  const { close } = scene;
  return Object.assign(scene, {
    clock,
    postponed: () => postponed,
    savedPages: () => savedPages,
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  });
};

export const buildExportPayload = (changes: Partial<ExportPayload> = {}): ExportPayload => ({
  kind: 'transactions',
  span: SPAN,
  userId: SARA,
  format: 'csv',
  schedule: null,
  ...changes,
});

/** Asks for an export, as a press does; resolves to the id of its job. */
export const askForExport = (scene: ExportScene, changes: Partial<ExportPayload> = {}): Promise<string> =>
  askForFile(scene, buildExportPayload(changes));

/** The same of any file. */
export const askForFile = async (
  { store, clock }: ExportScene,
  payload: Record<string, unknown>,
): Promise<string> => {
  const id = `job_${randomUUID()}`;
  await store.jobs.add(
    { id, teamId: TEAM, kind: FILE_JOB, key: id, payload: { what: 'report', ...payload } },
    clock.now(),
  );
  return id;
};

/** Moves the clock to the next try. */
export const hurry = ({ clock, app }: ExportScene): void => {
  clock.move(LONGEST_WAIT_MS);
  app.store.jobs.lookAgain();
};

export const findExport = async ({ store }: Pick<Scene, 'store'>, id: string) => {
  const job = await store.jobs.find(TEAM, id);
  if (!job) throw new Error('no such job');
  return { ...job, progress: job.progress as FileProgress | null };
};

/** The export's message, once it has these words. */
export const exportSays = ({ slack }: Scene, words: RegExp): Promise<SeenMessage> =>
  slack.until(
    () =>
      slack
        .messages(SARA_DM)
        .findLast((message) => words.test(JSON.stringify(message.blocks ?? message.text))),
    ON_A_BUSY_MACHINE_MS,
  );

export const exportedFile = ({ slack }: Scene): SeenFile => {
  const shared = slack.messages(SARA_DM).flatMap((message) => message.files ?? []);
  const file = shared[0] && slack.file(shared[0].id);
  if (!file || shared.length !== 1) throw new Error(`${shared.length} files`);
  return file;
};

export const folderOf = ({ config }: Scene): string => join(config.dataDir, 'exports');

/** What is left on the disk. */
export const leftFiles = (scene: Scene): Promise<string[]> => readdir(folderOf(scene)).catch(() => []);

/** `meet` is told each page that is asked for, and the service answers once it has resolved. Null: at once. */
export const onPage = ({ sandbox }: Scene, meet: ((page: number) => unknown) | null): void =>
  sandbox.answerWith(async ({ target }) => {
    const page = new URL(target, 'http://service').searchParams.get('page');
    if (page !== null) await meet?.(Number(page));
    return undefined;
  });

/** The pages that were asked for, in order. */
export const askedPages = ({ sandbox }: Scene): number[] =>
  sandbox.requests.flatMap(({ path }) => {
    const page = new URL(path, 'http://service').searchParams.get('page');
    return page === null ? [] : [Number(page)];
  });
