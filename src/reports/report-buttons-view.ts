import type { ActionsBlock, Button, Overflow } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildOption } from '../blocks/message.ts';
import { plain } from '../blocks/text.ts';
import { PAGE_ROWS } from '../listings/read-page.ts';
import { PAYOUTS_DUE_ACTION } from '../payouts/due-window-view.ts';
import { OPEN_PAYOUT_ACTION } from '../payouts/payout-window-view.ts';
import { REPORT_PAGE, type ReportPointer } from './report-pointer.ts';

/** These three show a page. Slack wants a different id for each element of a row. */
export const PREVIOUS_PAGE_ACTION = 'report_previous';
export const NEXT_PAGE_ACTION = 'report_next';
export const OPEN_REPORT_ACTION = 'report_open';
export const TOTALS_ACTION = 'report_totals';
export const EXPORT_CSV_ACTION = 'export_csv';
export const EXPORT_XLSX_ACTION = 'export_xlsx';
export const REPORT_MENU_ACTION = 'report_menu';

/** A payout of the page as an option of a menu: Slack's tables have no buttons. */
export interface PayoutChoice {
  /** As `pointToPayout` writes it. */
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

export const buildReportButtons = ({ pointer, next, payouts }: PageButtons): ActionsBlock[] => [
  ...(payouts === undefined ? [] : [buildPayoutButtons(pointer, payouts)]),
  actions(`report_uses.${REPORT_PAGE.write(pointer)}`, [
    ...(pointer.first > 0 ? [buildPrevious(pointer)] : []),
    ...(next === null
      ? []
      : [buildReportButton(NEXT_PAGE_ACTION, 'Next', { ...pointer, first: next }, 'Show the next page')]),
    buildReportButton(TOTALS_ACTION, 'Totals', pointer, 'Read every row and add them up'),
    buildReportButton(EXPORT_XLSX_ACTION, 'XLSX', pointer, 'Every row as an Excel file'),
    buildMenu(),
  ]),
];

function buildPayoutButtons(pointer: ReportPointer, payouts: readonly PayoutChoice[]): ActionsBlock {
  const options = payouts.slice(0, limits.select.options).map(({ value, text }) => buildOption(value, text));
  // A menu keeps its choice while its block has the same id, so another page gets another id.
  return actions(`report_payouts.${REPORT_PAGE.write(pointer)}`, [
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

export const buildRetryButton = (pointer: ReportPointer): ActionsBlock =>
  actions('report_again', [
    buildReportButton(OPEN_REPORT_ACTION, 'Try again', pointer, 'Read this report again'),
  ]);

export const buildReportButton = (
  actionId: string,
  text: string,
  pointer: ReportPointer,
  label: string,
): Button => buildButton(REPORT_PAGE.write(pointer), actionId, text, label);

export const buildPrevious = (pointer: ReportPointer): Button =>
  buildReportButton(
    PREVIOUS_PAGE_ACTION,
    'Previous',
    { ...pointer, first: Math.max(0, pointer.first - PAGE_ROWS) },
    'Show the page before',
  );

/** What few need. */
const MENU: Readonly<Record<string, string>> = {
  [EXPORT_CSV_ACTION]: 'CSV',
  [OPEN_REPORT_ACTION]: 'Read again',
};

const buildMenu = (): Overflow => ({
  type: 'overflow',
  action_id: REPORT_MENU_ACTION,
  options: Object.entries(MENU).map(([action, text]) => buildOption(action, text)),
});
