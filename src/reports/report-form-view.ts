import type { KnownBlock, ModalView } from '@slack/types';
import { buildOption, modal, section } from '../blocks/message.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { adviseDayFirst, DATE_WORD_EXAMPLES } from '../calendar/date-words.ts';
import { REPORT_KINDS, type ReportKind } from '../figures/listed-row.ts';
import { titleOf } from '../listings/listing-words.ts';
import { buildInputs, conversation, day, type Fields, menu } from '../slack/fields.ts';

export const REPORT_FORM_CALLBACK = 'report_form';

interface ReportFormValues {
  kind: ReportKind;
  /** `yyyy-MM-dd` in the merchant's zone. */
  fromDay: string | null;
  toDay: string | null;
  /** The conversation to show the report in. */
  place: string | null;
}

/** `unread`: the typed words, if they are not dates. The zone is that of the days; the form shows `Dubai` for `Asia/Dubai`. */
export const buildReportForm = (
  values: ReportFormValues,
  { timeZone, unread }: { timeZone: string; unread?: string | undefined },
): ModalView =>
  modal(REPORT_FORM_CALLBACK, { title: 'Report', submit: 'Show', close: 'Cancel' }, [
    ...(unread === undefined ? [] : [buildUnread(unread, values)]),
    ...buildInputs(buildReportFields(timeZone), {
      kind: values.kind,
      from_day: values.fromDay,
      to_day: values.toDay,
      place: values.place,
    }),
  ]);

function buildUnread(unread: string, { fromDay, toDay }: ReportFormValues): KnownBlock {
  const understood = fromDay !== null || toDay !== null ? ' The rest is filled in.' : '';
  const known = DATE_WORD_EXAMPLES.map((words) => `\`${words}\``).join(', ');
  return section(
    `I couldn’t read “${escapeMrkdwn(cut(unread, 100))}” as dates.${adviseDayFirst(unread)}${understood} Choose the dates here. Formats that work: ${known}.`,
    'unread',
  );
}

export const buildReportFields = (timeZone: string) =>
  ({
    kind: {
      label: 'What',
      kind: menu({ options: REPORT_KINDS.map((one) => buildOption(one, titleOf(one))) }),
    },
    from_day: { label: 'From', kind: day },
    to_day: {
      label: 'To',
      hint: `Both days are included, from midnight to midnight in ${nameZone(timeZone)}.`,
      kind: day,
    },
    place: { label: 'Show it in', hint: 'Only you see it there.', kind: conversation },
  }) satisfies Fields;
