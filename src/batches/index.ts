import type { App } from '../app-parts.ts';
import { BATCH_REMINDER_JOB, SHOWN_BATCH } from '../links/card/notice-kinds.ts';
import { open, press, submit } from '../people/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import type { Shown } from '../slack/show.ts';
import { ANY_BATCH, ASKED_BATCH, BATCH, LIST, OWN_BATCH, PREVIEW } from './about-batch.ts';
import { ASKED_ROWS_FILE_ACTION } from './asked-rows-view.ts';
import { BATCH_ACTIONS } from './batch-buttons-view.ts';
import { BATCH_FORM_CALLBACK, BATCH_TEMPLATE_ACTION, LIST_LOOK_ACTION } from './batch-form-view.ts';
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
import { FILE_QUESTION_CALLBACK } from './file-question-view.ts';
import { HELD_CREATE_ACTION, HELD_LEAVE_ACTION } from './held-rows-view.ts';
import {
  BATCH_LIST_END_JOB,
  BATCH_LIST_JOB,
  BATCH_LIST_NEWS_JOB,
  BATCH_LIST_PREVIEW_JOB,
} from './lists/list-jobs.ts';
import { LIST_DAY_CALLBACK, LIST_STOP_ACTION, LIST_WORDS_CALLBACK } from './lists/list-view.ts';

const submission = listenersOf(() => import('./batch-submission.ts'));
const preview = listenersOf(() => import('./preview-presses.ts'));
const list = listenersOf(() => import('./lists/list-presses.ts'));
const card = listenersOf(() => import('./card-presses.ts'));
const rows = listenersOf(() => import('./asked-rows.ts'));
const held = listenersOf(() => import('./held-presses.ts'));

/** Of a batch's own: whose batch it is needs no permission. */
const ofBatch = (name: string) => ({ name, needs: 'make-batch', about: BATCH }) as const;
const ofPreview = (name: string) => ({ name, needs: null, about: PREVIEW }) as const;
const creation = (name: string) => ({ name, needs: 'make-batch', about: PREVIEW }) as const;
const decision = (name: string) => ({ name, needs: 'approve', about: ASKED_BATCH }) as const;

export const BATCHES = {
  views: {
    [BATCH_FORM_CALLBACK]: submit(
      { name: 'batch_form', needs: 'make-batch' },
      submission('handleBatchSubmission'),
    ),
    [FILE_QUESTION_CALLBACK]: submit(
      { name: 'batch_question', needs: 'make-batch' },
      submission('handleFileAnswers'),
    ),
    [LIST_DAY_CALLBACK]: submit(
      {
        ...{ name: 'batch_list_day', needs: 'make-batch' },
        about: { noun: 'batch', find: list('findBatchOfDay') },
      },
      list('handleListDaySubmission'),
    ),
    [LIST_WORDS_CALLBACK]: submit(
      {
        ...{ name: 'batch_list_words', needs: null },
        about: { noun: 'preview', find: preview('findWordsToEdit') },
      },
      preview('handleListWordsSubmission'),
    ),
  },
  actions: {
    [BATCH_TEMPLATE_ACTION]: press({ name: 'batch_template', needs: null }, preview('handleBatchTemplate')),
    [BATCH_CREATE_ACTION]: press(creation('batch_create'), preview('handleBatchCreate')),
    [BATCH_CREATE_ALL_ACTION]: press(creation('batch_create_all'), preview('handleBatchCreateAll')),
    [BATCH_AGAIN_ACTION]: open(creation('batch_again'), preview('handleBatchAgain')),
    [BATCH_FAULTS_ACTION]: press(ofPreview('batch_faults'), preview('handleBatchFaults')),
    [BATCH_ACTIONS.pause]: press(ofBatch('batch_pause'), card('handleBatchPause')),
    [BATCH_ACTIONS.goOn]: press(ofBatch('batch_go_on'), card('handleBatchGoOn')),
    [BATCH_ACTIONS.cancel]: press(ofBatch('batch_cancel'), card('handleBatchCancel')),
    [BATCH_ACTIONS.retry]: press(ofBatch('batch_retry'), card('handleBatchRetry')),
    [BATCH_ACTIONS.file]: press(ofBatch('batch_file'), card('handleBatchFile')),
    [BATCH_ACTIONS.remind]: open(ofBatch('batch_remind'), card('handleBatchRemind')),
    [BATCH_ACTIONS.rows]: open(decision('batch_rows'), rows('handleAskedRows')),
    [ASKED_ROWS_FILE_ACTION]: press(decision('batch_rows_file'), rows('handleAskedRowsFile')),
    [BATCH_ACTIONS.approve]: press(decision('batch_approve'), card('handleBatchApprove')),
    [BATCH_ACTIONS.decline]: press(decision('batch_decline'), card('handleBatchDecline')),
    [BATCH_ACTIONS.withdraw]: press(
      { name: 'batch_withdraw', needs: null, about: OWN_BATCH },
      card('handleBatchWithdraw'),
    ),
    [BATCH_ACTIONS.held]: press(ofBatch('batch_held'), held('handleBatchHeld')),
    [HELD_CREATE_ACTION]: press(ofBatch('batch_held_create'), held('handleHeldCreate')),
    [HELD_LEAVE_ACTION]: press(ofBatch('batch_held_leave'), held('handleHeldLeave')),
    [BATCH_ACTIONS.repeat]: open(
      { name: 'batch_repeat', needs: 'make-batch', about: ANY_BATCH },
      list('handleBatchRepeat'),
    ),
    [LIST_STOP_ACTION]: press(
      { name: 'batch_list_stop', needs: 'make-batch', about: LIST },
      list('handleListStop'),
    ),
    [LIST_LOOK_ACTION]: press(
      { name: 'batch_list_look', needs: 'make-batch', about: ANY_BATCH },
      list('handleListLook'),
    ),
    [LIST_WORDS_ACTION]: open(ofPreview('batch_list_words'), preview('handleListWords')),
    [LIST_FILE_ACTION]: press(ofPreview('batch_list_file'), preview('handleListFile')),
    [REMIND_NEXT_ACTION]: press(ofBatch('batch_remind_other'), card('handleBatchRemindOther')),
    [REMIND_BACK_ACTION]: press(ofBatch('batch_remind_other'), card('handleBatchRemindOther')),
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
  const message = (name: 'round' | 'news' | 'held' | 'digest' | 'reminder' | 'file') =>
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
    [BATCH_REMINDER_JOB]: message('reminder'),
    [BATCH_FILE_JOB]: message('file'),
    [BATCH_LIST_JOB]: whenDue(async () => (await loadLists()).createListJob(app)),
    [BATCH_LIST_PREVIEW_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListPreviewJob(app, await clients.of(teamId)),
    ),
    [BATCH_LIST_END_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListEndJob(app, await clients.of(teamId)),
    ),
    [BATCH_LIST_NEWS_JOB]: whenDue(async ({ teamId }) =>
      (await loadLists()).createListNewsJob(app, await clients.of(teamId)),
    ),
  };
};
