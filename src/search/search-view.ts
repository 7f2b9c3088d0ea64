import type { Button, KnownBlock } from '@slack/types';
import { actions, buildButton, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { buildWhomToAsk, joinWords, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { buildLinkLine, buildLinkLineButtons, type ListedLink } from '../links/card/link-line-view.ts';
import type { SearchQuery, SearchState } from '../store/saved-query-store.ts';
import type { Unread } from './read-search-words.ts';

export const SEARCH_NEWER_ACTION = 'search_newer';
export const SEARCH_OLDER_ACTION = 'search_older';

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
  /** Newest first. */
  links: readonly ListedLink[];
  /** Counted from 0. */
  page: number;
  unread: readonly Unread[];
  /** What the buttons carry; null: no such page. */
  pointers: { newer: string | null; older: string | null };
  lookedThrough: number;
  /** The page reached the limit of links to look through. */
  isStopped: boolean;
  now: number;
  timeZone: string;
}

/** The links found. Only the person who asked sees them, but without e-mails and full phone numbers. */
export const buildSearchPage = (page: SearchPage): Message => {
  const { links, userId, now, timeZone } = page;
  const notes = [
    ...describeNothing(page),
    ...describeStop(page),
    ...page.unread.slice(0, MOST_UNREAD).map(describeUnread),
  ];
  const buttons = buildPageButtons(page);
  const blocks: KnownBlock[] = [
    section(`*${title(page)}*${describeQuery(page)}`, 'search_title'),
    ...links.flatMap((link, index) => [
      buildLinkLine(link, { blockId: `found_${index}`, userId, now, timeZone }),
      buildLinkLineButtons(link, `found_actions_${index}`),
    ]),
    ...(notes.length > 0 ? [section(notes.join('\n'), 'search_notes')] : []),
    ...(buttons.length > 0 ? [actions('search_pages', buttons)] : []),
  ];
  return { text: title(page), blocks };
};

/** For people who may not see a colleague's links. */
export const buildOwnLinksOnly = (who: readonly string[]): string =>
  `You can find only your own links. Looking for a colleague’s? ${buildWhomToAsk(who)}`;

function title({ links, page, isOwnOnly }: SearchPage): string {
  const whose = isOwnOnly ? 'My payment links' : 'Payment links';
  return `${whose}${page > 0 ? `, page ${page + 1}` : ''}${links.length === 0 ? ': none found' : ''}`;
}

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
  const { ownerId, channelId, states, amounts, numbers, phones, emails, references, words } = query;
  const typed = [...references, ...phones, ...emails].map((one) => escapeMrkdwn(cut(one, LONGEST_WORDS)));
  const plainNumbers = numbers.filter((number) => amounts.length === 0 || number.length > 6);
  const parts = [
    ...(states.length > 0
      ? [
          joinWords(
            states.map((state) => STATES[state]),
            'or',
          ),
        ]
      : []),
    ...(amounts.length > 0 ? [joinWords(amounts.map(formatAed), 'or')] : []),
    ...(plainNumbers.length > 0 ? [`number ${escapeMrkdwn(joinWords(plainNumbers, 'or'))}`] : []),
    ...(typed.length > 0 ? [joinWords(typed, 'or')] : []),
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
function describeNothing({ links, query, page, isStopped, isOwnOnly }: SearchPage): string[] {
  if (links.length > 0 || isStopped) return [];
  if (page > 0) return ['There are no older links.'];
  const { ownerId, channelId, span, states, phones, emails, references, words, amounts, numbers } = query;
  const asked =
    phones.length + emails.length + references.length + words.length + amounts.length + numbers.length;
  const tries = [
    ...(span === null ? [] : ['leave out the dates (they are the days on which links were made)']),
    ...(states.length === 0 ? [] : ['leave out the state']),
    ...(channelId === null ? [] : ['leave out the channel']),
    ...(ownerId === null || isOwnOnly ? [] : ['leave out the person']),
    ...(words.length === 0 ? [] : ['type only the first letters of the name, or the phone number']),
    ...(phones.length + emails.length === 0 ? [] : ['type the name or the amount']),
    ...(asked > 1 ? ['type fewer words'] : []),
  ];
  return [
    ...(tries.length === 0 ? [] : [`Try this: ${tries.slice(0, 3).join('; ')}.`]),
    isOwnOnly
      ? 'You can find your own links: `/paylink find sara`, `find 1250`, `find unpaid last week`.'
      : 'Links that were not made in Slack are in `/paylink links` with their dates.',
  ];
}

function describeStop({ isStopped, lookedThrough, page, links }: SearchPage): string[] {
  if (!isStopped) return [];
  const which = page === 0 ? 'the newest' : 'the next';
  const none = links.length === 0 ? 'None of them matches. ' : '';
  return [
    `I looked through ${which} ${groupNumber(lookedThrough)} links. ${none}Press *Look further back* to continue; dates, an amount or a phone number find old links faster.`,
  ];
}

const REASONS: Readonly<Record<Unread['because'], string>> = {
  'second-days': 'I can look at one range of dates at a time.',
  'not-a-phone': 'a phone number needs all its digits.',
  'no-person': 'type @ and choose the person from Slack’s list.',
  'no-channel': 'this isn’t a channel.',
  'too-many': 'it is more than one search can take.',
  'not-known': 'I don’t know what it means.',
};

const describeUnread = ({ words, because }: Unread): string =>
  `Left out “${escapeMrkdwn(cut(words, LONGEST_WORDS))}”: ${REASONS[because]}`;

function buildPageButtons({ pointers, isStopped }: SearchPage): Button[] {
  return [
    ...(pointers.newer === null
      ? []
      : [buildButton(pointers.newer, SEARCH_NEWER_ACTION, 'Newer', 'Show newer links')]),
    ...(pointers.older === null
      ? []
      : [
          buildButton(
            pointers.older,
            SEARCH_OLDER_ACTION,
            isStopped ? 'Look further back' : 'Older',
            'Show older links',
          ),
        ]),
  ];
}
