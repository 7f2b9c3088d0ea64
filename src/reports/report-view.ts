import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { context, type Message, section, type TwinMessage } from '../blocks/message.ts';
import { nameZone, slackDate } from '../blocks/money-and-time.ts';
import { countRows, cut, groupNumber } from '../blocks/text.ts';
import type { Totals } from '../figures/totals.ts';
import {
  describeHeadline,
  describeSubject,
  describeSums,
  formatSubject,
  type ReportSubject,
} from '../listings/listing-words.ts';
import {
  buildPlainRows,
  buildTable,
  fitPlainRows,
  fitTable,
  type ReportTable,
} from '../tables/report-table-view.ts';
import { buildSayColumns } from '../teaching/payout-columns-view.ts';
import { buildReportButtons, type PayoutChoice } from './report-buttons-view.ts';
import type { ReportPointer } from './report-pointer.ts';

export interface ReportContent {
  subject: ReportSubject;
  /** Points to the rows in the table. */
  pointer: ReportPointer;
  table: ReportTable;
  /** The number of rows in the range, if known. */
  total: number | null;
  /** False only if we know that this page is the last. */
  hasNext: boolean;
  /** Sums over the first `rows` rows of the table. */
  sumsOf: (rows: number) => Totals;
  readAt: number;
  timeZone: string;
  /** Shown under the title, for example that the service gives smaller pages than requested. Mrkdwn. */
  notes?: readonly string[];
  /** Shown under the page: the totals of all rows, or the progress of reading them. */
  below?: readonly KnownBlock[];
  /** Of a list of payouts: how to open each row; null for one without an id. */
  payouts?: readonly (PayoutChoice | null)[];
}

/** Needs at least one row. */
export const buildReport = (content: ReportContent): TwinMessage => {
  const rich = takeRows(content, fitTable(content.table));
  const plain = takeRows(content, fitPlainRows(content.table));
  return {
    rich: build(rich, [buildTable(rich.table, caption(rich))]),
    plain: build(plain, buildPlainRows(plain.table, firstRowOf(plain))),
  };
};

/** The first part of a page, if the whole page does not fit in one message. */
function takeRows(content: ReportContent, fitting: number): ReportContent {
  const { table, notes = [] } = content;
  if (fitting >= table.rows.length) return content;
  return {
    ...content,
    table: { ...table, rows: table.rows.slice(0, fitting) },
    hasNext: true,
    notes: [...notes, `More rows don’t fit in one message, so this page shows ${countRows(fitting)}`],
  };
}

function build(content: ReportContent, rows: KnownBlock[]): Message {
  const { subject, pointer, table, hasNext, below = [], notes = [], readAt, timeZone } = content;
  const sums = content.sumsOf(table.rows.length);
  const payouts = content.payouts?.slice(0, table.rows.length).filter((one) => one !== null);
  const next = hasNext ? pointer.first + table.rows.length : null;
  const place = describePlace(content);
  return {
    text: cut(
      [describeSubject(subject), place, describeHeadline(subject.kind, sums)].join(' · ').replaceAll('*', ''),
      limits.section.text,
    ),
    blocks: [
      section([formatSubject(subject), [place, ...notes].join('. ')].join('\n'), 'report_title'),
      ...rows,
      ...buildSums(content, sums),
      ...buildSayColumns(sums.unknownColumns ?? []),
      ...below,
      ...buildReportButtons({ pointer, next, ...(payouts ? { payouts } : {}) }),
      context(
        `Only you see this · read ${slackDate(readAt, timeZone)} · ${nameZone(timeZone)} time`,
        'report_facts',
      ),
    ],
  };
}

const firstRowOf = ({ pointer }: ReportContent): number => pointer.first + 1;

/** `Rows 11–20 of 57`; without a known total, `Rows 11–20`. */
function describePlace(content: ReportContent): string {
  const first = firstRowOf(content);
  const last = first + content.table.rows.length - 1;
  const rows =
    first === last ? `Row ${groupNumber(first)}` : `Rows ${groupNumber(first)}–${groupNumber(last)}`;
  if (content.total !== null && content.total >= last) return `${rows} of ${groupNumber(content.total)}`;
  return content.hasNext ? rows : `${rows}, the last`;
}

const caption = (content: ReportContent): string =>
  `${describeSubject(content.subject)}, ${describePlace(content).replace(/^R/, 'r')}`;

function buildSums(content: ReportContent, sums: Totals): KnownBlock[] {
  const lines = describeSums(content.subject.kind, sums, '');
  const isAll = firstRowOf(content) === 1 && !content.hasNext;
  const head = isAll ? `All ${countRows(sums.rows)}` : `This page only, ${countRows(sums.rows)}`;
  return [section(cut(`${head}: ${lines.join('\n')}`, 1_000), 'report_sums')];
}
