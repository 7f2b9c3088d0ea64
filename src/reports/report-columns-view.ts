import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, modal, section } from '../blocks/message.ts';
import { buildInput, ticks } from '../slack/fields.ts';

export const REPORT_COLUMNS = { callbackId: 'report_columns', block: 'columns' } as const;

interface ColumnChoice {
  key: string;
  title: string;
  isChosen: boolean;
  isPrivate: boolean;
}

/** Slack accepts ten boxes in a group. Further columns, and those with very long names, are only in exports. */
const MOST_COLUMNS = 80;

/** Slack wants a modal within three seconds, but the columns are only known once the page is read again. */
export const buildColumnsWaiting = (): ModalView => frame([section('⏳ Reading the columns…')]);

export const buildColumnsProblem = (words: string): ModalView => frame([section(words)]);

export const buildColumnsView = (choices: readonly ColumnChoice[], metadata: string): ModalView => {
  const shown = choices.filter(({ key }) => key.length <= limits.option.value).slice(0, MOST_COLUMNS);
  const groups = Array.from({ length: Math.ceil(shown.length / limits.choices.options) }, (_, index) =>
    shown.slice(index * limits.choices.options, (index + 1) * limits.choices.options),
  );
  return frame(
    [
      ...groups.map(buildGroup),
      section('A copy that you share in a channel has none of the columns that may be about customers.'),
    ],
    { metadata, submit: 'Show' },
  );
};

function buildGroup(choices: readonly ColumnChoice[], index: number): InputBlock {
  const options = choices.map(({ key, title, isPrivate }) =>
    buildOption(
      key,
      title.trim() || key.trim() || '–',
      isPrivate ? 'Only in your own copy: may be about customers' : undefined,
    ),
  );
  const chosen = choices.flatMap(({ key, isChosen }) => (isChosen ? [key] : []));
  const field = { label: index === 0 ? 'Columns' : 'More columns', optional: true, kind: ticks({ options }) };
  return buildInput(nameGroup(index), field, chosen);
}

const nameGroup = (index: number) => `${REPORT_COLUMNS.block}_${index}`;

/** The window's fields, to read what was chosen. */
export const COLUMN_FIELDS = Object.fromEntries(
  Array.from({ length: MOST_COLUMNS / limits.choices.options }, (_, index) => [
    nameGroup(index),
    { optional: true, kind: ticks({ options: [] }) } as const,
  ]),
);

function frame(blocks: KnownBlock[], form: { metadata?: string; submit?: string } = {}): ModalView {
  return modal(REPORT_COLUMNS.callbackId, { title: 'Columns', close: 'Cancel', ...form }, blocks);
}
