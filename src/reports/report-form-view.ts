import type { KnownBlock, ModalView } from '@slack/types';
import { buildOption, modal, section } from '../blocks/message.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { adviseDayFirst } from '../calendar/date-words.ts';
import type { ReportKind } from '../figures/listed-row.ts';
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

const KINDS: readonly ReportKind[] = ['transactions', 'payouts', 'links'];

interface ReportForm {
  values: ReportFormValues;
  /** The zone of these days; the form shows `Dubai` for `Asia/Dubai`. */
  timeZone: string;
  /** The typed words, if they are not dates. */
  unread?: string;
  examples: readonly string[];
}

export const buildReportForm = ({ values, timeZone, unread, examples }: ReportForm): ModalView =>
  modal(REPORT_FORM_CALLBACK, { title: 'Report', submit: 'Show', close: 'Cancel' }, [
    ...(unread === undefined ? [] : [buildUnread(unread, values, examples)]),
    ...buildInputs(buildReportFields(timeZone), {
      kind: values.kind,
      from_day: values.fromDay,
      to_day: values.toDay,
      place: values.place,
    }),
  ]);

function buildUnread(
  unread: string,
  { fromDay, toDay }: ReportFormValues,
  examples: readonly string[],
): KnownBlock {
  const understood = fromDay !== null || toDay !== null ? ' The rest is filled in.' : '';
  const known = examples.map((words) => `\`${words}\``).join(', ');
  return section(
    `I couldn’t read “${escapeMrkdwn(cut(unread, 100))}” as dates.${adviseDayFirst(unread)}${understood} Choose the dates here. Formats that work: ${known}.`,
    'unread',
  );
}

export const buildReportFields = (timeZone: string) =>
  ({
    kind: { label: 'What', kind: menu({ options: KINDS.map((one) => buildOption(one, titleOf(one))) }) },
    from_day: { label: 'From', kind: day },
    to_day: {
      label: 'To',
      hint: `Both days are included, from midnight to midnight in ${nameZone(timeZone)}.`,
      kind: day,
    },
    place: { label: 'Show it in', hint: 'Only you see it there.', kind: conversation },
  }) satisfies Fields;
