import type { KnownBlock, SectionBlock } from '@slack/types';
import { section } from '../blocks/message.ts';
import { formatAed, formatMoment, slackDate } from '../blocks/money-and-time.ts';
import { joinSome, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, plain } from '../blocks/text.ts';
import { MONTH_NAMES } from '../calendar/date-span.ts';
import type { BatchRow } from '../store/batch.ts';
import type { BatchColumn } from './reading/headings.ts';
import type { FileReading } from './reading/read-batch.ts';

const NAMES: Record<BatchColumn, string> = {
  invoiceAmount: 'amount',
  FullName: 'name',
  FirstName: 'first name',
  LastName: 'last name',
  Phone: 'phone',
  Email: 'e-mail',
  notes: 'what for',
  expiryOn: 'can be paid until',
  Address: 'address',
  City: 'city',
  Country: 'country',
  Invoice_Id: 'invoice number',
  Product_Id: 'product number',
};

/** `2026-11-01` as `1 Nov 2026`. */
export const describeDay = (day: string): string =>
  `${Number(day.slice(8))} ${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const MOST_UNUSED = 6;
const LONGEST_SHEET = 31;
const LONGEST_HEADING = 40;
const LONGEST_SAMPLE = 20;
const LONGEST_ROW = 600;

type ShownRow = Pick<BatchRow, 'number' | 'request' | 'amountFils' | 'expiresAt'>;

/** Which columns were read as what, by whose word, and the rows with the largest and smallest amounts beside the first. */
export const buildReading = (
  { sheet, used, unused, recalled }: FileReading,
  good: readonly ShownRow[],
  timeZone: string,
): KnownBlock[] => {
  const read = Object.entries(NAMES).flatMap(([column, name]) => {
    const heading = used[column as BatchColumn] ?? name;
    const isSame = heading.trim().toLowerCase() === name;
    return isSame ? [] : `${name} from *${escapeMrkdwn(cut(heading, LONGEST_HEADING))}*`;
  });
  const lines = [
    ...(sheet === null ? [] : [`🔎 Sheet “${escapeMrkdwn(cut(sheet, LONGEST_SHEET))}”`]),
    ...(read.length === 0 ? [] : [`🔎 *Read:* ${read.join(', ')}.`]),
    ...(unused.length === 0
      ? []
      : [`*Not read:* ${escapeMrkdwn(joinSome(unused.map(nameUnused), MOST_UNUSED))}.`]),
    ...(recalled === null
      ? []
      : [`As ${mention(recalled.by)} chose for these headings, ${slackDate(recalled.at, timeZone)}.`]),
  ];
  const reading = lines.length === 0 ? [] : [section(lines.join('\n'), 'batch_reading')];
  return [...reading, ...buildRows(good, timeZone)];
};

const nameUnused = ({ heading, sample }: FileReading['unused'][number]): string =>
  `${cut(heading, LONGEST_HEADING)}${sample === null ? '' : ` (${cut(sample, LONGEST_SAMPLE)})`}`;

function buildRows(good: readonly ShownRow[], timeZone: string): SectionBlock[] {
  const [first] = good;
  if (first === undefined) return [];
  const bySize = good.toSorted((one, other) => (one.amountFils ?? 0) - (other.amountFils ?? 0));
  const nameEnd = (size: string, row = first) =>
    row.amountFils === first.amountFils
      ? []
      : [`${size}, row ${row.number}: ${formatAed(row.amountFils ?? 0)} · ${row.request?.FullName}`];
  const lines = [
    `Row ${first.number}: ${describeRow(first, timeZone)}`,
    ...nameEnd('Smallest', bySize[0]),
    ...nameEnd('Largest', bySize.at(-1)),
  ];
  return [{ type: 'section', block_id: 'batch_first_row', text: plain(lines.join('\n')) }];
}

function describeRow({ request, amountFils, expiresAt }: ShownRow, timeZone: string): string {
  if (request === null || expiresAt === null) return '';
  const { FullName, Phone, Email, notes, Address, City, Country, Invoice_Id, Product_Id } = request;
  const values = [FullName, Phone, Email, notes, Address, City, Country, Invoice_Id, Product_Id];
  const until = `until ${formatMoment(expiresAt, timeZone)}`;
  const all = [formatAed(amountFils ?? 0), ...values.flatMap((value) => value || []), until];
  return cut(all.join(' · '), LONGEST_ROW);
}
