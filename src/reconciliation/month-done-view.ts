import type { Message } from '../blocks/message.ts';
import { formatAed, slackDate } from '../blocks/money-and-time.ts';
import { countOf, escapeMrkdwn } from '../blocks/text.ts';
import { buildFileMessage, type FileFacts } from '../exports/file-messages-view.ts';
import { READ_TROUBLES } from '../listings/listing-words.ts';
import type { MonthFigures } from './month-figures.ts';

/** The final message of a reconciliation: the verdict, then what is behind it. */
export const buildMonthDone = (
  facts: FileFacts,
  figures: MonthFigures,
  { hasMoved, timeZone }: { hasMoved: boolean; timeZone: string },
): Message => {
  const { paidOutFils, unexplainedFils, owedFils, isOwedLikely, toRefund, toCome, differences } = figures;
  const isShort = (unexplainedFils ?? 0) !== 0;
  const verdict = [
    ...(isShort ? [`*${formatAed(Math.abs(unexplainedFils ?? 0))} not explained*`] : []),
    ...(unexplainedFils === null ? ['What the service owes is not known'] : []),
    ...(differences > 0 ? [countOf(differences, 'difference')] : isShort ? ['no link differs'] : []),
  ];
  const parts = [
    sayFils(figures.refundedFils, 'refunded'),
    sayFils(figures.chargedBackFils, 'charged back'),
    sayFils(figures.feeFils, 'fees'),
  ].flat();
  return buildFileMessage(
    `${escapeMrkdwn(facts.title)}: received ${formatAed(figures.receivedFils)}, paid out ${paidOutFils === null ? '*not known*' : formatAed(paidOutFils)}. ${verdict.length === 0 ? '✅ All explained, no differences.' : `⚠️ ${verdict.join(' · ')}`}`,
    [
      ...(parts.length > 0 ? [parts.join(' · ')] : []),
      ...sayChanged(figures.changed, timeZone),
      ...(owedFils === null || owedFils === 0
        ? []
        : [`${formatAed(owedFils)} to be paid out at the month’s end${isOwedLikely ? ', likely' : ''}`]),
      ...sayOwing(toRefund, 'to refund now'),
      ...sayOwing(toCome, 'still to come'),
      escapeMrkdwn(facts.name),
      ...(hasMoved ? [`⚠️ ${READ_TROUBLES.moved}`] : []),
    ],
    [],
  );
};

const sayChanged = (changed: MonthFigures['changed'], timeZone: string): string[] => {
  const say = (fils: number | null) => (fils === null ? 'not known' : formatAed(fils));
  const parts = (changed?.figures ?? []).map(
    ({ what, wasFils, fils }) => `${what} ${say(wasFils)} → ${say(fils)}`,
  );
  return parts.length === 0
    ? []
    : [`⚠️ Changed since the file of ${slackDate(changed?.since ?? 0, timeZone)}: ${parts.join(' · ')}`];
};

const sayFils = (fils: number, what: string): string[] => (fils === 0 ? [] : [`${formatAed(fils)} ${what}`]);

const sayOwing = ({ count, fils }: { count: number; fils: number }, what: string): string[] =>
  count === 0 ? [] : [`${formatAed(fils)} ${what} (${countOf(count, 'sale')})`];
