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
    section('One Excel file: received, paid out, what is not explained, and every row behind it.'),
    ...buildInputs(buildReconcileFields(months), { month: usual?.month ?? null }),
    context('It comes in your messages with Paylink, with customers’ names.'),
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
