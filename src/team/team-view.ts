import type { Button, DataTableBlock, KnownBlock, RichTextBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildMessage, context, type Message, section } from '../blocks/message.ts';
import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { isChannel } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { adviseDayFirst } from '../calendar/date-words.ts';
import { STANDING_WORDS } from '../figures/figure-names.ts';
import { type SaleFigures, STANDINGS } from '../figures/sale-figures.ts';
import { formatFils } from '../payment-service/index.ts';
import type { TwinMessage } from '../reports/report-view.ts';
import { describeHalf, type TeamRow } from './team-rows.ts';

export const TEAM_TURN_ACTION = 'team_turn';
export const TEAM_CSV_ACTION = 'team_csv';
export const TEAM_XLSX_ACTION = 'team_xlsx';

type TeamBy = 'person' | 'channel';

export interface TeamShown {
  by: TeamBy;
  /** `last week`; null if the dates have no name. */
  name: string | null;
  /** `9 – 15 Nov 2026` */
  dates: string;
  all: SaleFigures;
  /** Most received first. */
  rows: readonly TeamRow[];
  /** What the buttons carry. */
  pointers: { other: string; file: string };
}

const MOST_ROWS = 30;
const TITLES: Record<TeamBy, string> = { person: 'Person', channel: 'Channel' };
const DIRECT = 'Direct messages';

/** Ephemeral: its mentions notify nobody. */
export const buildTeamFigures = (shown: TeamShown): TwinMessage => {
  const { by, rows, all } = shown;
  const few = rows.slice(0, MOST_ROWS);
  const left = rows.length - few.length;
  const frame = (table: KnownBlock[]): Message => ({
    text: cut(
      `Team, ${shown.dates}: ${describeAll(all).replaceAll('*', '').replace('\n', '. ')}`,
      limits.section.text,
    ),
    blocks: [
      section(`${title(shown)}\n${describeAll(all)}`, 'team_title'),
      ...table,
      ...(left > 0
        ? [
            section(
              `${groupNumber(left)} more ${left === 1 ? by : `${by === 'person' ? 'people' : 'channels'}`}: the files list all of them.`,
            ),
          ]
        : []),
      actions(`team_uses_${by}`, buildUses(shown)),
      context(
        'Only you see this · *Received*: payments of these days, before refunds · *Made*: links of these days, and how they stand now · a link counts for its owner · *Other*: neither paid nor still to come · *Paid in*: half of the paid links were paid within this time',
        'team_facts',
      ),
    ],
  });
  return { rich: frame([buildTable(shown, few)]), plain: frame([section(few.map(describeRow).join('\n'))]) };
};

export const buildTeamWaiting = (): Message => buildMessage('⏳ Counting the links. This can take a moment.');

export const buildTeamNothing = ({ name, dates }: Pick<TeamShown, 'name' | 'dates'>): Message =>
  buildMessage(
    `${title({ name, dates })}\nOn these days no payment link was made with Paylink, and nothing was paid. Try other dates: \`/paylink team last month\`.`,
  );

/** `typed`: words that are not dates; they may be meant for a link. */
export const buildTeamHelp = (typed: string): Message => {
  const words = escapeMrkdwn(cut(typed, 60));
  const text = `I couldn’t read “${words}” as dates.${adviseDayFirst(typed)} Try \`/paylink team last week\`, \`team 1-15 Oct\` or \`team since Monday\`.\nFor a payment link, type \`/paylink new team ${words}\`.`;
  return buildMessage(text);
};

const title = ({ name, dates }: Pick<TeamShown, 'name' | 'dates'>): string =>
  `*Team*${name === null ? '' : ` of ${name}`} · *${escapeMrkdwn(dates)}*`;

const describeAll = ({ made, now, received, refunded }: SaleFigures): string => {
  const standings = STANDINGS.filter((one) => now[one].count > 0).map(
    (one) => `${groupNumber(now[one].count)} ${STANDING_WORDS[one]}`,
  );
  return [
    [
      `Received: *${formatAed(received.fils)}* in ${countOf(received.count, 'payment')}`,
      ...(refunded.count > 0 ? [`refunded: ${formatAed(refunded.fils)}`] : []),
    ].join(' · '),
    `Made: ${countOf(made.count, 'link')}, ${formatAed(made.fils)}${standings.length === 0 ? '' : `: ${standings.join(', ')}`}`,
  ].join('\n');
};

const describeWho = (id: string | null): string =>
  id === null ? DIRECT : isChannel(id) ? `<#${escapeMrkdwn(id)}>` : mention(id);

function describeRow({ id, figures }: TeamRow): string {
  const { made, now, received } = figures;
  const half = describeHalf(figures);
  return `• ${describeWho(id)}: *${formatAed(received.fils)}* received, ${groupNumber(made.count)} made, ${groupNumber(now.paid.count)} paid, ${groupNumber(now.stillToCome.count)} still to come, ${groupNumber(countOther(figures))} other${half === null ? '' : `, half paid in ${half}`}`;
}

/** Partly paid, refunded, expired and the like: so that each row adds up. */
const countOther = ({ made, now }: SaleFigures): number =>
  made.count - now.paid.count - now.stillToCome.count;

function buildTable({ by, dates }: TeamShown, rows: TeamShown['rows']): DataTableBlock {
  return {
    type: 'data_table',
    block_id: `team_rows_${by}`,
    caption: `Payment links by ${by}, ${dates}`,
    page_size: Math.max(rows.length, 1),
    rows: [
      [TITLES[by], 'Received (AED)', 'Made', 'Paid', 'Still to come', 'Other', 'Paid in'].map((text) => ({
        type: 'raw_text',
        text,
      })),
      ...rows.map(({ id, figures }): DataTableBlock['rows'][number] => [
        id === null ? { type: 'raw_text', text: DIRECT } : buildName(id),
        number(Number(formatFils(figures.received.fils)), groupFils(figures.received.fils)),
        number(figures.made.count),
        number(figures.now.paid.count),
        number(figures.now.stillToCome.count),
        number(countOther(figures)),
        { type: 'raw_text', text: describeHalf(figures) ?? '–' },
      ]),
    ],
  };
}

const number = (value: number, text = groupNumber(value)): DataTableBlock['rows'][number][number] => ({
  type: 'raw_number',
  value,
  text,
});

/** Slack shows the name: Paylink does not know it. */
function buildName(id: string): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [isChannel(id) ? { type: 'channel', channel_id: id } : { type: 'user', user_id: id }],
      },
    ],
  };
}

function buildUses({ by, pointers }: TeamShown): Button[] {
  const other = by === 'person' ? 'channel' : 'person';
  return [
    buildButton(pointers.other, TEAM_TURN_ACTION, `By ${other}`, `Show the same by ${other}`),
    buildButton(pointers.file, TEAM_CSV_ACTION, 'CSV', 'People and channels as a CSV file'),
    buildButton(pointers.file, TEAM_XLSX_ACTION, 'XLSX', 'People and channels as an Excel file'),
  ];
}

export const buildTeamFileDone = (entries: number, fileName: string): Message =>
  buildMessage(
    entries === 0
      ? '✅ On these days no payment link was made, and nothing was paid, so there is no file to send.'
      : `✅ The team’s payment links by person and by channel: ${escapeMrkdwn(fileName)}`,
  );
