import type { WebClient } from '@slack/web-api';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { type SendBytes, uploadFile } from '../delivery/upload-file.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import type { Log } from '../log.ts';
import { dayOf } from '../reports/date-span.ts';
import { createEditableMessage, type EditableMessage } from '../slack/editable-message.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import type { Job } from '../store/job.ts';
import type { Audit } from '../workspaces/audit.ts';
import type { Members } from '../workspaces/members.ts';
import {
  type AuditExportPayload,
  type AuditExportProgress,
  auditExportPayloadSchema,
  auditExportProgressSchema,
} from './audit-export-payload.ts';
import {
  buildAuditExportAsked,
  buildAuditExportDone,
  buildAuditExportFailed,
  buildAuditExportRefused,
} from './audit-export-view.ts';
import { writeAuditFile } from './audit-file.ts';
import { buildAuditFilter } from './audit-pointer.ts';

export interface AuditExportJobDependencies {
  /** The patient client: a long timeout, and no retries of its own. */
  client: WebClient;
  audit: Pick<Audit, 'all'>;
  members: Pick<Members, 'may'>;
  files: ExportFiles;
  timeZone: string;
  log: Log;
  sendBytes?: SendBytes | undefined;
}

const NOTHING_YET: AuditExportProgress = { message: null, fileId: null, entries: 0, isSent: false };

/** Another process has the job now. */
class JobLostError extends Error {
  override name = 'JobLostError';
}

/** Sends the results of an audit search to the person who asked, as a CSV file in a direct message. */
export const createAuditExportJob = (dependencies: AuditExportJobDependencies): JobHandler => {
  const { client, members, files, log } = dependencies;

  return async (job, context) => {
    const payload = auditExportPayloadSchema.parse(job.payload);
    let progress = job.progress === null ? NOTHING_YET : auditExportProgressSchema.parse(job.progress);
    const keep = async (change: Partial<AuditExportProgress>) => {
      progress = { ...progress, ...change };
      if (!(await context.saveProgress(progress))) throw new JobLostError('the job is another’s by now');
    };
    const message = createEditableMessage({
      client,
      channel: payload.userId,
      place: progress.message,
      keep: ({ channelId, ts }) => keep({ message: { channelId, ts } }),
    });

    try {
      if (context.givenUp !== null && !progress.isSent) {
        await message.show(buildAuditExportFailed());
        return { outcome: 'failed', reason: context.givenUp };
      }
      // The person may have lost the role since they asked.
      if (!progress.isSent && !(await members.may(job.teamId, payload.userId, 'read-audit'))) {
        await message.show(buildAuditExportRefused());
        return { outcome: 'failed', reason: 'no longer permitted' };
      }
      const place = await message.ensurePosted(buildAuditExportAsked());
      const fileName = nameFile(payload, dependencies);
      if (!progress.isSent) {
        const isRetry = progress.fileId !== null;
        if (!isRetry) await keep(await upload(job, payload, fileName, context, dependencies));
        if (progress.fileId !== null) await share(progress.fileId, fileName, place.channelId, isRetry);
        await keep({ isSent: true });
      }
      await message.show(buildAuditExportDone(progress.entries, fileName));
      return { outcome: 'done' };
    } catch (error) {
      return settle(job, error, context, progress, message);
    }
  };

  async function share(fileId: string, title: string, channelId: string, isRetry: boolean): Promise<void> {
    try {
      await client.files.completeUploadExternal({ files: [{ id: fileId, title }], channel_id: channelId });
    } catch (error) {
      // Slack no longer has the upload: an earlier try worked, and its answer was lost.
      if (!isRetry || readSlackFailure(error).kind !== 'permanent') throw error;
      log.warn(
        { reason: readSlackFailure(error).code },
        'file of the audit trail was most likely shared before',
      );
    }
  }

  async function settle(
    job: Job,
    error: unknown,
    { signal }: JobContext,
    { isSent }: AuditExportProgress,
    message: EditableMessage,
  ): Promise<JobOutcome> {
    if (signal.aborted || error instanceof JobLostError)
      return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
    const failure = readSlackFailure(error);
    const later = failure.kind === 'passing' ? buildLater(failure) : null;
    // The token watch logs what an operator must fix, once.
    if (later === null || later.isTry)
      log.warn({ job: job.id, err: error }, 'export of the audit trail interrupted');
    if (later !== null) return later;
    // Only the final message is missing, and the file speaks for itself.
    if (isSent) return { outcome: 'done' };
    await message.show(buildAuditExportFailed(failure.code)).catch((refusal: unknown) => {
      if (readSlackFailure(refusal).kind === 'passing') throw refusal;
    });
    return { outcome: 'failed', reason: failure.code };
  }

  async function upload(
    job: Job,
    payload: AuditExportPayload,
    fileName: string,
    { signal }: JobContext,
    { audit, timeZone, sendBytes }: AuditExportJobDependencies,
  ): Promise<Partial<AuditExportProgress>> {
    const { question, askedAt } = payload;
    const span = { from: question.span?.from ?? 0, to: Math.min(question.span?.to ?? askedAt, askedAt) };
    const found = audit.all(buildAuditFilter(job.teamId, { ...question, span }));
    const { name, path } = await files.fresh({ teamId: job.teamId, id: job.id }, 'csv');
    try {
      const { bytes, entries } = await writeAuditFile(path, found, { timeZone, signal });
      if (entries === 0) return { entries };
      return {
        entries,
        fileId: await uploadFile(client, { path, name: fileName, bytes }, { signal, sendBytes }),
      };
    } finally {
      await files.remove(name);
    }
  }
};

function nameFile(
  { question: { span }, askedAt }: AuditExportPayload,
  { timeZone }: AuditExportJobDependencies,
): string {
  const to = dayOf(Math.min(span?.to ?? askedAt, askedAt), timeZone);
  const from = span ? dayOf(span.from, timeZone) : null;
  return `audit-trail-${from === null || from === to ? '' : `${from}-to-`}${to}.csv`;
}
