import type { App } from '../app-parts.ts';
import { SHOWN_BATCH } from '../links/card/notice-kinds.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import type { Shown } from '../slack/show.ts';
import { BATCH_ACTIONS } from './batch-buttons-view.ts';
import { BATCH_FORM, BATCH_TEMPLATE_ACTION, LIST_LOOK_ACTION } from './batch-form-view.ts';
import {
  BATCH_DIGEST_JOB,
  BATCH_FILE_JOB,
  BATCH_HELD_JOB,
  BATCH_NEWS_JOB,
  BATCH_ROUND_JOB,
  BATCH_RUN_JOB,
  SHOWN_BATCH_ASK,
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
import { FILE_QUESTION } from './file-question-view.ts';
import { HELD_CREATE_ACTION, HELD_LEAVE_ACTION } from './held-rows-view.ts';
import { BATCH_LIST_JOB, BATCH_LIST_NEWS_JOB, BATCH_LIST_PREVIEW_JOB } from './lists/list-jobs.ts';
import { LIST_DAY, LIST_STOP_ACTION, LIST_WORDS } from './lists/list-view.ts';

const submission = listenersOf(() => import('./batch-submission.ts'));
const preview = listenersOf(() => import('./preview-presses.ts'));
const list = listenersOf(() => import('./lists/list-presses.ts'));
const card = listenersOf(() => import('./card-presses.ts'));
const held = listenersOf(() => import('./held-presses.ts'));

export const BATCHES = {
  views: {
    [BATCH_FORM.callbackId]: submission('handleBatchSubmission'),
    [FILE_QUESTION.callbackId]: submission('handleFileAnswers'),
    [LIST_DAY.callbackId]: list('handleListDaySubmission'),
    [LIST_WORDS.callbackId]: preview('handleListWordsSubmission'),
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
    [BATCH_ACTIONS.held]: held('handleBatchHeld'),
    [HELD_CREATE_ACTION]: held('handleHeldCreate'),
    [HELD_LEAVE_ACTION]: held('handleHeldLeave'),
    [BATCH_ACTIONS.repeat]: list('handleBatchRepeat'),
    [LIST_STOP_ACTION]: list('handleListStop'),
    [LIST_LOOK_ACTION]: list('handleListLook'),
    [LIST_WORDS_ACTION]: preview('handleListWords'),
    [LIST_FILE_ACTION]: preview('handleListFile'),
    [REMIND_NEXT_ACTION]: card('handleBatchRemindOther'),
    [REMIND_BACK_ACTION]: card('handleBatchRemindOther'),
  },
};

const loadShown = () => import('./show-batch.ts');

/** The messages that follow a batch. */
export const shownBatches = (app: App): Shown => ({
  [SHOWN_BATCH]: async (one) => (await loadShown()).loadBatch(one, app),
  [SHOWN_BATCH_ASK]: async (one) => (await loadShown()).loadBatchAsk(one, app),
});

export const batchRuns = (app: App) => ({
  [BATCH_RUN_JOB]: whenDue(async () => (await import('./run-batch-job.ts')).createBatchRunJob(app), {
    timeoutMs: 6 * 60 * 60_000,
  }),
});

export const batchMessages = (app: App) => {
  const { clients } = app;
  const message = (name: 'round' | 'news' | 'held' | 'digest' | 'file') =>
    whenDue(async ({ teamId }) => {
      const { createBatchMessages } = await import('./batch-messages.ts');
      return createBatchMessages(app, await clients.of(teamId))[name];
    });
  const loadLists = () => import('./lists/run-list-jobs.ts');
  return {
    [BATCH_ROUND_JOB]: message('round'),
    [BATCH_NEWS_JOB]: message('news'),
    [BATCH_HELD_JOB]: message('held'),
    [BATCH_DIGEST_JOB]: message('digest'),
    [BATCH_FILE_JOB]: message('file'),
    [BATCH_LIST_JOB]: whenDue(async () => (await loadLists()).createListJob(app)),
    [BATCH_LIST_PREVIEW_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListPreviewJob(app, await clients.of(teamId)),
    ),
    [BATCH_LIST_NEWS_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListNewsJob(app, await clients.of(teamId)),
    ),
  };
};
