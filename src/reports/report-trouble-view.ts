import { limits } from '../blocks/limits.ts';
import { actions, type Message, section } from '../blocks/message.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import {
  describeNoList,
  describeSubject,
  formatSubject,
  type ReportSubject,
  rowsOf,
} from '../listings/listing-words.ts';
import {
  buildPrevious,
  buildReportButton,
  buildRetryButton,
  OPEN_REPORT_ACTION,
} from './report-buttons-view.ts';
import type { ReportPointer } from './report-pointer.ts';

/** While the service is slow. It has a button in case nothing follows. */
export const buildReportWaiting = (subject: ReportSubject, pointer: ReportPointer): Message => ({
  text: `Reading ${describeSubject(subject)}…`,
  blocks: [
    section(`⏳ Reading ${formatSubject(subject)}… The payment service is slow to answer.`, 'report_title'),
    buildRetryButton(pointer),
  ],
});

/** What went wrong, what to do, and the reference to look up in the log. */
export const buildReportFailure = (
  subject: ReportSubject,
  pointer: ReportPointer,
  { what, next, reference }: { what: string; next: string; reference: string | null },
): Message => ({
  text: cut(`${describeSubject(subject)} could not be read: ${what}`, limits.section.text),
  blocks: [
    section(
      `⚠️ ${formatSubject(subject)} could not be read.\n${escapeMrkdwn(`${what} ${next}`)}${reference === null ? '' : ` (reference ${escapeMrkdwn(reference)})`}`,
      'report_title',
    ),
    buildRetryButton(pointer),
  ],
});

/** `none`: no range up to this year has rows. `unknown`: the search failed. */
export type Nearest = { subject: ReportSubject; pointer: ReportPointer } | 'none' | 'unknown';

export const buildEmptyReport = (
  subject: ReportSubject,
  pointer: ReportPointer,
  nearest: Nearest,
): Message => {
  const what = `The payment service has no ${rowsOf(subject.kind)} in this range.`;
  const hint = describeNearest(nearest);
  const found = typeof nearest === 'string' ? null : nearest;
  return {
    text: `${describeSubject(subject)}: none. ${hint}`,
    blocks: [
      section(`${formatSubject(subject)}\n${what} ${escapeMrkdwn(hint)}`, 'report_title'),
      found
        ? actions('report_nearest', [
            buildReportButton(
              OPEN_REPORT_ACTION,
              `Show ${found.subject.name ?? found.subject.dates}`,
              found.pointer,
              'Show a range that has rows',
            ),
          ])
        : buildRetryButton(pointer),
    ],
  };
};

/** A page past the end: the page before was the last one. */
export const buildReportEnd = (subject: ReportSubject, pointer: ReportPointer): Message => ({
  text: `${describeSubject(subject)}: no rows after row ${pointer.first}.`,
  blocks: [
    section(
      `${formatSubject(subject)}\nThere are no rows after row ${pointer.first}: that was the end of the list.`,
      'report_title',
    ),
    actions('report_pages', [buildPrevious(pointer)]),
  ],
});

/** The response held no list at all: "no rows" would be a guess. */
export const buildUnreadableReport = (subject: ReportSubject, pointer: ReportPointer): Message => ({
  text: `${describeSubject(subject)}: the answer held no list.`,
  blocks: [
    section(
      `⚠️ ${formatSubject(subject)}\n${describeNoList(subject.kind)} We don’t know whether there are any.`,
      'report_title',
    ),
    buildRetryButton(pointer),
  ],
});

function describeNearest(nearest: Nearest): string {
  if (nearest === 'none') return 'There are none this year either.';
  if (nearest === 'unknown') return 'Other ranges could not be checked just now.';
  const { name, dates } = nearest.subject;
  return `There are some in ${name === null ? dates : `${name}, ${dates}`}.`;
}
