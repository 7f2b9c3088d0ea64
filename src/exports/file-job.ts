import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { defineJob, type JobDefinition } from '../delivery/define-job.ts';
import type { JobContext, JobOutcome } from '../delivery/run-claimed-job.ts';
import { uploadFile } from '../delivery/upload-file.ts';
import type { Permission } from '../people/members.ts';
import { whenDue } from '../slack/listener.ts';
import { postMessage } from '../slack/messages.ts';
import type { LoadShowing } from '../slack/show.ts';
import { readSlackFailure, type SlackFailure } from '../slack/slack-failure.ts';
import type { Job, NewJob } from '../store/job.ts';
import { buildShow, type Placed, type Subject } from '../store/message-store.ts';
import type { FileFormat } from '../tables/table.ts';
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
} from './file-messages-view.ts';
import { FILE_JOB, type FileOf, orderedSchema } from './order-file.ts';

/** A file that somebody asked for, and what differs between them. */
export interface FileToMake<Made = unknown> extends FileFacts {
  format: FileFormat;
  /** The person who asked: they get it and the messages about it, and may cancel it. */
  userId: string;
  /** What they must still be permitted when it is made, and when it is sent. */
  needs: Permission | null;
  /** Writes it to the path, in one pass. Without bytes there is nothing to send. */
  make(path: string, run: FileRun): Promise<MadeFile<Made>>;
  done(made: Made): Message;
  /** Nobody waits for it, so nothing is said before it is made. `isNews`: whether there is anything to say without a file. */
  byItself?: { isNews(made: Made): boolean };
  /** Slack did not take the first message about it. Jobs that tell others. */
  onUnposted?(failure: SlackFailure): Promise<readonly NewJob[]>;
  /** They lost the permission. What to say of it, instead of the usual. */
  onNotPermitted?(): Promise<FileTrouble>;
}

export interface FileRun {
  signal: AbortSignal;
  onReach(reach: FileReach): void;
}

interface MadeFile<Made> {
  bytes: number;
  rows: number;
  /** What its last message is made from, as JSON. */
  made: Made;
}

const progressSchema = z.object({
  reach: z.object({ pages: z.number(), rows: z.number(), total: z.number().nullable() }).nullable(),
  /** It was interrupted, and began again. */
  isAgain: z.boolean(),
  trouble: fileTroubleSchema.nullable(),
  /** Slack's id of the file, as soon as its bytes are uploaded; it may or may not be shared yet. */
  fileId: z.string().nullable(),
  rows: z.number(),
  made: z.unknown(),
  /** The file may have been shared, and only a person can check. */
  isUnsure: z.boolean(),
  isSent: z.boolean(),
});
export type FileProgress = z.infer<typeof progressSchema>;

const NO_PROGRESS: FileProgress = {
  ...{ reach: null, isAgain: false, trouble: null, fileId: null, rows: 0, made: null },
  ...{ isUnsure: false, isSent: false },
};

/** Progress we cannot read counts as none. */
const readProgress = (progress: unknown): FileProgress =>
  progressSchema.safeParse(progress).data ?? NO_PROGRESS;

/** Another process has the job, or it is over: do nothing more for it. */
class JobLostError extends Error {
  override name = 'JobLostError';
}

type JobOfFile<Payload = unknown> = Pick<Job, 'id' | 'teamId'> & { payload: Payload };

/** What its job keeps, what its last message is made from, and how its room describes it. */
export const defineFile = <Payload, Made>(
  payload: z.ZodType<Payload>,
  made: z.ZodType<Made>,
  describe: (job: JobOfFile<Payload>, app: App) => FileToMake<Made> | Promise<FileToMake<Made>>,
) => ({
  ...{ payload, made },
  describe: async (job: JobOfFile, app: App): Promise<FileToMake> => {
    const { byItself, done, ...file } = await describe({ ...job, payload: payload.parse(job.payload) }, app);
    return {
      ...file,
      done: (one) => done(made.parse(one)),
      ...(byItself && { byItself: { isNews: (one) => byItself.isNews(made.parse(one)) } }),
    };
  },
});

export type Files = Readonly<Record<FileOf, ReturnType<typeof defineFile>>>;

/** An order, as far as this version can read what its room keeps of it. */
const readableOrder = (files: Files) =>
  orderedSchema.refine((order) => files[order.what].payload.safeParse(order).success);

/**
 * The one job that makes a file in the background and sends it. What was written when a process died or the service failed
 * is gone, and the next try begins again; only a file that is uploaded is kept. The message follows the job: see `showFile`.
 */
