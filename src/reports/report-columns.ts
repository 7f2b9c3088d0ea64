import { formatFils, formatLocalDateTime } from '../payment-service/index.ts';
import { isTextColumn, TEXT_COLUMNS } from './column-names.ts';
import { createParseTime, type ParseTime } from './listed-time.ts';
import type { ReportRow } from './report-row.ts';
import { createReadLeaves } from './row-leaves.ts';
import { parseListedAmount, valueText } from './row-money.ts';

export interface ReportColumn {
  /** `@amount` and the like for columns of every report, `.cardbrand` and the like for fields the service names. */
  key: string;
  title: string;
  /** One of the six or seven that a table shows by default. */
  isShown: boolean;
  /** May identify the customer: left out of a copy that others see. */
  isPersonal: boolean;
  kind: 'text' | 'amount' | 'time';
  /** Keys of the service's fields that this column already shows, so they get no column of their own. */
  standsFor: readonly string[];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Writes the cells of a row for people: `21 Nov 2026 12:30`, `1,250.00`. Values that do not parse stay as the
 * service wrote them. Each row is taken apart once, whatever the number of columns.
 */
export const createTextReader = (
  columns: readonly ReportColumn[],
  timeZone: string,
): ((row: ReportRow) => string[]) => {
  const readLeaves = createReadLeaves();
  const parseTime = createParseTime(timeZone);
  return (row) => {
    const { shape, values } = readLeaves(row.fields);
    return columns.map((column) => {
      const { key } = column;
      if (key === '@at') return row.at === null ? '' : momentText(row.at, timeZone);
      if (key === '@amount') return row.amountFils === null ? '' : groupedText(row.amountFils);
      if (isTextColumn(key)) return row[TEXT_COLUMNS[key]] ?? '';
      return valueAsRead(values[shape.placeOf.get(key) ?? -1], column, parseTime, timeZone);
    });
  };
};

function valueAsRead(value: unknown, { kind }: ReportColumn, parseTime: ParseTime, timeZone: string): string {
  const fils = kind === 'amount' ? parseListedAmount(value) : null;
  if (fils !== null) return groupedText(fils);
  const instant = kind === 'time' ? parseTime(value) : null;
  return instant === null ? valueText(value) : momentText(instant, timeZone);
}

const groupedText = (fils: number): string => formatFils(fils).replace(/\B(?=(\d{3})+\.)/g, ',');

function momentText(instant: number, timeZone: string): string {
  const [date = '', time = ''] = formatLocalDateTime(instant, timeZone).split(' ');
  const [year, month, day] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year} ${time.slice(0, 5)}`;
}
