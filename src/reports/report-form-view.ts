import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { buildOption, modal, section } from '../blocks/message.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn, plain } from '../blocks/text.ts';
import { PAGE_SIZES } from './report-pointer.ts';
import type { ReportKind } from './report-row.ts';
import { titleOf } from './report-words.ts';

/** Block and element share the same id. */
export const REPORT_FORM = {
  callbackId: 'report_form',
  kind: 'kind',
  from: 'from_day',
  to: 'to_day',
  size: 'size',
  place: 'place',
  audience: 'audience',
} as const;

export const AUDIENCE = { me: 'me', everybody: 'everybody' } as const;

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
  modal(REPORT_FORM.callbackId, { title: 'Report', submit: 'Show', close: 'Cancel' }, [
    ...(unread === undefined ? [] : [buildUnread(unread, values, examples)]),
    buildKind(values.kind),
    ...buildDays(values, timeZone),
    buildSize(),
    ...buildAudience(values.place),
  ]);

function buildUnread(
  unread: string,
  { fromDay, toDay }: ReportFormValues,
  examples: readonly string[],
): KnownBlock {
  const understood = fromDay !== null || toDay !== null ? ' The rest is filled in.' : '';
  const known = examples.map((words) => `\`${words}\``).join(', ');
  return section(
    `I couldn’t read “${escapeMrkdwn(cut(unread, 100))}” as dates.${understood} Choose the dates here. Formats that work: ${known}.`,
    'unread',
  );
}

function buildKind(kind: ReportKind): InputBlock {
  const options = KINDS.map((one) => buildOption(one, titleOf(one)));
  const initial = options[KINDS.indexOf(kind)];
  return {
    type: 'input',
    block_id: REPORT_FORM.kind,
    label: plain('What'),
    element: {
      type: 'static_select',
      action_id: REPORT_FORM.kind,
      options,
      ...(initial ? { initial_option: initial } : {}),
    },
  };
}

function buildDays({ fromDay, toDay }: ReportFormValues, timeZone: string): InputBlock[] {
  const day = (field: string, label: string, initial: string | null, hint?: string): InputBlock => ({
    type: 'input',
    block_id: field,
    label: plain(label),
    ...(hint === undefined ? {} : { hint: plain(hint) }),
    element: {
      type: 'datepicker',
      action_id: field,
      ...(initial === null ? {} : { initial_date: initial }),
    },
  });
  const zone = nameZone(timeZone);
  return [
    day(REPORT_FORM.from, 'From', fromDay),
    day(REPORT_FORM.to, 'To', toDay, `Both days are included, from midnight to midnight in ${zone}.`),
  ];
}

function buildSize(): InputBlock {
  const options = PAGE_SIZES.map((size) => buildOption(String(size), `${size} rows`));
  const initial = options[0];
  return {
    type: 'input',
    block_id: REPORT_FORM.size,
    label: plain('Rows per page'),
    element: {
      type: 'static_select',
      action_id: REPORT_FORM.size,
      options,
      ...(initial ? { initial_option: initial } : {}),
    },
  };
}

function buildAudience(place: string | null): InputBlock[] {
  const me = buildOption(AUDIENCE.me, 'Only me', 'A message that only you see');
  const everybody = buildOption(
    AUDIENCE.everybody,
    'Everyone there',
    'Without names, e-mails, phones and cards',
  );
  return [
    {
      type: 'input',
      block_id: REPORT_FORM.audience,
      label: plain('Who sees it'),
      element: {
        type: 'radio_buttons',
        action_id: REPORT_FORM.audience,
        options: [me, everybody],
        initial_option: me,
      },
    },
    {
      type: 'input',
      block_id: REPORT_FORM.place,
      label: plain('Show it in'),
      element: {
        type: 'conversations_select',
        action_id: REPORT_FORM.place,
        response_url_enabled: true,
        ...(place === null ? { default_to_current_conversation: true } : { initial_conversation: place }),
      },
    },
  ];
}
