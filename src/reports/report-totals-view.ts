import type { KnownBlock } from '@slack/types';
import { countRows, cut, escapeMrkdwn, groupNumber, mrkdwn } from '../blocks/text.ts';
import type { ReportKind } from './report-row.ts';
import { describeSums, type ReportSums } from './report-sums.ts';

const LONGEST = 1_500;

const TROUBLES: Record<string, string> = {
  'page-repeated': 'The service sent a page twice; its rows were counted once.',
  shrunk: 'The list got shorter while Paylink read it: rows may be missing.',
  grew: 'The list got longer while Paylink read it: new rows may be missing.',
  'not-a-list': 'A page held no list that Paylink can find: rows may be missing.',
};

/** `total`: the number of rows that the service reports. */
export const buildTotals = (
  kind: ReportKind,
  sums: ReportSums,
  { total, troubles }: { total: number | null; troubles: readonly string[] },
): KnownBlock =>
  section(
    [
      `🧮 *Totals of all ${countRows(sums.rows)}*, every one read: ${describeSums(kind, sums).join('\n')}`,
      ...(total !== null && total !== sums.rows
        ? [`⚠️ The service reports ${countRows(total)}: these totals may be incomplete.`]
        : []),
      ...troubles.map((trouble) => `⚠️ ${TROUBLES[trouble] ?? escapeMrkdwn(trouble)}`),
    ].join('\n'),
  );

export const buildTotalsProgress = (rows: number, total: number | null): KnownBlock =>
  section(
    `⏳ Reading every row: ${groupNumber(rows)}${total === null ? '' : ` of ${groupNumber(total)}`} so far…`,
  );

/** Without partial sums: people would take them for the whole. */
export const buildTotalsFailure = (
  rows: number,
  { what, next, reference }: { what: string; next: string; reference: string | null },
): KnownBlock =>
  section(
    `⚠️ *No totals*: after ${countRows(rows)} the rest could not be read. ${escapeMrkdwn(`${what} ${next}`)}${reference === null ? '' : ` (reference ${escapeMrkdwn(reference)})`}`,
  );

/** `narrower`: words of a report command for parts of the range. */
export const buildTotalsRefusal = (kind: string, most: number, narrower: readonly string[]): KnownBlock =>
  section(
    [
      `⚠️ *No totals*: this range has more than ${countRows(most)}, the maximum for one report.`,
      ...(narrower.length > 0
        ? [
            `Ask for shorter ranges, for example ${narrower.map((words) => `\`/paylink ${kind} ${words}\``).join(', then ')}.`,
          ]
        : []),
    ].join(' '),
  );

export const buildTotalsStopped = (): KnownBlock =>
  section('⚠️ *No totals*: Paylink was restarted while it read. Press *Totals of all* again.');

function section(text: string): KnownBlock {
  return { type: 'section', block_id: 'report_totals', text: mrkdwn(cut(text, LONGEST)) };
}
