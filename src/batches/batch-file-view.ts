import { actions, buildMessage, type Message, section } from '../blocks/message.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { FileFacts } from '../exports/file-messages-view.ts';
import type { Batch } from '../store/batch.ts';
import { buildBatchButton } from './batch-buttons-view.ts';
import type { BatchCounts } from './count-batch.ts';
import { BATCH_FIGURES, type BatchFigure } from './row-states.ts';

/**
 * - `links`: the list with the link and the state of each row.
 * - `faults`: its rows that can’t be made.
 * - `again`: the list as its file had it.
 * - `to-approve`: the rows that a person is asked to approve.
 * - `template`: headings and a sample row, of no batch.
 */
export const BATCH_SHEETS = ['links', 'faults', 'again', 'to-approve', 'template'] as const;
export type BatchSheet = (typeof BATCH_SHEETS)[number];

/** What its messages call the file, such as `parents-links.xlsx` for `parents.csv`. */
export const nameBatchFile = (sheet: BatchSheet, fileName: string): FileFacts => {
  const list = cut(fileName, 80);
  const titles: Record<BatchSheet, string> = {
    links: `Links of ${list}`,
    faults: `Errors in ${list}`,
    again: `The list ${list}`,
    'to-approve': `Rows of ${list} to approve`,
    template: 'Template for a list',
  };
  const start = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 80) || 'batch';
  return {
    title: titles[sheet],
    name: `${sheet === 'template' ? 'paylink' : start}-${sheet}.xlsx`,
  };
};

/** `12 created, 1 checking` */
export const countForFile = (counts: BatchCounts): string =>
  [
    `${groupNumber(counts.made.rows)} made`,
    ...(Object.keys(BATCH_FIGURES) as BatchFigure[]).flatMap((figure) => {
      const { label, isMade } = BATCH_FIGURES[figure];
      const { rows } = counts[figure];
      return isMade || rows === 0 ? [] : [label.replace(/^\S+/, groupNumber(rows))];
    }),
  ].join(', ');

/** The message above the file. `counted`: see `countForFile`; `toRepeat`: the batch, if it can be made again. */
export const buildBatchFileDone = (
  sheet: BatchSheet,
  { fileName, counted, toRepeat }: { fileName: string; counted: string; toRepeat: Batch | null },
): Message => {
  const words: Record<BatchSheet, string> = {
    links: `${escapeMrkdwn(cut(fileName, 80))}: ${counted}. Your file has each row’s link and state.`,
    faults: 'Rows with errors, and what to do. Correct them in your own file.',
    again: 'The list as in its file. Correct it, then press *Upload a corrected file*.',
    'to-approve': 'The rows that wait for your approval, as their file has them.',
    template:
      'A list for `/paylink batch`: replace the sample row with one row for each customer. You can add columns of your own.',
  };
  return buildMessage(words[sheet], [
    section(words[sheet]),
    ...(toRepeat === null
      ? []
      : [
          actions('batch_actions', [
            buildBatchButton(toRepeat, 'repeat'),
            buildBatchButton(toRepeat, 'repeatDay'),
          ]),
        ]),
  ]);
};

/** Instead of the file. */
export const buildBatchFileGone = (): Message =>
  buildMessage(
    'No file to send: the list was deleted, or its customers’ data was erased. Upload it again with `/paylink batch`.',
  );

/** What its creator should have got, if Slack can't reach them. */
export const buildLinksFileUnsent = (batch: Batch): Message => {
  const text = `⚠️ The file with the links of ${escapeMrkdwn(cut(batch.fileName, 80))} was not sent. Press *Get the file*.`;
  return buildMessage(text, [section(text), actions('batch_actions', [buildBatchButton(batch, 'file')])]);
};
