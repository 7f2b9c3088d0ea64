import type { ActionsBlock, KnownBlock } from '@slack/types';
import { actions, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { buildWhomToAsk, joinSome, joinWords, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { buildLinkLine, buildLinkLineButtons, type ListedSale } from '../links/card/link-line-view.ts';
import { nameOf, UNPAID } from './read-search-words.ts';
import { MOST_LOOKED_THROUGH, mayBeEither, type SearchQuery } from './search-query.ts';

/** Each has two lines and a row of buttons: more need scrolling. */
export const SEARCH_PAGE_SIZE = 6;

const LONGEST_WORDS = 80;
const MOST_UNREAD = 5;

export interface SearchPage {
  query: SearchQuery;
  /** The dates of the query in words. */
  days: string | null;
  userId: string;
  /** Only links of this person, by their role or their words. */
  isOwnOnly: boolean;
  /** The newest. */
  links: readonly ListedSale[];
  /** Of all that were found. */
  count: number;
  /** What of the typed words was left out. */
  unread: readonly string[];
  /** The person may use the links report, which has all of them and a file. */
  canReport: boolean;
  /** The search reached a limit: there may be more. */
  isStopped: boolean;
  now: number;
  timeZone: string;
  /** The answer to a question: above the title, or in its place. Mrkdwn. */
  lead?: string;
  heading?: string;
  /** Instead of the usual ones of a sale. */
  buttonsOf?: (sale: ListedSale) => ActionsBlock['elements'];
  /** Below all. Mrkdwn. */
  note?: string;
}

/** The links found. Only the person who asked sees them, but without e-mails and full phone numbers. */
export const buildSearchPage = (page: SearchPage): Message => {
  const { links, unread, userId, now, timeZone, buttonsOf, note } = page;
  const heading = page.heading ?? `*${title(page)}*${describeQuery(page)}`;
  const notes = [
    ...(links.length > 0 ? describeRest(page) : page.heading === undefined ? describeNothing(page) : []),
    ...(unread.length === 0
      ? []
      : [
          `Left out ${joinSome(
            unread.map((words) => `“${escapeMrkdwn(cut(words, LONGEST_WORDS))}”`),
            MOST_UNREAD,
          )}: I look for a name, a phone number with all its digits, an amount, a number, a state, one range of dates, and an @person or #channel from Slack’s list.`,
        ]),
    ...(note === undefined ? [] : [note]),
  ];
  const blocks: KnownBlock[] = [
    section([page.lead ?? [], heading].flat().join('\n'), 'search_title'),
    ...links.flatMap((link, nth) => [
      buildLinkLine(link, { blockId: `found_${nth}`, userId, now, timeZone }),
      buttonsOf
        ? actions(`found_actions_${nth}`, buttonsOf(link))
        : buildLinkLineButtons(link, `found_actions_${nth}`),
    ]),
    ...(notes.length > 0 ? [section(notes.join('\n'), 'search_notes')] : []),
  ];
  return buildMessage(page.heading ?? title(page), blocks);
};

/** For people who may not see a colleague's links. */
export const buildOwnLinksOnly = (who: readonly string[]): string =>
  `You can find only your own links. Looking for a colleague’s? ${buildWhomToAsk(who)}`;

const title = ({ links, isOwnOnly }: SearchPage): string =>
  `${isOwnOnly ? 'My payment links' : 'Payment links'}${links.length === 0 ? ': none found' : ''}`;

function describeQuery({ query, days, userId, isOwnOnly }: SearchPage): string {
  const { ownerId, channelId, states, amountFils, number, phone, words } = query;
  const numbers = [
    ...(amountFils === null ? [] : [formatAed(amountFils)]),
    ...(number === null ? [] : [`number ${escapeMrkdwn(cut(number, LONGEST_WORDS))}`]),
  ];
  const parts = [
    ...(states.length > 0 ? [joinWords(nameStates(query), 'or')] : []),
    ...(mayBeEither(query) ? [joinWords(numbers, 'or')] : numbers),
    ...(phone === null ? [] : [escapeMrkdwn(phone)]),
    ...(words.length > 0
      ? [`with “${escapeMrkdwn(cut(words.join(' '), LONGEST_WORDS))}” in the name or the purpose`]
      : []),
    ...(days === null ? [] : [`made ${escapeMrkdwn(days)}`]),
    ...(channelId === null ? [] : [`in <#${escapeMrkdwn(channelId)}>`]),
    ...(ownerId === null || (isOwnOnly && ownerId === userId) ? [] : [`by ${mention(ownerId)}`]),
  ];
  return parts.map((part) => ` · ${part}`).join('');
}

const nameStates = ({ states }: SearchQuery): string[] => {
  const isUnpaid = UNPAID.every((state) => states.includes(state));
  const others = isUnpaid ? states.filter((state) => !UNPAID.includes(state)) : states;
  return [...(isUnpaid ? ['unpaid'] : []), ...[...new Set(others)].map(nameOf)];
};

/** What to try next. */
const describeNothing = ({ isStopped, canReport }: SearchPage): string[] => [
  isStopped
    ? `I looked through the newest ${groupNumber(MOST_LOOKED_THROUGH)} links. None of them matches. Dates, an amount or a phone number find old links.`
    : 'Try fewer words, or only the beginning of a name.',
  ...(canReport ? ['Links that were not made in Slack are in `/paylink links` with their dates.'] : []),
];

/** How many more there are, and how to see them. */
function describeRest({ isStopped, links, count, canReport }: SearchPage): string[] {
  if (count > links.length)
    return [
      `${isStopped ? 'More than ' : ''}${groupNumber(count)} sales match; these are the newest ${links.length}. Add a name, an amount or dates to see fewer.${canReport ? ' `/paylink links` with dates has all of them, also as a file.' : ''}`,
    ];
  return isStopped
    ? [
        `I looked through the newest ${groupNumber(MOST_LOOKED_THROUGH)} links. Dates, an amount or a phone number find old links.`,
      ]
    : [];
}
