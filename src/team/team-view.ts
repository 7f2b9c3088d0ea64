import type { DataTableBlock, KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import type { TwinMessage } from '../blocks/message.ts';
import { actions, buildButton, buildMessage, context, type Message, section } from '../blocks/message.ts';
import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { joinSome, mention } from '../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { adviseDayFirst } from '../calendar/date-words.ts';
import { STANDINGS, SUMS } from '../figures/sale-figures.ts';
import { sayStillToCome } from '../listings/listing-words.ts';
import { formatFils } from '../payment-service/index.ts';
import type { TeamRow } from './team-rows.ts';

export const TEAM_CSV_ACTION = 'team_csv';
export const TEAM_XLSX_ACTION = 'team_xlsx';

interface TeamShown {
  /** `last week`; null if the dates have no name. */
  name: string | null;
  /** `9 – 15 Nov 2026` */
  dates: string;
  all: Omit<TeamRow, 'id'>;
  /** Most received first. */
  rows: readonly TeamRow[];
  /** What the buttons carry. */
  pointer: string;
}

const MOST_ROWS = 30;

/** Ephemeral: its mentions notify nobody. */
export const buildTeamFigures = (shown: TeamShown): TwinMessage => {
  const { rows, all, pointer } = shown;
  const few = rows.slice(0, MOST_ROWS);
  const left = rows.length - few.length;
  const frame = (table: KnownBlock[]): Message => ({
    text: cut(
      `Team, ${shown.dates}: ${describeAll(all).replaceAll('*', '').replaceAll('\n', '. ')}`,
      limits.section.text,
    ),
    blocks: [
      section(`${title(shown)}\n${describeAll(all)}`, 'team_title'),
      ...table,
      ...sayHandedOver(rows).map((text) => section(text)),
      ...(left > 0
        ? [
            section(
              `${groupNumber(left)} more ${left === 1 ? 'person' : 'people'}: the files list all of them.`,
            ),
          ]
        : []),
      actions('team_uses', [
        buildButton(pointer, TEAM_CSV_ACTION, 'CSV', 'This table as a CSV file'),
        buildButton(pointer, TEAM_XLSX_ACTION, 'XLSX', 'This table as an Excel file'),
      ]),
      context(
        'Only you see this · *Received*, before refunds, and *Made*: on these days · *Still to come*: now, all days',
        'team_facts',
      ),
    ],
  });
  return { rich: frame([buildTable(shown, few)]), plain: frame([section(few.map(describeRow).join('\n'))]) };
};

export const buildTeamWaiting = (): Message => buildMessage('⏳ Counting the sales. This can take a moment.');

export const buildTeamNothing = ({ name, dates }: Pick<TeamShown, 'name' | 'dates'>): Message =>
  buildMessage(
    `${title({ name, dates })}\nOn these days no sale was made with Paylink, and nothing was paid. Try other dates: \`/paylink team last month\`.`,
  );

/** `typed`: words that are not dates; they may be meant for a link. */
export const buildTeamHelp = (typed: string): Message => {
  const words = escapeMrkdwn(cut(typed, 60));
  const text = `I couldn’t read “${words}” as dates.${adviseDayFirst(typed)} Try \`/paylink team last week\`, \`team 1-15 Oct\` or \`team since Monday\`.\nFor a payment link, type \`/paylink new team ${words}\`.`;
  return buildMessage(text);
};

const title = ({ name, dates }: Pick<TeamShown, 'name' | 'dates'>): string =>
  `*Team*${name === null ? '' : ` of ${name}`} · *${escapeMrkdwn(dates)}*`;

const describeAll = ({ figures, toCome }: TeamShown['all']): string => {
  const { made, now, received, refunded, chargedBack } = figures;
  const standings = STANDINGS.filter((one) => now[one].count > 0).map(
    (one) => `${groupNumber(now[one].count)} ${SUMS[one]}`,
  );
  return [
    [
      `*${formatAed(received.fils)} received* (${countOf(received.count, 'payment')})`,
      ...(refunded.count > 0 ? [`${formatAed(refunded.fils)} refunded`] : []),
      ...(chargedBack.count > 0 ? [`${formatAed(chargedBack.fils)} charged back`] : []),
    ].join(' · '),
    `${formatAed(made.fils)} made (${[countOf(made.count, 'sale'), ...standings].join(' · ')})`,
    sayStillToCome(toCome),
  ].join('\n');
};

const describeRow = ({ id, figures, toCome }: TeamRow): string =>
  `• ${mention(id)}: *${formatAed(figures.received.fils)} received* · ${groupNumber(figures.made.count)} made · ${formatAed(toCome.fils)} still to come`;

/** Whose sales are now a colleague’s: made by one, and still to come for the other. */
const sayHandedOver = (rows: readonly TeamRow[]): string[] => {
  const some = rows.flatMap(({ id, figures: { handedTo } }) =>
    [...handedTo].map(([to, count]) => `${mention(id)} ${groupNumber(count)} to ${mention(to)}`),
  );
  return some.length === 0 ? [] : [`Handed over: ${joinSome(some, MOST_ROWS)}`];
};

/** No more columns than a phone shows beside each other: the files have the rest. */
function buildTable({ dates }: TeamShown, rows: TeamShown['rows']): DataTableBlock {
  return {
    type: 'data_table',
    block_id: 'team_rows',
    caption: `Sales by person, ${dates}, AED`,
    page_size: Math.max(rows.length, 1),
    rows: [
      ['Person', 'Received', 'Made', 'Still to come'].map((text) => ({ type: 'raw_text', text })),
      ...rows.map(({ id, figures, toCome }): DataTableBlock['rows'][number] => [
        // Slack shows the name: Paylink does not know it.
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'user', user_id: id }] }],
        },
        money(figures.received.fils),
        number(figures.made.count),
        money(toCome.fils),
      ]),
    ],
  };
}

const number = (value: number, text = groupNumber(value)): DataTableBlock['rows'][number][number] => ({
  type: 'raw_number',
  value,
  text,
});

const money = (fils: number) => number(Number(formatFils(fils)), groupFils(fils));

export const buildTeamFileDone = (entries: number, fileName: string): Message =>
  buildMessage(
    entries === 0
      ? '✅ On these days no sale was made, and nothing was paid, so there is no file to send.'
      : `✅ The team’s sales by person: ${escapeMrkdwn(fileName)}`,
  );
