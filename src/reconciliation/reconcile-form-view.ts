import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, context, modal, section } from '../blocks/message.ts';
import { cut, escapeMrkdwn, plain } from '../blocks/text.ts';

export const RECONCILE_FORM = { callbackId: 'reconcile_month', month: 'month' } as const;

export interface MonthChoice {
  /** `2026-10`. */
  month: string;
  /** `October 2026`. */
  title: string;
  /** The current month. */
  isCurrent: boolean;
}

/** Asks for the month. `unread`: what the person typed, if it was not a month. */
export const buildReconcileForm = ({
  months,
  unread,
  metadata,
}: {
  months: readonly MonthChoice[];
  unread: string | null;
  metadata: string;
}): ModalView => {
  const options = months.map(({ month, title, isCurrent }) =>
    buildOption(month, isCurrent ? `${title}, so far` : title),
  );
  // Usually last month.
  const initial = options[1] ?? options[0];
  const blocks: KnownBlock[] = [
    section(
      'One Excel file with the *Payouts*, *Transactions*, *Links*, *Differences* and *Batches* of a month: fees, who made each link, and which payout each payment is in.',
    ),
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
    context('The file comes in your direct messages with Paylink. It holds customers’ names.'),
  ];
  if (unread !== null)
    blocks.unshift(
      section(
        `I couldn’t read “${escapeMrkdwn(cut(unread, 80))}” as a month. Choose one here, or type \`/paylink reconcile last month\` or \`/paylink reconcile Oct 2026\`.`,
      ),
    );
  return modal(
    RECONCILE_FORM.callbackId,
    { title: 'Reconcile a month', submit: 'Make the file', close: 'Cancel', metadata },
    blocks,
  );
};
