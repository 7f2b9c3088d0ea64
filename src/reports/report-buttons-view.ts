import type { ActionsBlock, Button } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildOption, confirmation } from '../blocks/message.ts';
import { plain } from '../blocks/text.ts';
import { PAGE_ROWS } from './read-page.ts';
import { type ReportPointer, writeReportPointer } from './report-pointer.ts';

/** These three show a page. Slack wants a different id for each element of a row. */
export const PREVIOUS_PAGE_ACTION = 'report_previous';
export const NEXT_PAGE_ACTION = 'report_next';
export const OPEN_REPORT_ACTION = 'report_open';
export const COLUMNS_ACTION = 'report_columns';
export const TOTALS_ACTION = 'report_totals';
export const SHARE_ACTION = 'report_share';
export const OPEN_PAYOUT_ACTION = 'payout_open';
export const PAYOUTS_DUE_ACTION = 'payouts_due';
export const EXPORT_CSV_ACTION = 'export_csv';
export const EXPORT_XLSX_ACTION = 'export_xlsx';

/** A payout of the page as an option of a menu: Slack's tables have no buttons. */
export interface PayoutChoice {
  /** As `writePayoutPointer` writes it. */
  value: string;
  /** `7118 · Tue 24 Nov 2026 · AED 4,900.00` */
  text: string;
}

interface PageButtons {
  pointer: ReportPointer;
  /** Where the next page begins; null: this is the last. */
  next: number | null;
  /** Of a list of payouts. */
  payouts?: readonly PayoutChoice[];
}

/** For the person who asked. */
export const buildReportButtons = ({ pointer, next, payouts }: PageButtons): ActionsBlock[] => [
  ...(payouts === undefined ? [] : [buildPayoutButtons(pointer, payouts)]),
  actions(nameBlock(pointer), [
    ...buildTurns(pointer, next),
    buildReportButton(COLUMNS_ACTION, 'Columns', pointer, 'Choose the columns'),
  ]),
  buildUses(pointer),
];

function buildPayoutButtons(pointer: ReportPointer, payouts: readonly PayoutChoice[]): ActionsBlock {
  const options = payouts.slice(0, limits.select.options).map(({ value, text }) => buildOption(value, text));
  return actions(`report_payouts.${writeReportPointer(pointer)}`, [
    ...(options.length === 0
      ? []
      : [
          {
            type: 'static_select' as const,
            action_id: OPEN_PAYOUT_ACTION,
            placeholder: plain('Open a payout', limits.placeholder),
            options,
          },
        ]),
    buildButton('0', PAYOUTS_DUE_ACTION, 'To be paid out', 'What was paid and is in no payout yet'),
  ]);
}

/** For a copy that everyone sees: a press opens the presser's own report. */
export const buildSharedButtons = ({ pointer, next }: PageButtons): ActionsBlock[] => [
  actions(nameBlock(pointer), [
    ...buildTurns(pointer, next),
    buildReportButton(OPEN_REPORT_ACTION, 'Open for me', pointer, 'Show this report only to me'),
    ...buildExports(pointer),
  ]),
];

export const buildRetryButton = (pointer: ReportPointer): ActionsBlock =>
  actions('report_again', [
    buildReportButton(OPEN_REPORT_ACTION, 'Try again', pointer, 'Read this report again'),
  ]);

export const buildReportButton = (
  actionId: string,
  text: string,
  pointer: ReportPointer,
  label: string,
): Button => buildButton(writeReportPointer(pointer), actionId, text, label);

const buildExports = (pointer: ReportPointer): Button[] => [
  buildReportButton(EXPORT_CSV_ACTION, 'CSV', pointer, 'Every row as a CSV file'),
  buildReportButton(EXPORT_XLSX_ACTION, 'XLSX', pointer, 'Every row as an Excel file'),
];

/** A menu keeps its choice while its block has the same id, so another page gets another id. */
const nameBlock = (pointer: ReportPointer): string => `report_pages.${writeReportPointer(pointer)}`;

const buildTurns = (pointer: ReportPointer, next: number | null): Button[] => [
  ...(pointer.first > 0 ? [buildPrevious(pointer)] : []),
  ...(next === null
    ? []
    : [buildReportButton(NEXT_PAGE_ACTION, 'Next', { ...pointer, first: next }, 'Show the next page')]),
];

export const buildPrevious = (pointer: ReportPointer): Button =>
  buildReportButton(
    PREVIOUS_PAGE_ACTION,
    'Previous',
    { ...pointer, first: Math.max(0, pointer.first - PAGE_ROWS) },
    'Show the page before',
  );

function buildUses(pointer: ReportPointer): ActionsBlock {
  return actions('report_uses', [
    buildReportButton(TOTALS_ACTION, 'Totals of all', pointer, 'Read every row and add them up'),
    ...buildExports(pointer),
    {
      ...buildReportButton(SHARE_ACTION, 'Share in channel', pointer, 'Post this page for everyone here'),
      confirm: confirmation(
        'Share this page?',
        'Everyone in this conversation, guests included, will see these rows, without the columns that may be about customers.',
        ['Share', 'Cancel'],
      ),
    },
  ]);
}
