import type { Button, KnownBlock } from '@slack/types';
import { actions, buildButton, confirmation } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { groupNumber } from '../blocks/text.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchCounts } from './count-batch.ts';

export const BATCH_ACTIONS = {
  pause: 'batch_pause',
  goOn: 'batch_go_on',
  cancel: 'batch_cancel',
  retry: 'batch_retry',
  file: 'batch_result_file',
  remind: 'batch_remind',
  rows: 'batch_rows',
  approve: 'batch_approve',
  decline: 'batch_decline',
  withdraw: 'batch_withdraw',
  held: 'batch_held',
  repeat: 'batch_repeat',
  repeatDay: 'batch_repeat_day',
} as const;

/** Whether a batch can be made again. */
export const isRepeatable = ({ state, erasedAt }: Batch): boolean => state === 'done' && erasedAt === null;

export function buildBatchButtons(batch: Batch, counts: BatchCounts): KnownBlock[] {
  const elements = listButtons(batch, counts);
  return elements.length === 0 ? [] : [actions('batch_actions', elements)];
}

function listButtons(batch: Batch, counts: BatchCounts): Button[] {
  const cancel = {
    ...buildBatchButton(batch, 'cancel'),
    confirm: confirmation('Cancel the rest?', 'Links already made can still be paid.', [
      'Cancel the rest',
      'Back',
    ]),
  };
  switch (batch.state) {
    case 'preview':
    case 'declined':
    case 'withdrawn':
      return [];
    case 'asked':
      return [...buildDecisions(batch), buildWithdraw(batch)];
    case 'running':
      return [buildBatchButton(batch, 'pause'), cancel];
    case 'paused':
      return [{ ...buildBatchButton(batch, 'goOn'), style: 'primary' }, cancel];
    case 'done':
    case 'cancelled':
      return [
        ...(batch.state === 'done' && counts.held.rows > 0 ? [buildBatchButton(batch, 'held')] : []),
        ...(counts.missing.rows > 0 ? [buildBatchButton(batch, 'remind')] : []),
        buildBatchButton(batch, 'file'),
        ...(batch.state === 'done' && counts.notMade.rows > 0 ? [buildBatchButton(batch, 'retry')] : []),
        ...(isRepeatable(batch) ? [buildBatchButton(batch, 'repeat')] : []),
      ];
  }
}

export const buildWithdraw = (batch: Batch): Button => buildBatchButton(batch, 'withdraw');

export const buildDecisions = (batch: Batch): Button[] => [
  buildBatchButton(batch, 'rows'),
  {
    ...buildBatchButton(batch, 'approve'),
    style: 'primary',
    confirm: confirmation(
      `Create ${groupNumber(batch.rows)} links?`,
      `${formatAed(batch.sumFils)} in all. Links can’t be cancelled here.`,
      ['Approve', 'Not yet'],
    ),
  },
  buildBatchButton(batch, 'decline'),
];

/** What a button shows, and what a screen reader says. */
const WORDS: Record<keyof typeof BATCH_ACTIONS, [text: string, label: string]> = {
  pause: ['Pause', 'Create no more links for now'],
  goOn: ['Resume', 'Create the remaining links'],
  cancel: ['Cancel the rest', 'Don’t create the remaining links'],
  retry: ['Try the rest again', 'Create the links that the service was not able to create'],
  file: ['Get the file', 'Send the file with the links to your messages with Paylink'],
  remind: ['Remind the unpaid', 'Show a WhatsApp message for each customer who has not paid'],
  rows: ['See the rows', 'Show for whom, how much and what for each link is'],
  approve: ['Approve', 'Approve all links of this file'],
  decline: ['Decline…', 'Decline all links of this file, with a reason'],
  withdraw: ['Withdraw', 'Take the request back; nothing is made'],
  held: ['See what is new', 'Show the rows that wait for an answer, and what is new about their customers'],
  repeat: ['Same again', 'Preview the same links for another month; nothing is made yet'],
  repeatDay: ['Remind me…', 'Choose a day on which you are reminded to make these links again'],
};

export const buildBatchButton = ({ id }: Batch, action: keyof typeof BATCH_ACTIONS): Button =>
  buildButton(id, BATCH_ACTIONS[action], ...WORDS[action]);
