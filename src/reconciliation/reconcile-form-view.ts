import type { KnownBlock, ModalView } from '@slack/types';
import { buildOption, context, modal, section } from '../blocks/message.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { buildInputs, type Fields, menu } from '../slack/fields.ts';

export const RECONCILE_CALLBACK = 'reconcile_month';

export const buildReconcileFields = (months: readonly MonthChoice[]) =>
  ({
    month: {
      label: 'Month',
      kind: menu({
        options: months.map(({ month, title, isCurrent }) =>
          buildOption(month, isCurrent ? `${title}, so far` : title),
        ),
      }),
    },
  }) satisfies Fields;

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
  isToCome,
  metadata,
}: {
  months: readonly MonthChoice[];
  unread: string | null;
  /** What was not taken is a month that has not begun. */
  isToCome: boolean;
  metadata: string;
}): ModalView => {
  // Usually last month.
  const usual = months[1] ?? months[0];
  const blocks: KnownBlock[] = [
    section(
      'One Excel file of a month. It opens with the *Bridge* from what the payment service owed at the start to what it owed at the end; *Differences*, *Payouts*, *Transactions*, *Links*, and what is owed to and by customers follow.',
    ),
    ...buildInputs(buildReconcileFields(months), { month: usual?.month ?? null }),
    context('The file comes in your direct messages with Paylink. It holds customers’ names.'),
  ];
  if (unread !== null)
    blocks.unshift(
      section(
        `${isToCome ? `“${escapeMrkdwn(cut(unread, 80))}” has not begun.` : `I couldn’t read “${escapeMrkdwn(cut(unread, 80))}” as a month.`} Choose one here, or type \`/paylink reconcile last month\` or \`/paylink reconcile Oct 2026\`.`,
      ),
    );
  return modal(
    RECONCILE_CALLBACK,
    { title: 'Reconcile a month', submit: 'Make the file', close: 'Cancel', metadata },
    blocks,
  );
};
