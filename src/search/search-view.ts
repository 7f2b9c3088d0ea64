import type { KnownBlock } from '@slack/types';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { buildWhomToAsk, joinWords, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { buildLinkLine, buildLinkLineButtons, type ListedLink } from '../links/card/link-line-view.ts';
import type { Unread } from './read-search-words.ts';
import { mayBeEither, type SearchPointer, type SearchQuery, type SearchState } from './search-query.ts';

export const SEARCH_FILE_ACTION = 'search_file';

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
  links: readonly ListedLink[];
  /** Of all that were found. */
  count: number;
  unread: readonly Unread[];
  /** What the button for the file carries; null: the person may not export. */
  pointer: SearchPointer | null;
  lookedThrough: number;
  /** The search reached a limit: there may be more. */
  isStopped: boolean;
  now: number;
  timeZone: string;
}

/** The links found. Only the person who asked sees them, but without e-mails and full phone numbers. */
export const buildSearchPage = (page: SearchPage): Message => {
  const { links, count, pointer, userId, now, timeZone } = page;
  const notes = [
    ...describeNothing(page),
    ...describeRest(page),
    ...page.unread.slice(0, MOST_UNREAD).map(describeUnread),
  ];
  const file =
    pointer !== null && count > links.length
      ? [
          buildButton(
            JSON.stringify(pointer),
            SEARCH_FILE_ACTION,
            'All as CSV',
            'Every link of this search as a CSV file',
          ),
        ]
      : [];
  const blocks: KnownBlock[] = [
    section(`*${title(page)}*${describeQuery(page)}`, 'search_title'),
    ...links.flatMap((link, index) => [
      buildLinkLine(link, { blockId: `found_${index}`, userId, now, timeZone }),
      buildLinkLineButtons(link, `found_actions_${index}`),
    ]),
    ...(notes.length > 0 ? [section(notes.join('\n'), 'search_notes')] : []),
    ...(file.length > 0 ? [actions('search_uses', file)] : []),
  ];
  return { text: title(page), blocks };
};

/** For people who may not see a colleague's links. */
export const buildOwnLinksOnly = (who: readonly string[]): string =>
  `You can find only your own links. Looking for a colleague’s? ${buildWhomToAsk(who)}`;

const title = ({ links, isOwnOnly }: SearchPage): string =>
  `${isOwnOnly ? 'My payment links' : 'Payment links'}${links.length === 0 ? ': none found' : ''}`;

const STATES: Readonly<Record<SearchState, string>> = {
  asked: 'waiting for approval',
  withdrawn: 'withdrawn',
  lapsed: 'not approved in time',
  unpaid: 'unpaid',
  paid: 'paid',
  expired: 'expired',
  declined: 'declined',
  refunded: 'refunded',
  cancelled: 'cancelled',
  failed: 'not made',
  checking: 'being checked',
  reported: 'payment reported',
  partly: 'partly paid',
  mismatch: 'mismatch',
};

function describeQuery({ query, days, userId, isOwnOnly }: SearchPage): string {
  const { ownerId, channelId, states, amountFils, number, phone, words } = query;
  const numbers = [
    ...(amountFils === null ? [] : [formatAed(amountFils)]),
    ...(number === null ? [] : [`number ${escapeMrkdwn(cut(number, LONGEST_WORDS))}`]),
  ];
  const parts = [
    ...(states.length > 0
      ? [
          joinWords(
            states.map((state) => STATES[state]),
            'or',
          ),
        ]
      : []),
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

/** What to try next. */
function describeNothing({ links, query, isStopped, isOwnOnly }: SearchPage): string[] {
  if (links.length > 0 || isStopped) return [];
  const { ownerId, channelId, span, states, phone, number, words, amountFils } = query;
  const asked = [phone, number, amountFils, ...words].filter((one) => one !== null).length;
  const tries = [
    ...(span === null ? [] : ['leave out the dates (they are the days on which links were made)']),
    ...(states.length === 0 ? [] : ['leave out the state']),
    ...(channelId === null ? [] : ['leave out the channel']),
    ...(ownerId === null || isOwnOnly ? [] : ['leave out the person']),
    ...(words.length === 0 ? [] : ['type only the first letters of the name, or the phone number']),
    ...(phone === null ? [] : ['type the name or the amount']),
    ...(asked > 1 ? ['type fewer words'] : []),
  ];
  return [
    ...(tries.length === 0 ? [] : [`Try this: ${tries.slice(0, 3).join('; ')}.`]),
    isOwnOnly
      ? 'You can find your own links: `/paylink find sara`, `find 1250`, `find unpaid last week`.'
      : 'Links that were not made in Slack are in `/paylink links` with their dates.',
  ];
}

/** How many more there are, and how to see them. */
function describeRest({ isStopped, lookedThrough, links, count, pointer }: SearchPage): string[] {
  const isMore = count > links.length;
  const all = `${isStopped ? 'More than ' : ''}${groupNumber(count)}`;
  const next = pointer === null ? '' : ' *All as CSV* sends you all of them as a file.';
  return [
    ...(isMore
      ? [
          `${all} links match; these are the newest ${links.length}. Add a name, an amount or dates to see fewer.${next}`,
        ]
      : []),
    ...(isStopped && !isMore
      ? [
          `I looked through the newest ${groupNumber(lookedThrough)} links.${count === 0 ? ' None of them matches.' : ''} Dates, an amount or a phone number find old links.`,
        ]
      : []),
  ];
}

const REASONS: Readonly<Record<Unread['because'], string>> = {
  'second-days': 'I can look at one range of dates at a time.',
  'not-a-phone': 'a phone number needs all its digits.',
  'e-mail': 'I look for names, phone numbers, amounts and numbers of links.',
  'no-person': 'type @ and choose the person from Slack’s list. `/paylink mine` lists your own.',
  'no-channel': 'type # and choose the channel from Slack’s list.',
  'too-many': 'it is more than one search can take.',
  'not-known': 'I don’t know what it means.',
};

const describeUnread = ({ words, because }: Unread): string =>
  `Left out “${escapeMrkdwn(cut(words, LONGEST_WORDS))}”: ${REASONS[because]}`;

export const buildSearchFileDone = (entries: number, fileName: string): Message =>
  buildMessage(
    entries === 0
      ? '✅ No payment link matches any more, so there is no file to send.'
      : `✅ ${groupNumber(entries)} payment ${entries === 1 ? 'link' : 'links'}: ${escapeMrkdwn(fileName)}`,
  );
