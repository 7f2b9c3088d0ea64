import { describeCustomer } from '../blocks/customer.ts';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { countRows, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { listDuplicate } from '../links/form/duplicates-question-view.ts';
import type { LinkInSale } from '../links/sale/link-in-sale.ts';
import type { Batch } from '../store/batch.ts';
import type { HeldRow } from './held-row-store.ts';

export const HELD_CREATE_ACTION = 'batch_held_create';
export const HELD_LEAVE_ACTION = 'batch_held_leave';

const MOST_SHOWN = 10;
const MOST_NEWS = 2;

interface HeldQuestion {
  batch: Batch;
  held: readonly HeldRow<LinkInSale>[];
  /** The id under which is kept what this message shows. */
  question: string;
  now: number;
  timeZone: string;
}

/** Rows of a batch that were not made, what is new about their customers, and the choice. */
export const buildHeldQuestion = ({ batch, held, question, now, timeZone }: HeldQuestion): Message => {
  const count = held.length;
  const rows = `${countRows(count)} of ${escapeMrkdwn(cut(batch.fileName, 80))}`;
  const text = `✋ *${rows} ${count === 1 ? 'was' : 'were'} not made: ${count === 1 ? 'its customer has' : 'their customers have'} new links since the preview.*`;
  const rest = count - MOST_SHOWN;
  const value = `${batch.id}:${question}`;
  const create = `Create ${count === 1 ? 'it' : `these ${groupNumber(count)}`} anyway`;
  return buildMessage(text, [
    section(text, 'held'),
    ...held
      .slice(0, MOST_SHOWN)
      .map((row, place) =>
        section(cut(describeHeld(row, now, timeZone), limits.section.text), `held_${place}`),
      ),
    ...(rest > 0 ? [section(`and ${groupNumber(rest)} more`, 'held_more')] : []),
    actions('held_actions', [
      buildButton(
        value,
        HELD_CREATE_ACTION,
        create,
        'Create these links as well: the customers could pay both',
      ),
      buildButton(value, HELD_LEAVE_ACTION, count === 1 ? 'Leave it out' : 'Leave them out'),
    ]),
  ]);
};

const describeHeld = ({ row, news }: HeldRow<LinkInSale>, now: number, timeZone: string): string => {
  const rest = news.length - MOST_NEWS;
  const customer = row.request === null ? '' : ` for ${escapeMrkdwn(describeCustomer(row.request))}`;
  return [
    `*Row ${row.number}*, ${formatAed(row.amountFils ?? 0)}${customer}:`,
    ...(news.length === 0 ? ['• nothing new any more'] : []),
    ...news.slice(0, MOST_NEWS).map((link) => listDuplicate(link, now, timeZone)),
    ...(rest > 0 ? [`• and ${groupNumber(rest)} more`] : []),
  ].join('\n');
};

export const buildNothingHeld = (): string =>
  'No row of this batch waits for an answer any more. See its card.';

export const buildHeldAnswered = (count: number, isCreated: boolean): string => {
  const rows = countRows(count);
  return isCreated ? `Making ${rows}: see the card.` : `${rows} left out. Nothing was made.`;
};
