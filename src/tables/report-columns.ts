import { capitalise } from '../blocks/text.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { MainColumn, ReportRow } from '../listings/report-row.ts';
import { plainName, readPath, writtenName } from '../payment-service/index.ts';
import type { Column } from './table.ts';

/** A column of the service's records. */
export interface ReportColumn extends Column<ReportRow> {
  /** `@amount` and the like for columns of every report, `.cardbrand` and the like for fields the service names. */
  key: string;
  /** One of the six or seven that a table shows by default. */
  isShown: boolean;
  /** Keys of the service's fields that this column shows: they get no column of their own. */
  sourceFields: readonly string[];
}

/** The main columns that are text, with the row property each one comes from. */
export const TEXT_COLUMNS = {
  '@currency': 'currency',
  '@status': 'status',
  '@reference': 'reference',
  '@orderId': 'orderId',
  '@id': 'id',
} as const satisfies Partial<Record<MainColumn, keyof ReportRow>>;

export const isTextColumn = (key: string): key is keyof typeof TEXT_COLUMNS => key in TEXT_COLUMNS;

const MAIN_TITLES: Record<MainColumn, string> = {
  '@at': 'Created',
  '@amount': 'Amount',
  '@currency': 'Currency',
  '@status': 'Status',
  '@reference': 'Invoice ID',
  '@orderId': 'Order ID',
  '@id': 'ID',
};
const ID_TITLES: Record<ReportKind, string> = {
  transactions: 'Transaction ID',
  payouts: 'Payout ID',
  links: 'Link ID',
};

export const titleOfMain = (key: MainColumn, kind: ReportKind): string =>
  key === '@id' ? ID_TITLES[kind] : MAIN_TITLES[key];

/** The default columns of a table, in this order, if the rows have them. */
export const SHOWN: Record<ReportKind, readonly string[]> = {
  transactions: ['@at', '@amount', '@status', '@reference', '.fullname', '@id'],
  payouts: ['@at', '@amount', '@status', '.grossamount', '.feeamount', '.transactioncount', '@id'],
  links: ['@at', '@amount', '@status', '@reference', '.fullname', '.expiryon', '@orderId'],
};

const TITLES: Record<string, string> = {
  fullname: 'Customer',
  email: 'E-mail',
  expiryon: 'Expires',
  paidat: 'Paid',
  createdat: 'Created',
  invoiceid: 'Invoice ID',
  productid: 'Product ID',
  orderid: 'Order ID',
  transactionid: 'Transaction ID',
  payoutid: 'Payout ID',
  rrn: 'RRN',
  maskedcard: 'Card',
  netamount: 'Net amount',
  grossamount: 'Gross amount',
  feeamount: 'Fee',
  transactioncount: 'Transactions',
  paymentlink: 'Payment link',
  url: 'URL',
};

/** `bank_reference` and `bankReference` become *Bank reference*; a nested name is preceded by its parents' names. */
export const titleOfPath = (path: readonly string[]): string => path.map(titleOfName).join(' › ');

function titleOfName(said: string): string {
  const name = writtenName(said);
  const known = TITLES[plainName(name)];
  if (known !== undefined) return known;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase())
    .replace(/\bid\b/gi, 'ID');
  return words === '' ? '(no name)' : capitalise(words);
}

/** A flag's name may hold how much, as `refunded: 50`. */
export const mayBeMoney = (path: readonly string[]): boolean => {
  const { sort } = readPath(path);
  return sort === 'amount' || sort === 'flag';
};

export const mayBeTime = (path: readonly string[]): boolean => readPath(path).sort === 'time';
