import type { RichMessage } from '../../src/blocks/message.ts';
import type { ReportSubject, ReportSums } from '../../src/listings/listing-words.ts';
import { buildReportForm } from '../../src/reports/report-form-view.ts';
import type { ReportPointer } from '../../src/reports/report-pointer.ts';
import {
  buildChartBlock,
  buildChartTable,
  buildTotals,
  buildTotalsFailure,
  buildTotalsProgress,
  buildTotalsRefusal,
  buildTotalsStopped,
  buildTotalsUnlisted,
  type Chart,
} from '../../src/reports/report-totals-view.ts';
import {
  buildEmptyReport,
  buildReportEnd,
  buildReportFailure,
  buildReportWaiting,
  buildUnreadableReport,
} from '../../src/reports/report-trouble-view.ts';
import { buildReport, type ReportContent } from '../../src/reports/report-view.ts';
import { NOW, ZONE } from './made-up.ts';
import { type Builder, type Cast, message, modal, part, type Said, type Story } from './story.ts';

const SUBJECT: ReportSubject = {
  kind: 'transactions',
  name: 'last week',
  dates: '9 – 15 Nov 2026',
};
const POINTER: ReportPointer = { kind: 'transactions', span: { from: NOW - 1, to: NOW }, first: 10 };
const FAILURE = {
  what: 'The payment service did not answer.',
  next: 'Try again in a minute.',
  reference: 'rehearsal',
};

export const SUMS: ReportSums = {
  rows: 10,
  byClass: [
    { is: 'received', currency: 'AED', fils: 900_000, rows: 8, withoutAmount: 0 },
    { is: 'failed', currency: 'AED', fils: 125_050, rows: 1, withoutAmount: 0 },
    { is: 'unclassified', currency: 'AED', fils: 0, rows: 1, withoutAmount: 1 },
  ],
  byStatus: [{ status: 'SUCCESS', currency: 'AED', fils: 900_000, rows: 8 }],
  refunds: [
    { kind: 'refund', currency: 'AED', fils: 5_000, told: 1, isAtLeast: true },
    { kind: 'chargeback', currency: 'AED', fils: 12_000, told: 1, isAtLeast: false },
  ],
  net: [{ currency: 'AED', fils: 895_000 }],
  withoutAmount: 1,
};

export const CHART: Chart = {
  title: 'Money received by day',
  range: '9 – 15 Nov 2026',
  currency: 'AED',
  bars: [125_050, 98_000, 0, 310_000, 225_075, 90_000, 51_875].map((fils, day) => ({
    label: `${day + 9} Nov`,
    name: `${day + 9} November 2026`,
    fils,
  })),
};

const CONTENT: ReportContent = {
  subject: SUBJECT,
  pointer: POINTER,
  table: {
    columns: [
      { title: 'Time', kind: 'time' },
      { title: 'Amount', kind: 'amount' },
      { title: 'Status', kind: 'text' },
      { title: 'Reference', kind: 'text' },
    ],
    rows: Array.from({ length: 10 }, (_, row) => [
      { text: `15 Nov, 10:0${row}` },
      { text: `AED 1,2${row}0.50`, decimal: `12${row}0.50` },
      { text: row === 3 ? 'FAILED' : 'SUCCESS' },
      { text: row === 5 ? '' : `INV-<${row}>` },
    ]),
  },
  total: 57,
  hasNext: true,
  sumsOf: (rows) => ({ ...SUMS, rows }),
  readAt: NOW,
  timeZone: ZONE,
};

export const listReports = ({ channelId }: Cast): Story[] => {
  const withBlock = (name: string, builder: Builder, block: Said['blocks'][number] | null): Story[] =>
    block === null
      ? []
      : [
          part(
            `report, ${name}`,
            'report',
            builder,
            buildReport({ ...CONTENT, below: [block as Below] }).rich,
          ),
        ];
  const totals = buildTotals(
    'transactions',
    { ...SUMS, rows: 57 },
    { is: 'moved', rows: 57, total: 58, hasGrown: false },
  );
  return [
    message('report, being read', 'report', buildReportWaiting, SUBJECT, POINTER),
    part('report, as a table', 'report', buildReport, buildReport(CONTENT).rich),
    part('report, as lines', 'report', buildReport, buildReport(CONTENT).plain),
    part(
      'report, one row',
      'report',
      buildReport,
      buildReport({
        ...CONTENT,
        table: { ...CONTENT.table, rows: CONTENT.table.rows.slice(0, 1) },
        hasNext: false,
      }).rich,
    ),
    ...withBlock('totals being read', buildTotalsProgress, buildTotalsProgress(20, 57)),
    ...withBlock('totals', buildTotals, totals),
    ...withBlock('totals failed', buildTotalsFailure, buildTotalsFailure(20, FAILURE)),
    ...withBlock(
      'too long for totals',
      buildTotalsRefusal,
      buildTotalsRefusal('transactions', 200_000, ['2026-11-09 2026-11-12']),
    ),
    ...withBlock('totals without a list', buildTotalsUnlisted, buildTotalsUnlisted('transactions')),
    ...withBlock('totals stopped', buildTotalsStopped, buildTotalsStopped()),
    ...withBlock('chart drawn by Slack', buildChartBlock, buildChartBlock(CHART)),
    ...withBlock('chart as a plain table', buildChartTable, buildChartTable(CHART)),
    message('report, failed', 'report', buildReportFailure, SUBJECT, POINTER, FAILURE),
    message('report, empty, with a nearest', 'report', buildEmptyReport, SUBJECT, POINTER, {
      subject: SUBJECT,
      pointer: POINTER,
    }),
    message('report, empty', 'report', buildEmptyReport, SUBJECT, POINTER, 'none'),
    message('report, past the last page', 'report', buildReportEnd, SUBJECT, POINTER),
    message('report, no list', 'report', buildUnreadableReport, SUBJECT, POINTER),
    modal(
      'report, form',
      buildReportForm,
      { kind: 'links', fromDay: '2026-11-09', toDay: '2026-11-15', place: channelId },
      { timeZone: 'Dubai', unread: 'lasst weak' },
    ),
  ];
};

type Below = RichMessage['blocks'][number];
