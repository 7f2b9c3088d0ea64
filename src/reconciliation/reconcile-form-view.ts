import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../blocks/text.ts';
import type { MonthChoice } from './month-words.ts';

export const RECONCILE_FORM = { callbackId: 'reconcile_month', month: 'month' } as const;

/** Asks for the month of a reconciliation. `unread`: what the person typed, if no month could be read from it. */
export const buildReconcileForm = ({
  months,
  unread,
  metadata,
}: {
  months: readonly MonthChoice[];
  unread: string | null;
  metadata: string;
}): ModalView => {
  const options = months.map(
    ({ month, title, isRunning }): PlainTextOption => ({
      text: plain(isRunning ? `${title}, so far` : title, limits.option.text),
      value: month,
    }),
  );
  // Mostly the month that is over.
  const initial = options[1] ?? options[0];
  const blocks: KnownBlock[] = [
    {
      type: 'section',
      text: mrkdwn(
        'One Excel file: *Payouts*, *Transactions*, *Links*, *Differences* and *Batches* of a month, with fees, who made each link, and which payout each payment is in.',
      ),
    },
    {
      type: 'input',
      block_id: RECONCILE_FORM.month,
      label: plain('Month', limits.input.label),
      element: {
        type: 'static_select',
        action_id: RECONCILE_FORM.month,
        options,
        ...(initial ? { initial_option: initial } : {}),
      },
    },
    {
      type: 'context',
      elements: [mrkdwn('The file comes in your direct messages with Paylink. It holds customers’ names.')],
    },
  ];
  if (unread !== null)
    blocks.unshift({
      type: 'section',
      text: mrkdwn(
        `I couldn’t read “${escapeMrkdwn(cut(unread, 80))}” as a month. Choose one here, or type \`/paylink reconcile last month\` or \`/paylink reconcile Oct 2026\`.`,
      ),
    });
  return {
    type: 'modal',
    callback_id: RECONCILE_FORM.callbackId,
    private_metadata: metadata,
    title: plain('Reconcile a month', limits.view.title),
    submit: plain('Make the file', limits.view.submit),
    close: plain('Cancel', limits.view.close),
    blocks,
  };
};
