import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobContext, JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import { uploadFile } from '../delivery/upload-file.ts';
import type { Permission } from '../people/members.ts';
import { whenDue } from '../slack/listener.ts';
import { postMessage } from '../slack/messages.ts';
import type { LoadShowing } from '../slack/show.ts';
import { isOutOfReach, readSlackFailure } from '../slack/slack-failure.ts';
import type { Job, NewJob } from '../store/job.ts';
import { buildShow, type Placed } from '../store/message-store.ts';
import type { FileKind } from './ask-for-file.ts';
import {
  type FileTrouble,
  fileTroubleSchema,
  NoLongerPermittedError,
  readFileFailure,
} from './file-failure.ts';
import {
  buildFileCancelled,
  buildFileProgress,
  buildFileRequested,
  buildFileStopped,
  buildFileUnsure,
  type FileFacts,
  type FileReach,
  type FileRefusal,
} from './file-messages-view.ts';
import type { FileFormat } from './write-file.ts';

/** A file that somebody asked for, and what differs between the kinds. */
export interface FileToMake extends FileFacts {
  format: FileFormat;
  /** The person who asked: they get the messages about it, and may cancel it. */
  userId: string;
  /** Who must still be permitted what when it is made, and when it is sent. */
  needs: { permission: Permission; people: readonly string[] };
  /** Where it goes; null: to the person who asked. */
  place: { channelId: string; ts?: string } | null;
  /** Writes it to the path, in one pass. Without bytes there is nothing to send. */
  make(path: string, run: FileRun): Promise<MadeFile>;
  /** Said with the file where it goes. */
  comment?(made: unknown): string;
  done(made: unknown, refusal: FileRefusal | null): Message;
  /** Jobs that tell others how it ended. `why`: null: it was made. */
  onEnd?(end: FileEnd): readonly NewJob[];
  /** What the message says in place of the usual end, if people lost their permission. */
  notPermitted?(people: readonly string[]): Message;
}

export interface FileRun {
  signal: AbortSignal;
  onReach(reach: FileReach): void;
}

interface MadeFile {
  bytes: number;
  rows: number;
  /** What its last message is made from, as JSON. */
  made: unknown;
}

export interface FileEnd {
  jobId: string;
  teamId: string;
  made: unknown;
  /** Null: nothing went wrong. */
  why: FileTrouble | null;
  error: unknown;
  /** The file is uploaded, and may be where it goes. */
  maySeeIt: boolean;
  /** Its message was never posted. */
  isUnposted: boolean;
}

const progressSchema = z.object({
  reach: z.object({ pages: z.number(), rows: z.number(), total: z.number().nullable() }).nullable(),
  /** It was interrupted, and began again. */
  isAgain: z.boolean(),
  trouble: fileTroubleSchema.nullable(),
  /** People who may no longer have it. */
  notPermitted: z.array(z.string()).nullable(),
  /** Slack's id of the file, as soon as its bytes are uploaded; it may or may not be shared yet. */
  fileId: z.string().nullable(),
  rows: z.number(),
  made: z.unknown(),
  /** Why its place refused the file, which then went to the person who asked. */
  refusedBy: z.string().nullable(),
  /** The file may have been shared, and only a person can check. */
  isUnsure: z.boolean(),
  isSent: z.boolean(),
});
export type FileProgress = z.infer<typeof progressSchema>;

const NO_PROGRESS: FileProgress = {
  ...{ reach: null, isAgain: false, trouble: null, notPermitted: null, fileId: null, rows: 0, made: null },
  ...{ refusedBy: null, isUnsure: false, isSent: false },
};

/** Progress we cannot read counts as none. */
const readProgress = (progress: unknown): FileProgress =>
  progressSchema.safeParse(progress).data ?? NO_PROGRESS;

/** Another process has the job, or it is over: do nothing more for it. */
class JobLostError extends Error {
  override name = 'JobLostError';
}

/** Null: another version wrote the job. */
export type DescribeFile = (
  job: Pick<Job, 'id' | 'teamId' | 'payload'>,
  app: App,
) => FileToMake | null | Promise<FileToMake | null>;

/**
 * The one job that makes a file in the background and sends it. What was written when a process died or the service failed
 * is gone, and the next try begins again; only a file that is uploaded is kept. The message follows the job: see `showFile`.
 */
