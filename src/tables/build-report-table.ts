import { BACK_WORDS } from '../blocks/back-words.ts';
import { limits } from '../blocks/limits.ts';
import { formatMoment, groupFils } from '../blocks/money-and-time.ts';
import { capitalise } from '../blocks/text.ts';
import { dayOf } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { createReadMoved, type MoneyClass, type Moved } from '../figures/movement.ts';
import { isReturned } from '../figures/movements.ts';
import { PAYOUT_STATES, payoutStateOf } from '../figures/payout-states.ts';
import type { ReportQuery, ReportRow } from '../listings/report-row.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { columnsOf } from './column-collector.ts';
import type { ReportCell, ReportTable } from './report-table-view.ts';
import type { Cell, Column } from './table.ts';

/** `1,250.00` */
const EXACT = /^−?[\d,]+\.\d\d$/;

/**
 * Turns rows from the service into cells of text: states in Paylink's own words, the currency in the heading if all rows
 * share it, with the service's own word beside it where that says something else, of a moment without what
 * the title says: the year, and of a single day the day. Files have every column, with what the service wrote.
 */
export const buildReportTable = ({
  report,
  rows,
  words,
  timeZone,
}: {
  report: ReportQuery;
  rows: readonly ReportRow[];
  words: Vocabulary;
  timeZone: string;
}): ReportTable => {
  const all = columnsOf(report.kind, rows, timeZone);
  const main = all.filter(({ isShown }) => isShown);
  const columns = (main.length > 0 ? main : all).slice(0, limits.dataTable.columns);
  const readMoved = createReadMoved(report.kind, words);
  const isOneCurrency = new Set(rows.map(currencyOf)).size === 1;
  const [from = '', to = ''] = [report.span.from, report.span.to].map((at) => dayOf(at, timeZone));
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return {
    columns: columns.map((column) => {
      const [row] = rows;
      if (column.kind !== 'amount' || !isOneCurrency || row === undefined) return column;
      const currency = currencyOf(row);
      return { ...column, title: column.key === '@amount' ? currency : `${column.title} (${currency})` };
    }),
    rows: rows.map((row) =>
      columns.map((column): ReportCell => {
        const text = textOfCell(column.of(row), column.kind, timeZone);
        if (column.key === '@status') {
          const moved = readMoved(row);
          const state = describeState(report.kind, moved, row);
          return { text: moved.isSaidOtherwise && text !== '' ? `${state} (service: ${text})` : state };
        }
        if (column.key === '@at' && from === to) return { text: text.slice(text.indexOf(AT) + AT.length) };
        // The title has it, and the customer's name needs the room.
        if (column.key === '@at' && isOneYear) return { text: text.replace(/ \d{4}(?= at )/, '') };
        if (column.kind !== 'amount' || !EXACT.test(text)) return { text };
        const shown = isOneCurrency ? text : text.replace(/^−?/, (sign) => `${sign}${currencyOf(row)} `);
        return { text: shown, decimal: text.replaceAll(',', '').replace('−', '-') };
      }),
    ),
  };
};

/** Between day and clock of a moment's text. */
const AT = ' at ';

/** A row without a currency is in the interface's only one. */
const currencyOf = ({ currency }: ReportRow): string => currency?.toUpperCase() ?? 'AED';

/** `Paid, AED 25.00 refunded`. A link of ours stands as its card says. */
export function describeState(of: ReportKind, moved: Moved, { own, status }: ReportRow): string {
  const { is, kind, currency, backFils, isAtLeast, back } = moved;
  const payout = payoutStateOf(is);
  if (of === 'payouts') return payout === 'unclear' ? (status ?? '') : PAYOUT_STATES[payout];
  const { done, undone } = BACK_WORDS[back];
  if (kind === 'payment' && isAtLeast) return `Paid, partly ${done}`;
  if (kind === 'payment' && backFils > 0 && !isReturned(moved))
    return `Paid, ${currency} ${groupFils(backFils)} ${done}`;
  const went = is === 'refunded' || isReturned(moved) ? capitalise(backFils < 0 ? undone : done) : undefined;
  return own?.label ?? went ?? STATES[is] ?? status ?? '';
}

/** The words of cards. For any other class, the service's own status stays. */
const STATES: Partial<Record<MoneyClass, string>> = {
  received: 'Paid',
  partly: 'Partly paid',
  waiting: 'Waiting',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/** A cell for people: `21 Nov 2026 at 2:30 PM`, `1,250.00`. */
export const textOfCell = (cell: Cell, kind: Column<never>['kind'], timeZone: string): string => {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if ('instant' in cell) return formatMoment(cell.instant, timeZone);
  return kind === 'amount' ? cell.decimal.replace(/\B(?=(\d{3})+\.)/g, ',').replace('-', '−') : cell.decimal;
};