export const fileJob = (files: Files): JobDefinition<App> =>
  defineJob(
    readableOrder(files),
    (app: App) =>
      whenDue(
        async ({ id, teamId }) => {
          const client = await app.clients.of(teamId);
          const show = () => buildShow({ teamId, what: FILE_JOB, id });
          return async (job, context, { what }) =>
            runFile({ app, client, job, context, show, file: await files[what].describe(job, app) });
        },
        // With the clients' own retries, some minutes of a service that does not answer.
        { isCancellable: true, maxTries: 8 },
      ),
    progressSchema,
  );

/** The message about a file says what its job says. */
export const showFile = (files: Files) => {
  const readable = readableOrder(files);
  return async ({ teamId, id }: Subject, app: App): ReturnType<LoadShowing> => {
    const job = await app.store.jobs.find(teamId, id);
    const order = readable.safeParse(job?.payload).data;
    if (!job || !order) return null;
    const file = await files[order.what].describe({ id, teamId, payload: job.payload }, app);
    const { userId } = file;
    return {
      // Whoever deleted it still wants to know how it ended.
      post: { channel: userId, otherwise: async () => [userId], message: () => buildFileRequested(file) },
      now: () => buildMessageOf(id, job.state, file, readProgress(job.progress)),
    };
  };
};

function buildMessageOf(jobId: string, state: string, file: FileToMake, progress: FileProgress): Message {
  const { reach, trouble, isAgain, fileId, rows, isSent, isUnsure } = progress;
  if (state === 'done') return file.done(progress.made);
  if (state === 'cancelled') return buildFileCancelled(file, { maySeeIt: fileId !== null });
  if (state === 'failed') {
    if (isSent) return file.done(progress.made);
    if (isUnsure || fileId !== null) return buildFileUnsure(file, { jobId, rows });
    return buildFileStopped(file, { jobId, reach, trouble });
  }
  return buildFileProgress(file, { jobId, reach, isAgain, trouble, isSending: fileId !== null, rows });
}

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
  const subject = { teamId, what: FILE_JOB, id: jobId };
  let progress = readProgress(job.progress);
  let placed: Placed | null = null;
  const keep = async (change: Partial<FileProgress>): Promise<void> => {
    progress = { ...progress, ...change };
    if (!(await context.saveProgress(progress))) throw new JobLostError('another process has the job');
  };

  const post = async (): Promise<Placed> => {
    const found = await store.messages.find(subject);
    if (found !== null) return found;
    const message = file.byItself ? file.done(progress.made) : buildFileRequested(file);
    const posted = await postMessage(client, { channel: file.userId, message });
    return store.messages.place(subject, { ...posted, userId: file.userId, refusedAs: null }, clock.now());
  };
  /** It can run long and go on overnight: they may have lost the role since they asked. */
  const checkPermission = async (): Promise<void> => {
    const { needs, userId } = file;
    if (needs === null || (await app.members.may(teamId, userId, needs))) return;
    await keep({ fileId: null });
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
          .then(() => file.byItself !== undefined || store.jobs.add(show(), clock.now()))
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
    try {
      await client.files.completeUploadExternal({
        files: [{ id: fileId, title: file.name }],
        channel_id: channelId,
      });
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
    if (how.isTry) app.log.warn({ job: jobId, file: file.name, err: error }, 'file not made yet');
    const said = error instanceof NoLongerPermittedError ? await file.onNotPermitted?.() : undefined;
    await keep({ trouble: said ?? { what, next } });
    if (isPassing) return { outcome: 'later', reason, ...how, next: placed === null ? [] : [show()] };
    const told = placed === null ? await file.onUnposted?.(readSlackFailure(error)) : [];
    return { outcome: 'failed', reason, next: [show(), ...(told ?? [])] };
  };

  try {
    if (context.givenUp !== null) {
      placed = await store.messages.find(subject);
      if (progress.isSent) return { outcome: 'done', next: [show()] };
      return { outcome: 'failed', reason: context.givenUp, next: [show()] };
    }
    placed = file.byItself ? await store.messages.find(subject) : await post();
    if (!progress.isSent) {
      await checkPermission();
      const isRetry = progress.fileId !== null;
      if (!isRetry) await makeAndUpload();
      signal.throwIfAborted();
      const { fileId } = progress;
      if (fileId !== null) {
        placed ??= await post();
        if (!(await share(fileId, placed, isRetry))) {
          await keep({ isUnsure: true });
          return { outcome: 'failed', reason: 'Slack did not confirm the file', next: [show()] };
        }
        await keep({ isSent: true });
      }
    }
    const isSilent = placed === null && file.byItself?.isNews(progress.made) === false;
    return { outcome: 'done', next: isSilent ? [] : [show()] };
  } catch (error) {
    return settle(error);
  }
}
