import type { Button, KnownBlock, Overflow, PlainTextOption } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import {
  actions,
  buildMessage,
  buildOption,
  context,
  header,
  type Message,
  section,
} from '../../blocks/message.ts';
import { groupFils } from '../../blocks/money-and-time.ts';
import { buildWhomToAsk, mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, plain } from '../../blocks/text.ts';
import type { RowKindAnswer, RowKindWord } from '../../store/row-kind-store.ts';

export const ROW_KIND_PAYMENT_ACTION = 'row_kind_payment';
export const ROW_KIND_OTHER_ACTION = 'row_kind_other';
/** In the settings, an admin can answer the question or take an answer back. */
export const ROW_KIND_MENU_ACTION = 'row_kind_menu';

export interface AskedRowKind {
  key: string;
  word: string;
  amountFils: number | null;
  currency: string | null;
  /** Reference of a link whose payment is on hold until the answer; null: no longer any. */
  reference: string | null;
}

const LONGEST_WORD = 60;

/** As code, where Slack's markup has no effect. */
const quote = (word: string): string =>
  `\`${escapeMrkdwn(cut(word.replaceAll(/\s+/g, ' '), LONGEST_WORD))}\``;

/** Sent to each admin by direct message. */
export const buildRowKindQuestion = (asked: AskedRowKind): Message => {
  const text = `${describeAsked(asked)} Is it a payment?`;
  return buildMessage(text, [
    section(text),
    actions('row_kind', [
      button(ROW_KIND_PAYMENT_ACTION, 'This is a payment', asked.key),
      button(ROW_KIND_OTHER_ACTION, 'Not a payment', asked.key),
    ]),
    context(
      'Until someone answers, no such record counts as paid. The answer applies to every record with this word; take it back under `/paylink settings`.',
    ),
  ]);
};

/** Sent to the link's owner when Paylink has no admins to ask. */
export const buildRowKindUnasked = (asked: AskedRowKind): Message => {
  const text = `${describeAsked(asked)} Paylink does not know whether that is a payment, and only an admin can say. ${buildWhomToAsk([])} They find the question under \`/paylink settings\`.`;
  return buildMessage(text);
};

/** Replaces a question once it is answered. */
export const buildRowKindAnswered = ({ word, answer }: RowKindWord): Message => {
  const text =
    answer === null
      ? `Nobody has answered yet what ${quote(word)} is.`
      : `${mention(answer.by)} said: ${quote(word)} is ${NAMES[answer.is]}. ${EFFECTS[answer.is]}`;
  return buildMessage(text);
};

/** Sent to an admin who answered after someone else. */
export const buildRowKindTaken = (word: RowKindWord): string =>
  `This was already answered. ${buildRowKindAnswered(word).text} To change it, forget the word under /paylink settings.`;

const NAMES: Record<RowKindAnswer, string> = { payment: 'a payment', other: 'not a payment' };
const EFFECTS: Record<RowKindAnswer, string> = {
  payment: 'Links that waited for this are checked again now.',
  other: 'Records with this word are not counted, and links that waited for this are checked again now.',
};

function describeAsked({ word, amountFils, currency, reference }: AskedRowKind): string {
  const amount =
    amountFils === null ? '' : ` of ${escapeMrkdwn(cut(currency ?? 'AED', 10))} ${groupFils(amountFils)}`;
  const of = reference === null ? '' : ` (reference ${escapeMrkdwn(cut(reference, 100))})`;
  return `The payment service uses the word ${quote(word)} for a record${amount}${of}.`;
}

/** A form has no room for more. */
const MOST_LISTED = 12;

/** A section of the settings form; empty when Paylink has met no such word. */
export const buildRowKindSettings = (words: readonly RowKindWord[]): KnownBlock[] => {
  if (words.length === 0) return [];
  const rest = words.length - MOST_LISTED;
  return [
    { type: 'divider' },
    header('Words of the payment service'),
    ...words.slice(0, MOST_LISTED).map(
      (one): KnownBlock => ({
        ...section(
          one.answer === null
            ? `${quote(one.word)}: *not answered yet*`
            : `${quote(one.word)}: ${NAMES[one.answer.is]}, said ${mention(one.answer.by)}`,
        ),
        accessory: buildMenu(one),
      }),
    ),
    ...(rest > 0 ? [context(`…and ${rest} older ones.`)] : []),
  ];
};

function buildMenu({ key, answer }: RowKindWord): Overflow {
  const option = (text: string, choice: RowKindChoice): PlainTextOption =>
    buildOption(`${choice}:${key}`, text);
  return {
    type: 'overflow',
    action_id: ROW_KIND_MENU_ACTION,
    options:
      answer === null
        ? [option('This is a payment', 'payment'), option('Not a payment', 'other')]
        : [option('Forget', 'forget')],
  };
}

export const ROW_KIND_CHOICES = ['payment', 'other', 'forget'] as const;
export type RowKindChoice = (typeof ROW_KIND_CHOICES)[number];

const button = (action: string, text: string, value: string): Button => ({
  type: 'button',
  action_id: action,
  text: plain(text, limits.button.text),
  value,
});
