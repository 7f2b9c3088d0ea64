import type { ModalView, PlainTextOption } from '@slack/types';
import { buildOption, modal } from '../blocks/message.ts';
import { capitalise } from '../blocks/text.ts';
import { describeDays, type Repeat, type RepeatDays } from '../calendar/repeat.ts';
import { REPORT_KINDS } from '../figures/listed-row.ts';
import { titleOf } from '../listings/listing-words.ts';
import { buildInputs, channel, type Fields, groupedMenu, menu, minute, radio } from '../slack/fields.ts';
import { FILE_FORMATS } from '../tables/table.ts';
import type { Exported } from './scheduled.ts';

export const SCHEDULE_FORM = { callbackId: 'export_schedule', title: 'Schedule an export' } as const;

/** On the message of an export that is done. */
export const SCHEDULE_OPEN_ACTION = 'export_send_again';
/** Under the list of them. */
export const SCHEDULE_NEW_ACTION = 'export_schedule_new';

const daysOf = (every: Repeat['every'], first: number, last: number): RepeatDays[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ every, on: first + index }));

/** Days that every month has, or its last one. */
const GROUPS = [
  { label: 'Daily: the day before', days: daysOf('day', 0, 0) },
  { label: 'Weekly: the seven days before', days: daysOf('week', 0, 6) },
  { label: 'Monthly: the month before', days: daysOf('month', 1, 28) },
  { label: 'Monthly: that month, up to the hour', days: daysOf('month', 31, 31) },
];

const writeDays = ({ every, on }: RepeatDays): string => `${every}.${on}`;

/** Null: no choice of the form. */
export const parseDays = (value: string): RepeatDays | null =>
  GROUPS.flatMap(({ days }) => days).find((one) => writeDays(one) === value) ?? null;

const option = (value: string, text: string): PlainTextOption => buildOption(value, capitalise(text));

/** `zone`: `Dubai` */
export const buildScheduleFields = (zone: string) =>
  ({
    kind: {
      label: 'What',
      hint: 'Figures are posted in a channel: the close of each day up to the hour, or the seven days before.',
      kind: menu({
        options: [
          ...REPORT_KINDS.map((one) => option(one, titleOf(one))),
          option('figures', 'Figures: daily close or weekly summary'),
        ],
      }),
    },
    format: {
      label: 'File',
      kind: radio({
        options: FILE_FORMATS.map((one) => option(one, one === 'csv' ? 'CSV' : 'XLSX (Excel)')),
      }),
    },
    days: {
      label: 'How often',
      kind: groupedMenu(
        GROUPS.map(({ label, days }) => ({
          label,
          options: days.map((one) => option(writeDays(one), describeDays(one))),
        })),
      ),
    },
    at: { label: 'At', hint: `${zone} time.`, kind: minute },
    where: {
      label: 'Where',
      optional: true,
      hint: 'For figures. You get a file by direct message.',
      kind: channel({ placeholder: 'Choose a channel' }),
    },
  }) satisfies Fields;

/** Null: that is left to the person. */
interface ScheduleForm {
  kind: Exported['kind'] | 'figures';
  format: Exported['format'];
  repeat: Repeat;
  where: string | null;
}

/** Every Monday at eight. */
export const USUAL: Repeat = { every: 'week', on: 0, atMinute: 8 * 60 };

/** `zone`: `Dubai` */
export const buildScheduleForm = ({ kind, format, repeat, where }: ScheduleForm, zone: string): ModalView =>
  modal(
    SCHEDULE_FORM.callbackId,
    { title: SCHEDULE_FORM.title, submit: 'Set up', close: 'Cancel' },
    buildInputs(buildScheduleFields(zone), {
      ...{ kind, format, days: writeDays(repeat), at: repeat.atMinute, where },
    }),
  );
