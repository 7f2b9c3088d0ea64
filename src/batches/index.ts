import type { JobKind } from '../delivery/run-claimed-job.ts';
import type { SendBytes } from '../delivery/upload-file.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import { BATCH_CARD_JOB } from '../links/card/notice-kinds.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import { whenDue } from '../slack/when-due.ts';
import { whenUsed } from '../slack/when-used.ts';
import type { BatchCardDependencies } from './batch-card-job.ts';
import { BATCH_ACTIONS } from './batch-card-view.ts';
import { BATCH_FORM, BATCH_TEMPLATE_ACTION } from './batch-form-view.ts';
import {
  BATCH_ASK_JOB,
  BATCH_DIGEST_JOB,
  BATCH_FILE_JOB,
  BATCH_NEWS_JOB,
  BATCH_RUN_JOB,
} from './batch-jobs.ts';
import {
  BATCH_AGAIN_ACTION,
  BATCH_CREATE_ACTION,
  BATCH_CREATE_ALL_ACTION,
  BATCH_FAULTS_ACTION,
} from './batch-preview-view.ts';
import { REMIND_BACK_ACTION, REMIND_NEXT_ACTION } from './batch-reminder-view.ts';
import type { BatchRunDependencies } from './run-batch-job.ts';

const handleBatchSubmission = whenUsed(
  async () => (await import('./batch-submission.ts')).handleBatchSubmission,
);
const preview = (name: keyof typeof import('./preview-presses.ts')) =>
  whenUsed(async () => (await import('./preview-presses.ts'))[name]);
const card = (name: keyof typeof import('./card-presses.ts')) =>
  whenUsed(async () => (await import('./card-presses.ts'))[name]);

/** Links from a file: the form, the preview, the card. */
export const BATCHES = {
  views: {
    [BATCH_FORM.callbackId]: handleBatchSubmission,
  },
  actions: {
    [BATCH_TEMPLATE_ACTION]: preview('handleBatchTemplate'),
    [BATCH_CREATE_ACTION]: preview('handleBatchCreate'),
    [BATCH_CREATE_ALL_ACTION]: preview('handleBatchCreateAll'),
    [BATCH_AGAIN_ACTION]: preview('handleBatchAgain'),
    [BATCH_FAULTS_ACTION]: preview('handleBatchFaults'),
    [BATCH_ACTIONS.pause]: card('handleBatchPause'),
    [BATCH_ACTIONS.goOn]: card('handleBatchGoOn'),
    [BATCH_ACTIONS.cancel]: card('handleBatchCancel'),
    [BATCH_ACTIONS.retry]: card('handleBatchRetry'),
    [BATCH_ACTIONS.file]: card('handleBatchFile'),
    [BATCH_ACTIONS.remind]: card('handleBatchRemind'),
    [BATCH_ACTIONS.approve]: card('handleBatchApprove'),
    [BATCH_ACTIONS.decline]: card('handleBatchDecline'),
    [BATCH_ACTIONS.withdraw]: card('handleBatchWithdraw'),
    [REMIND_NEXT_ACTION]: card('handleBatchRemindOther'),
    [REMIND_BACK_ACTION]: card('handleBatchRemindOther'),
  },
};

type CardJobDependencies = Omit<BatchCardDependencies, 'client'> & { clientOf: SlackClientOf };

/** Its card. These go with the notices of links, and wait for no long work. */
export const batchNotices = ({ clientOf, ...shared }: CardJobDependencies): Record<string, JobKind> => ({
  [BATCH_CARD_JOB]: whenDue(
    async ({ teamId }) => {
      const { createBatchCardJob } = await import('./batch-card-job.ts');
      return createBatchCardJob({ ...shared, client: await clientOf(teamId) });
    },
    { mostTries: Number.POSITIVE_INFINITY, longestMs: 5 * 60_000 },
  ),
});

/** The making of its links. */
export const batchRuns = (shared: BatchRunDependencies): Record<string, JobKind> => ({
  [BATCH_RUN_JOB]: whenDue(async () => (await import('./run-batch-job.ts')).createBatchRunJob(shared), {
    longestMs: 6 * 60 * 60_000,
  }),
});

/** What its people are asked, told and sent. */
export const batchMessages = ({
  clientOf,
  ...shared
}: Pick<BatchRunDependencies, 'batches' | 'clock' | 'ids' | 'timeZone'> & {
  clientOf: SlackClientOf;
  files: ExportFiles;
  sendBytes?: SendBytes | undefined;
}): Record<string, JobKind> => {
  const load = () => import('./batch-messages-job.ts');
  return {
    [BATCH_FILE_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchFileJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_DIGEST_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchDigestJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_ASK_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchAskJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_NEWS_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchNewsJob({ ...shared, client: await clientOf(teamId) }),
    ),
  };
};
