import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { buildWhomToAsk, joinSome, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { Link } from '../store/link.ts';
import type { StoredWord } from './taught-word-store.ts';
import { describeMeaning, nameAsked, quoteWord, SEE_WHAT_CAME_ACTION } from './what-came-view.ts';

type NamedLink = Pick<Link, 'id' | 'amountFils' | 'invoiceId'>;
type AskedLeaf = Pick<StoredWord, 'path' | 'word'>;

const MOST_NAMED = 5;

/** Sent to admins and finance by direct message, once for all sales that wait for it. */
export const buildWordQuestion = (link: NamedLink, words: readonly AskedLeaf[]): Message => {
  const text = `🟠 *Is this paid?* ${describeAsked(link, words)} Until you say what that means, no sale of which it says this counts as paid.`;
  return buildMessage(text, [section(text), seeWhatCame(link)]);
};

/** The same again: each morning, and to those who may answer and were not asked at first. `links`: all that wait. */
export const buildStillAsked = (links: readonly NamedLink[], words: readonly AskedLeaf[]): Message => {
  const text = `🟠 *${links.length === 1 ? 'A sale waits' : `${groupNumber(links.length)} sales wait`} for your answer*: ${nameSales(links)}. ${nameLeaves(words)} ${links.length === 1 ? 'It doesn’t' : 'They don’t'} count as paid until you say what that means.`;
  return buildMessage(text, [section(text), ...links.slice(0, 1).map(seeWhatCame)]);
};

/** Sent to the owner of a sale that still waits. `asked`: who can answer. */
export const buildUnanswered = (link: NamedLink, asked: readonly string[]): Message =>
  buildMessage(
    `⏳ *Nobody has answered yet* whether your link of ${formatAed(link.amountFils)} is paid. *Don’t hand over goods yet*: look up ${nameOf(link)} in the payment service’s dashboard. ${buildWhomToAsk(asked)}`,
  );

/** Sent to finance: something went back of a sale that counts. */
export const buildBackAsked = (link: NamedLink, words: readonly AskedLeaf[]): Message => {
  const text = `↩️ *Did money go back?* The payment service says so of the link of ${formatAed(link.amountFils)} (${nameOf(link)}). ${nameLeaves(words)} Until you say what that means, nothing is subtracted: the figures name it *refund not confirmed*.`;
  return buildMessage(text, [section(text), seeWhatCame(link)]);
};

/** Sent to the admins once a day. */
export const buildDigest = (words: readonly (AskedLeaf & Pick<StoredWord, 'linkId'>)[]): Message => {
  const text = `📋 *New in the payment service’s records* of payments that count already. ${nameLeaves(words)} Nothing changes for them. Say what that means, and no later sale has to wait.`;
  const [id] = words.flatMap(({ linkId }) => linkId ?? []);
  return buildMessage(text, [section(text), ...(id === undefined ? [] : [seeWhatCame({ id })])]);
};

/** Sent to the link's owner when Paylink has no admins to ask. */
export const buildWordUnasked = (link: NamedLink, words: readonly AskedLeaf[]): Message =>
  buildMessage(
    `${describeAsked(link, words)} Only an admin can say what that means. ${buildWhomToAsk([])} They find the question under \`/paylink settings\`.`,
  );

/** Sent to the admin who pays a test link. */
export const buildGuidedNews = (link: NamedLink): Message => {
  const text = `The payment service has your test payment of ${formatAed(link.amountFils)} (${nameOf(link)}). Look at it once, and later payments are read the same way.`;
  return buildMessage(text, [section(text), seeWhatCame(link)]);
};

/** Sent to everybody who can agree to what an admin said. */
export const buildAgreementQuestion = (
  link: NamedLink,
  { by, words }: { by: string; words: readonly StoredWord[] },
): Message => {
  const text = [
    `🟠 *Do you agree?* ${mention(by)} said what the payment service means for the link of ${formatAed(link.amountFils)} (${nameOf(link)}). It lets money count, so a second person must agree; the first one is enough.`,
    ...words.slice(0, MOST_NAMED).map((word) => `• ${describeMeaning(word)}`),
    ...(words.length > MOST_NAMED ? [`• and ${words.length - MOST_NAMED} more`] : []),
  ].join('\n');
  return buildMessage(text, [section(text), seeWhatCame(link)]);
};

const seeWhatCame = ({ id }: Pick<NamedLink, 'id'>) =>
  actions('what_came', [
    { ...buildButton(id, SEE_WHAT_CAME_ACTION, 'See what came'), style: 'primary' as const },
  ]);

const nameOf = ({ invoiceId }: NamedLink): string => escapeMrkdwn(cut(invoiceId, 100));

const nameSales = (links: readonly NamedLink[]): string =>
  joinSome(
    links.map((link) => `${formatAed(link.amountFils)} (${nameOf(link)})`),
    MOST_NAMED,
  );

const joinLeaves = (words: readonly AskedLeaf[]): string =>
  joinSome(
    words.map((word) => quoteWord(nameAsked(word))),
    MOST_NAMED,
  );

const nameLeaves = (words: readonly AskedLeaf[]): string =>
  words.length === 0 ? '' : `Paylink doesn’t know these words: ${joinLeaves(words)}.`;

const describeAsked = (link: NamedLink, words: readonly AskedLeaf[]): string =>
  `Of the link of ${formatAed(link.amountFils)} (${nameOf(link)}) the payment service says what Paylink doesn’t know: ${joinLeaves(words)}.`;
