import type { App } from '../app-parts.ts';
import { defineJob } from '../delivery/define-job.ts';
import { SHOWN_BATCH } from '../links/card/notice-kinds.ts';
import { open, press, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { whenDue } from '../slack/listener.ts';
import { ANY_BATCH, ASKED_BATCH, BATCH, findSent, OWN_BATCH, PREVIEW } from './about-batch.ts';
import { handleAskedRows } from './asked-rows.ts';
import { ASKED_ROWS_FILE_ACTION } from './asked-rows-view.ts';
import { BATCH_ACTIONS } from './batch-buttons-view.ts';
import { handleBatchFile, handleBatchTemplate } from './batch-file.ts';
import { BATCH_FORM_CALLBACK, BATCH_TEMPLATE_ACTION } from './batch-form-view.ts';
import { BATCH_RUN_JOB, batchRunPayloadSchema } from './batch-jobs.ts';
import { repliesBatches, toldBatches } from './batch-messages.ts';
import {
  BATCH_AGAIN_ACTION,
  BATCH_CHANGE_ACTION,
  BATCH_CREATE_ACTION,
  BATCH_CREATE_ALL_ACTION,
  BATCH_FAULTS_ACTION,
  LIST_FILE_ACTION,
} from './batch-preview-view.ts';
import {
  handleBatchRepeat,
  handleRepeatDay,
  handleRepeatDaySubmission,
  handleRepeatOff,
} from './batch-repeat.ts';
import { REPEAT_DAY_CALLBACK, REPEAT_OFF_ACTION } from './batch-repeat-view.ts';
import {
  handleBatchSubmission,
  handleColumnsChange,
  handleFileAnswers,
  handleSheetChoice,
} from './batch-submission.ts';
import {
  DECLINE_BATCH_CALLBACK,
  handleBatchApprove,
  handleBatchChange,
  handleBatchDecline,
  handleBatchDeclineSubmission,
  handleBatchRemind,
  handleBatchRemindNext,
  handleBatchRetry,
  REMIND_NEXT_ACTION,
} from './card-presses.ts';
import { BATCH_SHEET_ACTION, FILE_QUESTION_CALLBACK } from './file-question-view.ts';
import { handleBatchHeld, handleHeldCreate, handleHeldLeave } from './held-presses.ts';
import { HELD_CREATE_ACTION, HELD_LEAVE_ACTION } from './held-rows-view.ts';
import { handleBatchAgain, handleBatchCreate, handleBatchCreateAll } from './preview-presses.ts';
import { createBatchRunJob } from './run-batch-job.ts';
import { loadBatch } from './show-batch.ts';

/** Of a batch's own: whose batch it is needs no permission. */
const ofBatch = (name: string) => ({ name, needs: 'make-batch', about: BATCH }) as const;
const ofPreview = (name: string) => ({ name, needs: null, about: PREVIEW }) as const;
const creation = (name: string) => ({ name, needs: 'make-batch', about: PREVIEW }) as const;
const decision = (name: string) => ({ name, needs: 'approve', about: ASKED_BATCH }) as const;

export const BATCHES = {
  views: {
    [BATCH_FORM_CALLBACK]: submit({ name: 'batch_form', needs: 'make-batch' }, handleBatchSubmission),
    [FILE_QUESTION_CALLBACK]: submit({ name: 'batch_question', needs: 'make-batch' }, handleFileAnswers),
    [DECLINE_BATCH_CALLBACK]: submit(
      {
        ...{ name: 'batch_decline', needs: 'approve' },
        about: { noun: 'batch', find: findSent, askedBy: ({ creatorId }) => creatorId },
      },
      handleBatchDeclineSubmission,
    ),
    [REPEAT_DAY_CALLBACK]: submit(
      {
        ...{ name: 'batch_repeat_day', needs: 'make-batch' },
        about: { noun: 'batch', find: findSent },
      },
      handleRepeatDaySubmission,
    ),
  },
  actions: {
    [BATCH_TEMPLATE_ACTION]: press({ name: 'batch_template', needs: null }, handleBatchTemplate),
    [BATCH_CREATE_ACTION]: press(creation('batch_create'), handleBatchCreate),
    [BATCH_CREATE_ALL_ACTION]: press(creation('batch_create_all'), handleBatchCreateAll),
    [BATCH_SHEET_ACTION]: press({ name: 'batch_sheet', needs: 'make-batch' }, handleSheetChoice),
    [BATCH_CHANGE_ACTION]: press(creation('batch_change'), handleColumnsChange),
    [BATCH_AGAIN_ACTION]: open(creation('batch_again'), handleBatchAgain),
    [BATCH_FAULTS_ACTION]: press(ofPreview('batch_faults'), handleBatchFile('faults')),
    [BATCH_ACTIONS.pause]: press(ofBatch('batch_pause'), handleBatchChange('pause')),
    [BATCH_ACTIONS.goOn]: press(ofBatch('batch_go_on'), handleBatchChange('goOn')),
    [BATCH_ACTIONS.cancel]: press(ofBatch('batch_cancel'), handleBatchChange('cancel')),
    [BATCH_ACTIONS.retry]: press(ofBatch('batch_retry'), handleBatchRetry),
    [BATCH_ACTIONS.file]: press(ofBatch('batch_file'), handleBatchFile('links')),
    [BATCH_ACTIONS.remind]: open(ofBatch('batch_remind'), handleBatchRemind),
    [BATCH_ACTIONS.rows]: open(decision('batch_rows'), handleAskedRows),
    [ASKED_ROWS_FILE_ACTION]: press(decision('batch_rows_file'), handleBatchFile('to-approve')),
    [BATCH_ACTIONS.approve]: press(decision('batch_approve'), handleBatchApprove),
    [BATCH_ACTIONS.decline]: open(decision('batch_decline'), handleBatchDecline),
    [BATCH_ACTIONS.withdraw]: press(
      { name: 'batch_withdraw', needs: null, about: OWN_BATCH },
      handleBatchChange('withdraw'),
    ),
    [BATCH_ACTIONS.held]: press(ofBatch('batch_held'), handleBatchHeld),
    [HELD_CREATE_ACTION]: press(ofBatch('batch_held_create'), handleHeldCreate),
    [HELD_LEAVE_ACTION]: press(ofBatch('batch_held_leave'), handleHeldLeave),
    [BATCH_ACTIONS.repeat]: open(
      { name: 'batch_repeat', needs: 'make-batch', about: ANY_BATCH },
      handleBatchRepeat,
    ),
    [BATCH_ACTIONS.repeatDay]: open(
      { name: 'batch_repeat_day', needs: 'make-batch', about: ANY_BATCH },
      handleRepeatDay,
    ),
    [REPEAT_OFF_ACTION]: press({ name: 'batch_repeat_off', needs: null, about: ANY_BATCH }, handleRepeatOff),
    [LIST_FILE_ACTION]: press(ofPreview('batch_list_file'), handleBatchFile('again')),
    [REMIND_NEXT_ACTION]: press(ofBatch('batch_remind_next'), handleBatchRemindNext),
  },
  /** The message that follows a batch. */
  shown: { [SHOWN_BATCH]: loadBatch },
  told: toldBatches,
  replies: repliesBatches,
  jobs: {
    [BATCH_RUN_JOB]: defineJob(batchRunPayloadSchema, (app: App) =>
      whenDue(async () => createBatchRunJob(app), { timeoutMs: 6 * 60 * 60_000 }),
    ),
  },
} satisfies Room;
