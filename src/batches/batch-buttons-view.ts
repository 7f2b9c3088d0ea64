import type { Button, KnownBlock } from '@slack/types';
import { buildButton } from '../blocks/button.ts';
import { limits } from '../blocks/limits.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { groupNumber, plain } from '../blocks/text.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchCounts } from './count-batch.ts';

export const BATCH_ACTIONS = {
  pause: 'batch_pause',
  goOn: 'batch_go_on',
  cancel: 'batch_cancel',
  retry: 'batch_retry',
  file: 'batch_result_file',
  remind: 'batch_remind',
  approve: 'batch_approve',
  decline: 'batch_decline',
  withdraw: 'batch_withdraw',
  repeat: 'batch_repeat',
} as const;

/** A list that comes again each month, as people see it. */
export interface KeptList {
  id: string;
  keeperId: string;
  /** Epoch milliseconds. */
  dueAt: number;
}

/** The monthly list made from a batch; `may-be`: there is none yet, and there can be one. */
export type ListOfBatch = Omit<KeptList, 'id'> | 'may-be';

export function buildBatchButtons(
  batch: Batch,
  counts: BatchCounts,
  repeat: ListOfBatch | null,
): KnownBlock[] {
  const elements = [...listButtons(batch, counts), ...(repeat === null ? [] : [buildRepeat(batch, repeat)])];
  return elements.length === 0 ? [] : [{ type: 'actions', block_id: 'batch_actions', elements }];
}

function listButtons(batch: Batch, counts: BatchCounts): Button[] {
  const cancel = {
    ...buildBatchButton(batch, 'cancel', 'Cancel the rest', 'Don’t create the remaining links'),
    confirm: {
      title: plain('Cancel the rest?', limits.confirm.title),
      text: plain(
        'Links that were created stay, and can be paid. The rest is not created.',
        limits.confirm.text,
      ),
      confirm: plain('Cancel the rest', limits.confirm.button),
      deny: plain('Back', limits.confirm.button),
    },
  };
  switch (batch.state) {
    case 'preview':
    case 'declined':
    case 'withdrawn':
      return [];
    case 'asked':
      return [...buildDecisions(batch), buildWithdraw(batch)];
    case 'running':
      return [buildBatchButton(batch, 'pause', 'Pause', 'Create no more links for now'), cancel];
    case 'paused':
      return [buildBatchButton(batch, 'goOn', 'Resume', 'Create the remaining links', true), cancel];
    case 'done':
    case 'cancelled':
      return [
        ...(counts.missing.rows > 0
          ? [
              buildBatchButton(
                batch,
                'remind',
                'Remind the unpaid',
                'Show a WhatsApp message for each customer who has not paid',
              ),
            ]
          : []),
        buildBatchButton(
          batch,
          'file',
          'Get the file',
          'Send the file with the links to your messages with Paylink',
        ),
        ...(batch.state === 'done' && counts.notMade.rows > 0
          ? [
              buildBatchButton(
                batch,
                'retry',
                'Try the rest again',
                'Create the links that the service was not able to create',
              ),
            ]
          : []),
      ];
  }
}

/** On the card, and under the result file. */
export const buildRepeat = (batch: Batch, repeat: ListOfBatch): Button =>
  buildBatchButton(
    batch,
    'repeat',
    repeat === 'may-be' ? 'Same again next month' : 'Change or stop…',
    repeat === 'may-be'
      ? 'Have this list come again each month, as a preview'
      : 'Choose another day for this list, or stop it',
  );

/** For the creator. */
export const buildWithdraw = (batch: Batch): Button =>
  buildBatchButton(batch, 'withdraw', 'Withdraw', 'Take the request back; nothing is created');

/** For the approver. */
export const buildDecisions = (batch: Batch): Button[] => [
  {
    ...buildBatchButton(batch, 'approve', 'Approve', 'Approve all links of this file', true),
    confirm: {
      title: plain(`Create ${groupNumber(batch.rows)} links?`, limits.confirm.title),
      text: plain(
        `${formatAed(batch.sumFils)} in all. Links can’t be cancelled from here.`,
        limits.confirm.text,
      ),
      confirm: plain('Approve', limits.confirm.button),
      deny: plain('Not yet', limits.confirm.button),
    },
  },
  buildBatchButton(batch, 'decline', 'Decline', 'Decline all links of this file'),
];

function buildBatchButton(
  { id }: Batch,
  action: keyof typeof BATCH_ACTIONS,
  text: string,
  label: string,
  isPrimary = false,
): Button {
  return {
    ...buildButton(id, BATCH_ACTIONS[action], text, label),
    ...(isPrimary ? { style: 'primary' as const } : {}),
  };
}