export const fileJob = (app: App, kind: FileKind, describe: DescribeFile): JobKind =>
  whenDue(
    async ({ teamId }) => {
      const client = await app.clients.of(teamId);
      return async (job, context) => {
        const file = await describe(job, app);
        if (file === null) return { outcome: 'failed', reason: 'nothing that can be made' };
        return runFile({
          app,
          client,
          job,
          file,
          context,
          show: () => buildShow({ teamId, what: kind, id: job.id }),
        });
      };
    },
    // With the clients' own retries, some minutes of a service that does not answer.
    { isCancellable: true, maxTries: 8 },
  );

/** The message about a file says what its job says. */
export const showFile =
  (app: App, describe: DescribeFile): LoadShowing =>
  async ({ teamId, id }) => {
    const job = await app.store.jobs.find(teamId, id);
    const file = job && (await describe({ id, teamId, payload: job.payload }, app));
    if (!job || !file) return null;
    const { userId } = file;
    return {
      post: { channel: userId, otherwise: null, message: () => buildFileRequested(file) },
      now: () => buildMessageOf(id, job.state, file, readProgress(job.progress)),
      // Whoever deleted it still wants to know how it ended.
      isOutOfSight: (_, isGone) => isGone,
      leave: async () => ({ jobs: [] }),
      refused: () => [],
    };
  };

function buildMessageOf(jobId: string, state: string, file: FileToMake, progress: FileProgress): Message {
  const { reach, trouble, isAgain, fileId, rows, isSent, isUnsure, notPermitted } = progress;
  if (state === 'done') return file.done(progress.made, refusalOf(file, progress));
  if (state === 'cancelled') return buildFileCancelled(file, { maySeeIt: fileId !== null });
  if (state === 'failed') {
    if (isSent) return file.done(progress.made, refusalOf(file, progress));
    if (isUnsure || fileId !== null) return buildFileUnsure(file, { jobId, rows });
    const lost = notPermitted && file.notPermitted?.(notPermitted);
    return lost ?? buildFileStopped(file, { jobId, reach, trouble });
  }
  return buildFileProgress(file, { jobId, reach, isAgain, trouble, isSending: fileId !== null, rows });
}

const refusalOf = ({ place, userId }: FileToMake, { refusedBy: code }: FileProgress): FileRefusal | null =>
  code === null ? null : { channelId: place?.channelId ?? userId, code };

interface Run {
  app: App;
  client: WebClient;
  job: Job;
  file: FileToMake;
  context: JobContext;
  show: () => NewJob;
}

/** Slack accepts about one edit a second; a reader needs fewer. */
const EVERY_MS = 2_000;

