import { actions, buildButton, buildMessage, context, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { buildWhomToAsk, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { Link } from '../store/link.ts';
import type { StoredWord } from './taught-word-store.ts';
import { describeMeaning, quoteWord, SEE_WHAT_CAME_ACTION } from './what-came-view.ts';

type AskedLink = Pick<Link, 'id' | 'amountFils' | 'invoiceId'>;
type AskedLeaf = Pick<StoredWord, 'path' | 'word'>;

const MOST_NAMED = 5;

/** Sent to each admin by direct message, once for a record. */
export const buildWordQuestion = (link: AskedLink, words: readonly AskedLeaf[]): Message => {
  const text = `🟠 *Is this paid?* ${describeAsked(link, words)} It doesn’t count as paid until you say what that means.`;
  return buildMessage(text, [section(text), seeWhatCame(link)]);
};

/** Sent to the link's owner when Paylink has no admins to ask. */
export const buildWordUnasked = (link: AskedLink, words: readonly AskedLeaf[]): Message =>
  buildMessage(
    `${describeAsked(link, words)} Only an admin can say what that means. ${buildWhomToAsk([])} They find the question under \`/paylink settings\`.`,
  );

/** Sent to the admin who pays a test link. */
export const buildGuidedNews = (link: AskedLink): Message => {
  const text = `The payment service said something about your test payment of ${formatAed(link.amountFils)} (${nameOf(link)}). Look at it once, and every payment after it reads the same way.`;
  return buildMessage(text, [section(text), seeWhatCame(link)]);
};

/** Sent to everybody who can agree to what an admin said. */
export const buildAgreementQuestion = (
  link: AskedLink,
  { by, words }: { by: string; words: readonly StoredWord[] },
): Message => {
  const text = [
    `🟠 *Do you agree?* ${mention(by)} said what the payment service means for the link of ${formatAed(link.amountFils)} (${nameOf(link)}). It lets money count, so a second person has to say the same.`,
    ...words.slice(0, MOST_NAMED).map((word) => `• ${describeMeaning(word)}`),
    ...(words.length > MOST_NAMED ? [`• and ${words.length - MOST_NAMED} more`] : []),
  ].join('\n');
  return buildMessage(text, [section(text), seeWhatCame(link), context('The first to agree is enough.')]);
};

const seeWhatCame = ({ id }: AskedLink) =>
  actions('what_came', [
    { ...buildButton(id, SEE_WHAT_CAME_ACTION, 'See what came'), style: 'primary' as const },
  ]);

const nameOf = ({ invoiceId }: AskedLink): string => escapeMrkdwn(cut(invoiceId, 100));

function describeAsked(link: AskedLink, words: readonly AskedLeaf[]): string {
  const named = words
    .slice(0, MOST_NAMED)
    .map(({ path, word }) => quoteWord(word === '*' ? path : `${path}: ${word}`));
  const rest = words.length > named.length ? ` and ${words.length - named.length} more` : '';
  return `The payment service reports something for the link of ${formatAed(link.amountFils)} (${nameOf(link)}) in words that Paylink doesn’t know: ${named.join(', ')}${rest}.`;
}
