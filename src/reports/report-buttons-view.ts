import type { ActionsBlock, ActionsBlockElement, Button, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildOption, confirmation } from '../blocks/message.ts';
import { plain } from '../blocks/text.ts';
import { PAGE_SIZES, type ReportPointer, writeReportPointer } from './report-pointer.ts';

/** These four show a page. Slack wants a different id for each element of a row. */
export const PREVIOUS_PAGE_ACTION = 'report_previous';
export const NEXT_PAGE_ACTION = 'report_next';
export const OPEN_REPORT_ACTION = 'report_open';
export const PAGE_SIZE_ACTION = 'report_size';
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
  hasNext: boolean;
  /** Of a list of payouts. */
  payouts?: readonly PayoutChoice[];
}

/** For the person who asked. */
export const buildReportButtons = ({ pointer, hasNext, payouts }: PageButtons): ActionsBlock[] => [
  ...(payouts === undefined ? [] : [buildPayoutButtons(pointer, payouts)]),
  actions(nameBlock(pointer), [
    ...buildTurns(pointer, hasNext),
    buildSizeSelect(pointer),
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
export const buildSharedButtons = ({ pointer, hasNext }: PageButtons): ActionsBlock[] => [
  actions(nameBlock(pointer), [
    ...buildTurns(pointer, hasNext),
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

/**
 * A menu keeps its choice while its block has the same id, so another page, size or set of columns gets another id.
 */
const nameBlock = (pointer: ReportPointer): string => `report_pages.${writeReportPointer(pointer)}`;

function buildTurns(pointer: ReportPointer, hasNext: boolean): Button[] {
  const { page } = pointer;
  return [
    ...(page > 0
      ? [
          buildReportButton(
            PREVIOUS_PAGE_ACTION,
            'Previous',
            { ...pointer, page: page - 1 },
            'Show the page before',
          ),
        ]
      : []),
    ...(hasNext
      ? [buildReportButton(NEXT_PAGE_ACTION, 'Next', { ...pointer, page: page + 1 }, 'Show the next page')]
      : []),
  ];
}

/**
 * Another size keeps the first row of the current page on the page, unless the service's pages have another length.
 */
function buildSizeSelect(pointer: ReportPointer): ActionsBlockElement {
  const firstRow = pointer.page * pointer.size;
  const sizes = [...new Set([...PAGE_SIZES, pointer.size])].sort((one, other) => one - other);
  const options = sizes.map((size): PlainTextOption => {
    const other = { ...pointer, size, page: Math.floor(firstRow / size), isSizeDoubtful: true };
    const value = writeReportPointer(size === pointer.size ? pointer : other);
    return buildOption(value, `${size} ${size === 1 ? 'row' : 'rows'} a page`);
  });
  const initial = options[sizes.indexOf(pointer.size)];
  return {
    type: 'static_select',
    action_id: PAGE_SIZE_ACTION,
    placeholder: plain('Rows a page', limits.placeholder),
    options,
    ...(initial ? { initial_option: initial } : {}),
  };
}

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
