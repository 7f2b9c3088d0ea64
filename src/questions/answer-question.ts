import type { Request } from '../app-parts.ts';
import { buildMessage, section } from '../blocks/message.ts';
import {
  addDays,
  type DateSpan,
  dayOf,
  describeSpan,
  spanOfDays,
  wholeSeconds,
} from '../calendar/date-span.ts';
import { nameSpan } from '../calendar/date-words.ts';
import { figuresOf } from '../figures/sale-figures.ts';
import { type ReadSearch, readSearchWords, UNPAID } from '../search/read-search-words.ts';
import { searchSales } from '../search/search-command.ts';
import { EVERY_LINK } from '../search/search-query.ts';
import { buildSearchPage, SEARCH_PAGE_SIZE, type SearchPage } from '../search/search-view.ts';
import type { Typed } from '../slack/frame.ts';
import type { Asker } from '../slack/rows.ts';
import { handleUnpaid } from '../unpaid/unpaid-list.ts';
import {
  buildFollowUps,
  LATIN_NAMES,
  NONE_WAITS,
  ORDERS,
  sayBack,
  sayFigures,
  sayFinance,
  sayHowToSell,
  sayNewAmount,
  sayReceived,
  sayWhoseFigures,
} from './answer-view.ts';
import type { Question } from './intents.ts';

type Find = (of?: Partial<Parameters<typeof searchSales>[1]>) => Promise<SearchPage>;

/** Answers a line with what its asker may find. It sends and changes nothing: what it shows has the buttons for that. */
export const answerQuestion = async (
  { intent, isBare, about: words }: Question,
  { asker, tell }: Pick<Typed, 'asker' | 'tell'>,
  request: Request,
): Promise<unknown> => {
  if (intent === 'thanks') return tell(buildMessage('You’re welcome.'));
  const at = { now: request.clock.now(), timeZone: request.timeZone };
  const [about = '', newAmount] = intent === 'change' ? words.split(/ (?:to|into|الي) /iu) : [words];
  const { search, isOfSome, hasArabicName } = readNamed(about, at);
  const find: Find = (of) => searchSales(asker, { search, ...of }, request);
  const show = (page: SearchPage, more: Partial<SearchPage> = {}) =>
    tell(buildSearchPage({ ...page, ...more }));

  if (hasArabicName && !isOfSome) return show(await findToday(find, at));
  const order = ORDERS[intent];
  if (order !== undefined) {
    const { states, isForAll = false, buttonsOf } = order;
    const finance = intent === 'refund' ? sayFinance(await request.members.financeOf(asker.teamId)) : '';
    const lead = `${order.lead}${newAmount === undefined ? '' : sayNewAmount(newAmount)}${finance}`;
    if (!isOfSome && (intent === 'cancel' || intent === 'refund')) return tell(buildMessage(lead));
    const meant = await find({ states });
    const page = meant.count > 0 ? meant : await find();
    const said = meant.count > 0 || isForAll ? { lead } : page.count > 0 ? { lead: NONE_WAITS } : {};
    return show(page, { ...said, ...(buttonsOf && { buttonsOf }) });
  }
  if (isOfSome || intent === 'look' || intent === 'mine') {
    const unpaid = intent === 'unpaid' ? await find({ states: UNPAID }) : null;
    const page = unpaid !== null && unpaid.count > 0 ? unpaid : await find({ isMine: intent === 'mine' });
    return show(page, isBare && search.query.words.length > 0 ? { note: sayHowToSell(words) } : {});
  }
  if (intent === 'unpaid')
    return search.query.span === null
      ? handleUnpaid({ asker, tell }, request)
      : show(await find({ states: UNPAID }));
  const isBack = intent === 'refunds';
  const span = search.query.span ?? lastDays(isBack ? 30 : 1, at);
  const days = nameSpan(span, at) ?? describeSpan(span, at.timeZone);
  const { figures, toCome, whose } = await readFigures(asker, span, request);
  const say = (sentence: string) => [sentence, ...whose].join('\n');
  if (intent === 'figures') {
    const text = say(sayFigures(figures, span.to >= at.now ? toCome : null, days));
    return tell(buildMessage(text, [section(text), buildFollowUps(about)]));
  }
  const page = await find({
    search: { ...search, query: { ...search.query, span } },
    moved: isBack ? 'back' : 'in',
  });
  return show(page, { heading: say((isBack ? sayBack : sayReceived)(figures, days)) });
};

interface At {
  now: number;
  timeZone: string;
}

/** Today and the days before it. */
const lastDays = (count: number, { now, timeZone }: At): DateSpan => {
  const today = dayOf(now, timeZone);
  return spanOfDays(addDays(today, 1 - count), today, timeZone);
};

/** Names are kept in Latin letters, so an Arabic one finds nobody. */
const readNamed = (about: string, at: At) => {
  const { query, unread, ...rest } = readSearchWords(about, at);
  const words = query.words.filter((word) => !/\p{Script=Arabic}/u.test(word));
  const { span: _, ...others } = { ...query, words };
  return {
    search: { ...rest, unread, query: { ...query, words } } satisfies ReadSearch,
    /** It names more than days. */
    isOfSome: unread.length > 0 || Object.values(others).some((value) => String(value ?? '') !== ''),
    hasArabicName: words.length < query.words.length,
  };
};

/** Of the day, newest first: what was paid and what can still be. */
const findToday = async (find: Find, at: At): Promise<SearchPage> => {
  const query = { ...EVERY_LINK, span: lastDays(1, at) };
  const search = { query, unread: [], isAsked: true };
  const [paid, open] = [await find({ search, moved: 'in' }), await find({ search, states: ['waiting'] })];
  const links = [...paid.links, ...open.links].toSorted((one, other) => other.createdAt - one.createdAt);
  return {
    ...open,
    links: links.slice(0, SEARCH_PAGE_SIZE),
    count: paid.count + open.count,
    heading: LATIN_NAMES,
  };
};

/** As Home and the day’s figures have them. Own ones for who may not read everybody’s, with whom to ask. */
const readFigures = async (
  { teamId, userId }: Asker,
  span: DateSpan,
  { store: { saleFigures }, members }: Request,
) => {
  const seesAll = await members.may(teamId, userId, 'read-reports');
  const [sales, toCome] = await Promise.all([
    saleFigures.of({ teamId, span: wholeSeconds(span) }),
    saleFigures.toCome(teamId, seesAll ? undefined : userId),
  ]);
  return {
    figures: figuresOf(sales, { userId, seesAll }),
    toCome: toCome.all,
    whose: seesAll ? [] : [sayWhoseFigures(await members.whoMay(teamId, 'read-reports'))],
  };
};
