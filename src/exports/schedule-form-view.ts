import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, modal } from '../blocks/message.ts';
import { capitalise, plain } from '../blocks/text.ts';
import { describeDays } from '../reports/repeat.ts';
import { REPORT_KINDS, type ReportKind } from '../reports/report-row.ts';
import { titleOf } from '../reports/report-words.ts';
import type { Repeat } from '../store/schedule.ts';
import { EXPORT_FORMATS, type ExportFormat } from './export-job-state.ts';

export const SCHEDULE_FORM = {
  callbackId: 'export_schedule',
  title: 'Schedule an export',
  /** Blocks, and the elements in them. */
  kind: 'kind',
  format: 'format',
  days: 'days',
  at: 'at',
  person: 'person',
  channel: 'channel',
} as const;

/** On the message of an export that is done. */
export const SCHEDULE_OPEN_ACTION = 'export_send_again';
/** Under the list of them. */
export const SCHEDULE_NEW_ACTION = 'export_schedule_new';

const LAST_DAY = 31;
/** A day that every month has, or its last one. */
const MONTH_DAYS = [...Array.from({ length: 28 }, (_, index) => index + 1), LAST_DAY];

const DAYS: Record<Repeat['every'], readonly number[]> = {
  day: [0],
  week: [0, 1, 2, 3, 4, 5, 6],
  month: MONTH_DAYS,
};

const GROUPS: Record<Repeat['every'], string> = {
  day: 'Daily: the day before',
  week: 'Weekly: the seven days before',
  month: 'Monthly: the month before',
};

const writeDays = ({ every, on }: Pick<Repeat, 'every' | 'on'>): string => `${every}.${on}`;

/** Null: no choice of the form. */
export const parseDays = (value: string): Pick<Repeat, 'every' | 'on'> | null => {
  const [every = '', on = ''] = value.split('.');
  const known = Object.entries(DAYS).find(([one]) => one === every);
  const day = Number(on);
  return known?.[1].includes(day) ? { every: known[0] as Repeat['every'], on: day } : null;
};

export interface ScheduleForm {
  kind: ReportKind;
  format: ExportFormat;
  /** The person who opens it. */
  userId: string;
  /** `Dubai` */
  zone: string;
}

export const buildScheduleForm = ({ kind, format, userId, zone }: ScheduleForm): ModalView => {
  const kinds = REPORT_KINDS.map((one) => option(one, titleOf(one)));
  const formats = EXPORT_FORMATS.map((one) => option(one, one === 'csv' ? 'CSV' : 'XLSX (Excel)'));
  const groups = (['day', 'week', 'month'] as const).map((every) => ({
    label: plain(GROUPS[every], limits.select.groupLabel),
    options: DAYS[every].map((on) => option(writeDays({ every, on }), describeDays({ every, on }))),
  }));
  const weekly = groups[1]?.options[0];
  const blocks: KnownBlock[] = [
    {
      ...input(SCHEDULE_FORM.kind, 'What'),
      element: {
        type: 'static_select',
        action_id: SCHEDULE_FORM.kind,
        options: kinds,
        ...initial(kinds, kind),
      },
    },
    {
      ...input(SCHEDULE_FORM.format, 'File'),
      element: {
        type: 'radio_buttons',
        action_id: SCHEDULE_FORM.format,
        options: formats,
        ...initial(formats, format),
      },
    },
    {
      ...input(SCHEDULE_FORM.days, 'How often'),
      element: {
        type: 'static_select',
        action_id: SCHEDULE_FORM.days,
        option_groups: groups,
        ...(weekly ? { initial_option: weekly } : {}),
      },
    },
    {
      ...input(SCHEDULE_FORM.at, 'At'),
      hint: plain(`${zone} time.`),
      element: { type: 'timepicker', action_id: SCHEDULE_FORM.at, initial_time: '08:00' },
    },
    {
      ...input(SCHEDULE_FORM.person, 'To this person'),
      optional: true,
      hint: plain('With every column, by direct message. The person must be allowed to export.'),
      element: { type: 'users_select', action_id: SCHEDULE_FORM.person, initial_user: userId },
    },
    {
      ...input(SCHEDULE_FORM.channel, 'Or to a channel instead'),
      optional: true,
      hint: plain('Columns that may be about customers are left out: everybody there can open the file.'),
      element: {
        type: 'conversations_select',
        action_id: SCHEDULE_FORM.channel,
        filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
        placeholder: plain('No channel', limits.placeholder),
      },
    },
  ];
  return modal(
    SCHEDULE_FORM.callbackId,
    { title: SCHEDULE_FORM.title, submit: 'Set up', close: 'Cancel' },
    blocks,
  );
};

const input = (block: string, label: string) => ({
  type: 'input' as const,
  block_id: block,
  label: plain(label, limits.input.label),
});

const option = (value: string, text: string): PlainTextOption => buildOption(value, capitalise(text));

const initial = (options: readonly PlainTextOption[], chosen: string) => {
  const found = options.find(({ value }) => value === chosen);
  return found ? { initial_option: found } : {};
};
