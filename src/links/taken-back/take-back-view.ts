import type { ModalView } from '@slack/types';
import { actions, buildButton, buildMessage, type Message, modal, section } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { StoredWord } from '../../teaching/taught-word-store.ts';
import { describeMeaning, describeTaught, SEE_WHAT_CAME_ACTION } from '../../teaching/what-came-view.ts';

export const TAKE_BACK = { callbackId: 'take_back', title: 'Take an answer back' } as const;

type Counted = Pick<Link, 'id' | 'invoiceId' | 'amountFils'>;

const MOST_LISTED = 30;

const howMany = (sales: readonly Counted[]): string => {
  const fils = sales.reduce((sum, { amountFils }) => sum + amountFils, 0);
  return `${countOf(sales.length, 'sale')}, ${formatAed(fils)}`;
};

/** What counts by the answer alone, before it is taken back. */
export const buildTakeBack = (word: StoredWord, sales: readonly Counted[], metadata: string): ModalView =>
  modal(
    TAKE_BACK.callbackId,
    { title: TAKE_BACK.title, submit: 'Take it back', close: 'Keep it', metadata },
    [
      section(describeTaught(word), 'word'),
      section(
        sales.length === 0
          ? 'No sale counts as paid by this answer alone.'
          : sales.length === 1
            ? `*${howMany(sales)}, counts as paid by this answer alone.* It stays *Paid* and stands in *to check*. Finance is told.`
            : `*${howMany(sales)}, count as paid by this answer alone.* They stay *Paid* and stand in *to check*. Finance gets the list.`,
        'sales',
      ),
      section('Paylink asks again when the payment service next says it.', 'next'),
    ],
  );

/** To each of finance, once. */
export const buildTakenBackNews = (word: StoredWord, by: string, sales: readonly Counted[]): Message => {
  const text = [
    `🟠 *To check: ${howMany(sales)}.* ${mention(by)} took an answer back: ${describeMeaning(word)}. These counted as paid by it alone and stay *Paid*. Look each up in the payment service’s dashboard, then answer again here:`,
    ...sales
      .slice(0, MOST_LISTED)
      .map(({ invoiceId, amountFils }) => `• ${escapeMrkdwn(cut(invoiceId, 60))}, ${formatAed(amountFils)}`),
    ...(sales.length > MOST_LISTED
      ? [`• and ${sales.length - MOST_LISTED} more: \`/paylink find paid, to check\``]
      : []),
  ].join('\n');
  const see = buildButton(sales[0]?.id ?? '', SEE_WHAT_CAME_ACTION, 'See what came');
  return buildMessage(text, [section(text), actions('what_came', [see])]);
};
