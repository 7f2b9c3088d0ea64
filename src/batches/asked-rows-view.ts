import type { ModalView } from '@slack/types';
import { describeCustomer } from '../blocks/customer.ts';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { countRows, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { Batch, BatchRow } from '../store/batch.ts';

export const ASKED_ROWS_CALLBACK = 'batch_rows';
export const ASKED_ROWS_FILE_ACTION = 'batch_rows_file';

/** Nobody reads more in a window; the file has all. */
const MOST_SHOWN = 200;
const ROWS_OF_A_SECTION = 15;

/** What somebody is asked to approve, row by row: for whom, how much, and what for. */
export const buildAskedRows = (batch: Batch, rows: readonly BatchRow[]): ModalView => {
  const shown = rows.slice(0, MOST_SHOWN);
  const rest = rows.length - shown.length;
  const sections = Array.from({ length: Math.ceil(shown.length / ROWS_OF_A_SECTION) }, (_, place) =>
    shown.slice(place * ROWS_OF_A_SECTION, (place + 1) * ROWS_OF_A_SECTION),
  );
  return modal(ASKED_ROWS_CALLBACK, { title: 'The rows', close: 'Close' }, [
    section(
      `*${formatAed(batch.sumFils)}* in ${countRows(batch.rows)} of ${escapeMrkdwn(cut(batch.fileName, 80))}`,
      'asked_rows',
    ),
    ...sections.map((some, place) =>
      section(cut(some.map(describeRow).join('\n'), limits.section.text), `asked_rows_${place}`),
    ),
    ...(rest > 0 ? [section(`and ${groupNumber(rest)} more: they are in the file`, 'asked_rows_more')] : []),
    actions('asked_rows_actions', [
      buildButton(
        batch.id,
        ASKED_ROWS_FILE_ACTION,
        'Get the file',
        'Send the whole list to your messages with Paylink',
      ),
    ]),
  ]);
};

const describeRow = ({ number, amountFils, request }: BatchRow): string =>
  [
    `${number}.`,
    `*${formatAed(amountFils ?? 0)}*`,
    ...(request === null
      ? ['customer erased']
      : [escapeMrkdwn(describeCustomer(request)), escapeMrkdwn(cut(request.notes, 80))]),
  ].join(' · ');