async function runFile(run: Run): Promise<JobOutcome> {
  const { app, client, job, file, context, show } = run;
  const { clock, store, exportFiles: files, sendBytes } = app;
  const { signal } = context;
  const { id: jobId, teamId } = job;
  const subject = { teamId, what: job.kind, id: jobId };
  let progress = readProgress(job.progress);
  let placed: Placed | null = null;
  const keep = async (change: Partial<FileProgress>): Promise<void> => {
    progress = { ...progress, ...change };
    if (!(await context.saveProgress(progress))) throw new JobLostError('another process has the job');
  };
  const end = (why: FileTrouble | null, error: unknown = null): FileEnd => ({
    ...{ jobId, teamId, made: progress.made, why, error },
    ...{ maySeeIt: progress.fileId !== null, isUnposted: placed === null },
  });

  const post = async (): Promise<Placed> => {
    const found = await store.messages.find(subject);
    if (found !== null) return found;
    const posted = await postMessage(client, { channel: file.userId, message: buildFileRequested(file) });
    return store.messages.place(subject, { ...posted, userId: file.userId, refusal: null }, clock.now());
  };
  /** It can run long and go on overnight: people may have lost the role since they asked. */
  const checkPermission = async (): Promise<void> => {
    const { permission, people } = file.needs;
    const may = await Promise.all(people.map((one) => app.members.may(teamId, one, permission)));
    const refused = people.filter((_, at) => !may[at]);
    if (refused.length === 0) return;
    await keep({ fileId: null, notPermitted: refused });
    throw new NoLongerPermittedError();
  };
  /** Saves and shows how far it has come, in the background. */
  const createReach = () => {
    let saving: Promise<unknown> = Promise.resolve();
    let notBefore = clock.now();
    return {
      onReach: (reach: FileReach): void => {
        progress = { ...progress, reach };
        if (clock.now() < notBefore) return;
        notBefore = clock.now() + EVERY_MS;
        saving = saving
          .then(() => keep({}))
          .then(() => store.jobs.add(show(), clock.now()))
          .then(() => app.wake.notices())
          // A job that is lost stops by its signal; the next time says what this one could not.
          .catch((error: unknown) => app.log.info({ job: jobId, err: error }, 'progress not saved'));
      },
      settled: () => saving,
    };
  };
  const makeAndUpload = async (): Promise<void> => {
    await keep({
      reach: { pages: 0, rows: 0, total: null },
      isAgain: progress.reach !== null,
      trouble: null,
    });
    // What a dead process left of it.
    await files.removeAllOf(job);
    const { name, path } = await files.fresh(job, file.format);
    const reached = createReach();
    try {
      reached.onReach({ pages: 0, rows: 0, total: null });
      const { bytes, rows, made } = await file
        .make(path, { signal, onReach: reached.onReach })
        .finally(reached.settled);
      await checkPermission();
      const upload = { path, name: file.name, bytes };
      const fileId = bytes === 0 ? null : await uploadFile(client, upload, { signal, sendBytes });
      await keep({ rows, made, fileId, isSent: fileId === null });
    } finally {
      await files.remove(name);
    }
  };
  /** False: most likely an earlier try worked and its answer was lost, because Slack no longer has the upload. */
  const share = async (fileId: string, { channelId }: Placed, isRetry: boolean): Promise<boolean> => {
    const shareIn = (place: { channelId: string; ts?: string }, comment: string | null) =>
      client.files.completeUploadExternal({
        files: [{ id: fileId, title: file.name }],
        channel_id: place.channelId,
        ...(place.ts === undefined ? {} : { thread_ts: place.ts }),
        ...(comment === null ? {} : { initial_comment: comment }),
      });
    try {
      if (file.place !== null && progress.refusedBy === null) {
        try {
          await shareIn(file.place, file.comment?.(progress.made) ?? null);
          return true;
        } catch (error) {
          const failure = readSlackFailure(error);
          if (!isOutOfReach(failure)) throw error;
          await keep({ refusedBy: failure.code });
        }
      }
      await shareIn({ channelId }, null);
      return true;
    } catch (error) {
      if (!isRetry || readSlackFailure(error).kind !== 'permanent') throw error;
      return false;
    }
  };
  const settle = async (error: unknown): Promise<JobOutcome> => {
    if (signal.aborted || error instanceof JobLostError)
      return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
    const { isPassing, what, next, reason, ...how } = readFileFailure(error);
    // The token watch logs what an operator must fix, once.
    if (how.isTry) app.log.warn({ job: jobId, kind: job.kind, err: error }, 'file not made yet');
    await keep({ trouble: { what, next } });
    if (isPassing) return { outcome: 'later', reason, ...how, next: placed === null ? [] : [show()] };
    return failed(reason, { what, next }, error);
  };
  const failed = (reason: string, why: FileTrouble, error: unknown): JobOutcome => ({
    ...{ outcome: 'failed', reason },
    next: [show(), ...(file.onEnd?.(end(why, error)) ?? [])],
  });

  try {
    if (context.givenUp !== null) {
      placed = await store.messages.find(subject);
      if (progress.isSent) return { outcome: 'done', next: [show()] };
      const why = progress.trouble ?? GIVEN_UP;
      return failed(context.givenUp, why, null);
    }
    placed = await post();
    if (!progress.isSent) {
      await checkPermission();
      const isRetry = progress.fileId !== null;
      if (!isRetry) await makeAndUpload();
      signal.throwIfAborted();
      const { fileId } = progress;
      if (fileId !== null) {
        if (!(await share(fileId, placed, isRetry))) {
          await keep({ isUnsure: true });
          return { outcome: 'failed', reason: 'Slack did not confirm the file', next: [show()] };
        }
        await keep({ isSent: true });
      }
    }
    return { outcome: 'done', next: [show(), ...(file.onEnd?.(end(null)) ?? [])] };
  } catch (error) {
    return settle(error);
  }
}

const GIVEN_UP: FileTrouble = {
  what: 'Paylink tried many times and could not finish it.',
  next: 'Try again later.',
};
