import type { KnownBlock } from '@slack/types';
import { section } from '../blocks/message.ts';
import { countRows, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { Totals } from '../figures/totals.ts';
import { describeNoList, describeSums, READ_TROUBLES, troublesOf } from '../listings/listing-words.ts';
import type { Whole } from '../payment-service/index.ts';

const LONGEST = 1_500;

export const buildTotals = (kind: ReportKind, sums: Totals, read: Whole): KnownBlock =>
  totalsSection(
    [
      `🧮 *Totals of all ${countRows(sums.rows)}*: ${describeSums(kind, sums, '').join('\n')}`,
      ...(read.total !== null && read.total !== sums.rows
        ? [`⚠️ The service reports ${countRows(read.total)}: these totals may lack some.`]
        : []),
      ...troublesOf(read).map((trouble) => `⚠️ ${READ_TROUBLES[trouble]}`),
    ].join('\n'),
  );

export const buildTotalsProgress = (rows: number, total: number | null): KnownBlock =>
  totalsSection(
    `⏳ Reading every row: ${groupNumber(rows)}${total === null ? '' : ` of ${groupNumber(total)}`} so far…`,
  );

/** Without partial sums: people would take them for the whole. */
export const buildTotalsFailure = (
  rows: number,
  { what, next, reference }: { what: string; next: string; reference: string | null },
): KnownBlock =>
  totalsSection(
    `⚠️ *No totals*: after ${countRows(rows)} the rest could not be read. ${escapeMrkdwn(`${what} ${next}`)}${reference === null ? '' : ` (reference ${escapeMrkdwn(reference)})`}`,
  );

/** `narrower`: words of a report command for parts of the range. */
export const buildTotalsRefusal = (kind: string, most: number, narrower: readonly string[]): KnownBlock =>
  totalsSection(
    [
      `⚠️ *No totals*: this range has more than ${countRows(most)}, the maximum for one report.`,
      ...(narrower.length > 0
        ? [
            `Ask for shorter ranges, for example ${narrower.map((words) => `\`/paylink ${kind} ${words}\``).join(', then ')}.`,
          ]
        : []),
    ].join(' '),
  );

/** No rows would be a guess. */
export const buildTotalsUnlisted = (kind: ReportKind): KnownBlock =>
  totalsSection(`⚠️ *No totals*: ${describeNoList(kind)}`);

export const buildTotalsStopped = (): KnownBlock =>
  totalsSection('⚠️ *No totals*: Paylink was restarted while it read. Press *Totals* again.');

function totalsSection(text: string): KnownBlock {
  return section(cut(text, LONGEST), 'report_totals');
}
