import type { KnownBlock, SectionBlock } from '@slack/types';
import { section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn, groupNumber, plain } from '../blocks/text.ts';
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
  notes: 'what it is for',
  expiryOn: 'can be paid until',
  Address: 'address',
  City: 'city',
  Country: 'country',
  Invoice_Id: 'invoice number',
  Product_Id: 'product number',
};

const MOST_UNUSED = 10;
const LONGEST_SHEET = 31;
const LONGEST_ROW = 600;

/** Which columns were read as what, and the first row as it will be sent. */
export const buildReading = (
  { sheet, used, unused }: FileReading,
  first: Pick<BatchRow, 'number' | 'request' | 'amountFils'> | undefined,
): KnownBlock[] => {
  const where = sheet === null ? '' : ` from the sheet “${escapeMrkdwn(cut(sheet, LONGEST_SHEET))}”`;
  const more = unused.length - MOST_UNUSED;
  const lines = [
    `🔎 *Read${where}:* ${used.map(({ name, as }) => `${NAMES[as]} from ${escapeMrkdwn(name)}`).join(', ')}.`,
    ...(unused.length === 0
      ? []
      : [
          `*Not read:* ${unused
            .slice(0, MOST_UNUSED)
            .map((name) => escapeMrkdwn(name))
            .join(', ')}${more > 0 ? ` and ${groupNumber(more)} more` : ''}.`,
        ]),
  ];
  return [section(lines.join('\n'), 'batch_reading'), ...(first === undefined ? [] : buildFirstRow(first))];
};

function buildFirstRow({
  number,
  request,
  amountFils,
}: Pick<BatchRow, 'number' | 'request' | 'amountFils'>): SectionBlock[] {
  if (request === null) return [];
  const { FullName, Phone, Email, notes, Address, City, Country, Invoice_Id, Product_Id, expiryOn } = request;
  const values = [
    formatAed(amountFils ?? 0),
    ...[FullName, Phone, Email, notes, Address, City, Country, Invoice_Id, Product_Id].flatMap(
      (value) => value || [],
    ),
    `until ${expiryOn}`,
  ];
  return [
    {
      type: 'section',
      block_id: 'batch_first_row',
      text: plain(`Row ${number} will be sent as: ${values.join(' · ')}`, LONGEST_ROW),
    },
  ];
}
