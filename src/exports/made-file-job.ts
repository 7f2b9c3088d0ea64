import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { uploadFile } from '../delivery/upload-file.ts';
import type { Permission } from '../people/members.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import { createEditableMessage, type EditableMessage, messagePlaceSchema } from '../slack/messages.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import type { Job } from '../store/job.ts';
import type { ExportFormat } from './export-job-state.ts';

/** A file made from our own store. */
interface MadeFile {
  /** The person who asked, and gets it. */
  userId: string;
  /** What they must still be permitted when it is sent. */
  needed: Permission;
  name: string;
  format: ExportFormat;
  /** Writes it to the path. Without entries no file is sent. */
  write(path: string, signal: AbortSignal): Promise<{ bytes: number; entries: number }>;
  /** The one message about it, a direct message that is edited. */
  words: {
    asked: Message;
    done: (entries: number) => Message;
    /** `refusal`: Slack's reason, if it refuses the file. */
    failed: (refusal?: string) => Message;
    notPermitted: Message;
  };
}

const progressSchema = z.object({
  /** The message about the file. */
  message: messagePlaceSchema.nullable(),
  /** Slack's id of the file, as soon as its bytes are uploaded; it may or may not be shared yet. */
  fileId: z.string().nullable(),
  entries: z.number(),
  isSent: z.boolean(),
});

type Progress = z.infer<typeof progressSchema>;

const NOTHING_YET: Progress = { message: null, fileId: null, entries: 0, isSent: false };

/** Another process has the job now. */
class JobLostError extends Error {
  override name = 'JobLostError';
}

/** Sends a file to the person who asked, in a direct message. */
export const createMadeFileJob = (
  { members, exportFiles: files, log, sendBytes }: App,
  client: WebClient,
  describe: (job: Job) => MadeFile,
): JobHandler => {
  const share = async (fileId: string, title: string, channelId: string, isRetry: boolean): Promise<void> => {
    try {
      await client.files.completeUploadExternal({ files: [{ id: fileId, title }], channel_id: channelId });
    } catch (error) {
      // Slack no longer has the upload: an earlier try worked, and its answer was lost.
      if (!isRetry || readSlackFailure(error).kind !== 'permanent') throw error;
      log.warn({ reason: readSlackFailure(error).code }, 'file was most likely shared before');
    }
  };

  const upload = async (
    job: Job,
    { name: title, format, write }: MadeFile,
    signal: AbortSignal,
  ): Promise<Partial<Progress>> => {
    const { name, path } = await files.fresh({ teamId: job.teamId, id: job.id }, format);
    try {
      const { bytes, entries } = await write(path, signal);
      if (entries === 0) return { entries };
      return {
        entries,
        fileId: await uploadFile(client, { path, name: title, bytes }, { signal, sendBytes }),
      };
    } finally {
      await files.remove(name);
    }
  };

  const settle = async (
    job: Job,
    error: unknown,
    { signal }: JobContext,
    { isSent }: Progress,
    { message, words }: { message: EditableMessage; words: MadeFile['words'] },
  ): Promise<JobOutcome> => {
    if (signal.aborted || error instanceof JobLostError)
      return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
    const failure = readSlackFailure(error);
    // What only a person can permit is told at once, and not tried again.
    const later = failure.kind === 'passing' && failure.why !== 'scope' ? buildLater(failure) : null;
    // The token watch logs what an operator must fix, once.
    if (later === null || later.isTry)
      log.warn({ job: job.id, kind: job.kind, err: error }, 'file not sent yet');
    if (later !== null) return later;
    // Only the final message is missing, and the file speaks for itself.
    if (isSent) return { outcome: 'done' };
    await message.show(words.failed(failure.code)).catch((refusal: unknown) => {
      if (readSlackFailure(refusal).kind === 'passing') throw refusal;
    });
    return { outcome: 'failed', reason: failure.code };
  };

  return async (job, context) => {
    const file = describe(job);
    const { userId, words } = file;
    let progress = job.progress === null ? NOTHING_YET : progressSchema.parse(job.progress);
    const keep = async (change: Partial<Progress>) => {
      progress = { ...progress, ...change };
      if (!(await context.saveProgress(progress))) throw new JobLostError('another process has the job');
    };
    const message = createEditableMessage({
      client,
      channel: userId,
      place: progress.message,
      keep: ({ channelId, ts }) => keep({ message: { channelId, ts } }),
    });
    try {
      if (context.givenUp !== null && !progress.isSent) {
        await message.show(words.failed());
        return { outcome: 'failed', reason: context.givenUp };
      }
      // The person may have lost the role since they asked.
      if (!progress.isSent && !(await members.may(job.teamId, userId, file.needed))) {
        await message.show(words.notPermitted);
        return { outcome: 'failed', reason: 'no longer permitted' };
      }
      const place = await message.ensurePosted(words.asked);
      if (!progress.isSent) {
        const isRetry = progress.fileId !== null;
        if (!isRetry) await keep(await upload(job, file, context.signal));
        if (progress.fileId !== null) await share(progress.fileId, file.name, place.channelId, isRetry);
        await keep({ isSent: true });
      }
      await message.show(words.done(progress.entries));
      return { outcome: 'done' };
    } catch (error) {
      return settle(job, error, context, progress, { message, words });
    }
  };
};

/** A column of a file made from our own store: everybody who gets the file may see it. */
export const buildOwnColumn = (
  key: string,
  title: string,
  kind: ReportColumn['kind'] = 'text',
): ReportColumn => ({ key, title, kind, isShown: true, isPrivate: false, sourceFields: [] });
