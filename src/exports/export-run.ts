import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import type { JobContext } from '../delivery/run-claimed-job.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportQuery } from '../reports/report-row.ts';
import { createEditableMessage, type EditableMessage } from '../slack/messages.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { Job } from '../store/job.ts';
import {
  type ExportPayload,
  type ExportProgress,
  NO_PROGRESS,
  parseExportPayload,
  parseExportProgress,
} from './export-job-state.ts';
import type { ExportFacts } from './export-progress-view.ts';
import { listQueries } from './reconcile-month.ts';
import { describeExport } from './start-export.ts';

/** Another process has the job, or it is over: do nothing more for it. */
export class JobLostError extends Error {
  override name = 'JobLostError';
}

/** One run of an export's job. */
export interface ExportRun {
  job: Job;
  payload: ExportPayload;
  /** The listings to read, one after the other. */
  queries: readonly ReportQuery[];
  facts: ExportFacts;
  message: ExportMessage;
  signal: AbortSignal;
  /** The patient client: a long timeout, and no retries of its own. */
  client: WebClient;
  /** The words that tell whether a row is money that came in. */
  words: Vocabulary;
  reader: ReportReader;
  progress(): ExportProgress;
  /** Throws `JobLostError` if the job is no longer ours. */
  keep(change: Partial<ExportProgress>): Promise<void>;
}

/** Null if the job cannot be run because another version wrote it. */
export const openExportRun = async (
  job: Job,
  { signal, saveProgress }: JobContext,
  { readerOf, vocabularies, clock, timeZone }: App,
  client: WebClient,
): Promise<ExportRun | null> => {
  const payload = parseExportPayload(job.payload);
  if (payload === null) return null;
  let progress = parseExportProgress(job.progress) ?? payload.continues ?? NO_PROGRESS;

  const keep = async (change: Partial<ExportProgress>): Promise<void> => {
    progress = { ...progress, ...change };
    if (!(await saveProgress(progress))) throw new JobLostError('another process has the job');
  };

  return {
    job,
    payload,
    queries: listQueries(payload),
    facts: describeExport({ jobId: job.id, payload }, { timeZone }),
    message: createExportMessage({
      message: createEditableMessage({
        client,
        channel: payload.userId,
        place: progress.message,
        keep: ({ channelId, ts }) => keep({ message: { channelId, ts } }),
      }),
      clock,
    }),
    signal,
    client,
    words: await vocabularies.of(job.teamId),
    reader: readerOf(job.teamId, payload.account),
    progress: () => progress,
    keep,
  };
};

/** Slack accepts about one edit a second; a reader needs fewer. */
const EVERY_MS = 2_000;

/** The one message about an export, edited until the export ends. */
interface ExportMessage extends Pick<EditableMessage, 'ensurePosted'> {
  /** For progress: edits in the background, at most every two seconds, and ignores refusals. */
  soon(build: () => Message): void;
  /** For what people must see. Rejects with Slack's error. */
  now(message: Message): Promise<void>;
}

const createExportMessage = ({
  message,
  clock,
}: {
  message: EditableMessage;
  clock: Clock;
}): ExportMessage => {
  let edit: Promise<void> | null = null;
  let notBefore = 0;
  return {
    soon: (build) => {
      const at = clock.now();
      if (edit !== null || message.place() === null || at < notBefore) return;
      notBefore = at + EVERY_MS;
      edit = message
        .edit(build())
        .catch((error: unknown) => {
          // The next edit or the final one brings the message up to date.
          const failure = readSlackFailure(error);
          if (failure.kind === 'passing') notBefore = clock.now() + (failure.retryAfterMs ?? EVERY_MS);
        })
        .finally(() => {
          edit = null;
        });
    },
    now: async (final) => {
      await edit;
      await message.show(final);
    },
    ensurePosted: message.ensurePosted,
  };
};
