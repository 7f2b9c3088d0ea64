import type { Clock } from '../clock.ts';
import type { SendBytes } from '../delivery/upload-file.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import type { Ids } from '../ids.ts';
import { BATCH_CARD_JOB } from '../links/card/notice-kinds.ts';
import { whenDue, whenUsed } from '../slack/lazy.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { ApprovalAskStore } from '../store/approval-ask-store.ts';
import { BATCH_ACTIONS } from './batch-buttons-view.ts';
import type { BatchCardDependencies } from './batch-card-job.ts';
import { BATCH_FORM, BATCH_TEMPLATE_ACTION } from './batch-form-view.ts';
import {
  BATCH_ASK_JOB,
  BATCH_DIGEST_JOB,
  BATCH_FILE_JOB,
  BATCH_NEWS_JOB,
  BATCH_ROUND_JOB,
  BATCH_RUN_JOB,
  repairAsk,
  repairCard,
} from './batch-jobs.ts';
import {
  BATCH_AGAIN_ACTION,
  BATCH_CREATE_ACTION,
  BATCH_CREATE_ALL_ACTION,
  BATCH_FAULTS_ACTION,
  LIST_FILE_ACTION,
  LIST_WORDS_ACTION,
} from './batch-preview-view.ts';
import { REMIND_BACK_ACTION, REMIND_NEXT_ACTION } from './batch-reminder-view.ts';
import type { BatchRoundDependencies } from './batch-round-job.ts';
import type { BringListDependencies } from './lists/bring-list-job.ts';
import { LIST_LOOK_ACTION } from './lists/kept-lists-view.ts';
import { LIST_DAY, LIST_STOP_ACTION } from './lists/list-day-view.ts';
import { BATCH_LIST_JOB, BATCH_LIST_NEWS_JOB, BATCH_LIST_PREVIEW_JOB } from './lists/list-jobs.ts';
import { LIST_WORDS } from './lists/words-view.ts';
import type { BatchRunDependencies } from './run-batch-job.ts';

const handleBatchSubmission = whenUsed(
  async () => (await import('./batch-submission.ts')).handleBatchSubmission,
);
const preview = (name: keyof typeof import('./preview-presses.ts')) =>
  whenUsed(async () => (await import('./preview-presses.ts'))[name]);
const card = (name: keyof typeof import('./card-presses.ts')) =>
  whenUsed(async () => (await import('./card-presses.ts'))[name]);

const handleListDaySubmission = whenUsed(
  async () => (await import('./lists/list-presses.ts')).handleListDaySubmission,
);
const handleListWordsSubmission = whenUsed(
  async () => (await import('./lists/words-presses.ts')).handleListWordsSubmission,
);
const list = (name: 'handleBatchRepeat' | 'handleListStop' | 'handleListLook') =>
  whenUsed(async () => (await import('./lists/list-presses.ts'))[name]);
const handleListWords = whenUsed(async () => (await import('./lists/words-presses.ts')).handleListWords);

/** Links from a file: the form, the preview, the card. */
export const BATCHES = {
  views: {
    [BATCH_FORM.callbackId]: handleBatchSubmission,
    [LIST_DAY.callbackId]: handleListDaySubmission,
    [LIST_WORDS.callbackId]: handleListWordsSubmission,
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
    [BATCH_ACTIONS.repeat]: list('handleBatchRepeat'),
    [LIST_STOP_ACTION]: list('handleListStop'),
    [LIST_LOOK_ACTION]: list('handleListLook'),
    [LIST_WORDS_ACTION]: handleListWords,
    [LIST_FILE_ACTION]: preview('handleListFile'),
    [REMIND_NEXT_ACTION]: card('handleBatchRemindOther'),
    [REMIND_BACK_ACTION]: card('handleBatchRemindOther'),
  },
};

type CardJobDependencies = Omit<BatchCardDependencies, 'client'> & {
  clientOf: SlackClientOf;
  clock: Clock;
  ids: Pick<Ids, 'notice'>;
};

/** Its card. These go with the notices of links, and wait for no long work. */
export const batchNotices = ({ clientOf, ...shared }: CardJobDependencies) => ({
  [BATCH_CARD_JOB]: whenDue(
    async ({ teamId }) => {
      const { createBatchCardJob } = await import('./batch-card-job.ts');
      return createBatchCardJob({ ...shared, client: await clientOf(teamId) });
    },
    {
      maxTries: Number.POSITIVE_INFINITY,
      timeoutMs: 5 * 60_000,
      repair: (job) => repairCard(job, shared.clock.now(), shared.ids),
    },
  ),
});

/** The making of its links. */
export const batchRuns = (shared: BatchRunDependencies) => ({
  [BATCH_RUN_JOB]: whenDue(async () => (await import('./run-batch-job.ts')).createBatchRunJob(shared), {
    timeoutMs: 6 * 60 * 60_000,
  }),
});

/** What its people are asked, told and sent. */
export const batchMessages = ({
  clientOf,
  ...shared
}: Pick<BatchRunDependencies, 'batches' | 'clock' | 'ids' | 'timeZone'> &
  Omit<BringListDependencies, 'batches'> &
  Omit<BatchRoundDependencies, 'client' | 'batches' | 'approvalAsks'> & {
    approvalAsks: ApprovalAskStore;
    clientOf: SlackClientOf;
    files: ExportFiles;
    sendBytes?: SendBytes | undefined;
  }) => {
  const load = () => import('./batch-messages-job.ts');
  const loadRounds = () => import('./batch-round-job.ts');
  const loadLists = () => import('./lists/list-messages-job.ts');
  return {
    [BATCH_LIST_JOB]: whenDue(async () =>
      (await import('./lists/bring-list-job.ts')).createBringListJob(shared),
    ),
    [BATCH_LIST_PREVIEW_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListPreviewJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_LIST_NEWS_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListNewsJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_FILE_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchFileJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_DIGEST_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchDigestJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_ROUND_JOB]: whenDue(async ({ teamId }) =>
      (await loadRounds()).createBatchRoundJob({ ...shared, client: await clientOf(teamId) }),
    ),
    [BATCH_ASK_JOB]: whenDue(
      async ({ teamId }) =>
        (await loadRounds()).createBatchAskJob({ ...shared, client: await clientOf(teamId) }),
      { repair: (job) => repairAsk(job, shared.clock.now(), shared.ids) },
    ),
    [BATCH_NEWS_JOB]: whenDue(async ({ teamId }) =>
      (await load()).createBatchNewsJob({ ...shared, client: await clientOf(teamId) }),
    ),
  };
};
