import { limits } from '../blocks/limits.ts';
import { buildMessage, header, type Message, section } from '../blocks/message.ts';
import { formatAed, formatTime, nameZone } from '../blocks/money-and-time.ts';
import { capitalise, countOf, cut } from '../blocks/text.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import type { Sum } from '../figures/sale-figures.ts';
import {
  describeHeadline,
  describeRest,
  describeSums,
  formatBack,
  formatMoney,
  sayStillToCome,
} from '../listings/listing-words.ts';
import type { FiguresEvery } from '../schedules/scheduled.ts';
import {
  countPayoutsOff,
  describeDifference,
  describeProofs,
  describeShort,
  sayMore,
} from './daily-difference-view.ts';
import type { CloseFigures } from './read-close.ts';

/** The figures of a close, to show. */
export interface CloseShown extends CloseFigures {
  every: FiguresEvery;
  /** The days before it of which nothing was posted. */
  missed: DateSpan | null;
  timeZone: string;
}

const MOST_DIFFERENCES = 10;
const MOST_SHORT = 10;

/** What is said of the same figures in a channel, and to a person who asked for those of a day. */
interface Said {
  name: string;
  title: string;
  ifUnread: string;
}
const POSTED: Record<FiguresEvery, Said & { post: string }> = {
  day: {
    post: 'close',
    name: 'Daily close of',
    title: 'Daily close ·',
    ifUnread: 'The next close has the money that is missing here.',
  },
  week: {
    post: 'summary',
    name: 'Week',
    title: 'Week ·',
    ifUnread: 'The next summary has the money that is missing here.',
  },
};
const ASKED_FOR: Said = {
  name: 'Figures of',
  title: 'Figures of',
  ifUnread: 'Ask again in a few minutes.',
};

/** Everyone in the channel reads it: references and sums only, nothing about a customer. */
export const buildClose = (close: CloseShown): Message => buildFigures(close, POSTED[close.every]);

/** Nothing came, went, was made or differs: one line says so, and nothing below it. */
export const isQuiet = (close: CloseShown): boolean => {
  const { money, sales, payouts, comparison } = close;
  return (
    money?.since.rows === 0 &&
    money.undone.length + sales.made.count + sales.received.count === 0 &&
    payouts?.sums.rows === 0 &&
    comparison?.isComparable === true &&
    comparison.differences.length + comparison.outside.count === 0 &&
    describeTroubles(close, ASKED_FOR).length === 0
  );
};

/** Three lines: what came, what somebody has to do something about, what is still to come. */
function buildFigures(close: CloseShown, said: Said): Message {
  const days = nameDays(close.days, close.timeZone);
  const money = describeMoney(close);
  const todo = listToDo(close);
  const { toCome } = close;
  const isOneLine = said !== ASKED_FOR && isQuiet(close);
  const lines = [
    money,
    ...(todo.length > 0 ? [`:warning: ${todo.join(' · ')}`] : []),
    ...(todo.length === 0 && close.reported !== null && !isOneLine
      ? ['Nothing to refund, disputed or to check.']
      : []),
    ...(toCome === null ? [] : [sayStillToCome(toCome)]),
  ];
  return {
    text: cut(
      `${said.name} ${days}: ${[money, ...todo, ...describeMissed(close)].map(plain).join('; ')}`,
      limits.section.text,
    ),
    blocks: isOneLine
      ? [section(`${said.title} ${days}: ${lines.join(' · ')}`)]
      : [
          header(`${said.title} ${days}`),
          section(lines.join('\n')),
          ...describeTroubles(close, said).map((one) => section(`:warning: ${one}`)),
        ],
  };
}

/** What came since the last close, and what went back. */
function describeMoney({ money, span, days, timeZone }: CloseShown): string {
  const isOfDays = span.from === days.from && span.to === days.to;
  const hours = nameHours(days, timeZone);
  const when = isOfDays
    ? hours === null
      ? ''
      : ` from ${hours}`
    : ` since ${nameMoment(span.from, timeZone)}`;
  const since = when === '' ? '' : `${when} (${nameZone(timeZone)})`;
  if (money === null) return `*Money received${since}: not known*, the payment service could not be read.`;
  const net = money.since.net.map(({ fils, currency }) => `*${formatMoney(fils, currency)} net of refunds*`);
  const went = money.since.refunds.map(
    ({ kind, fils, currency, isAtLeast }) =>
      `${isAtLeast ? 'at least ' : ''}${formatBack(kind, fils, currency)}`,
  );
  const undone = money.undone.map((one) => `${formatMoney(one.fils, one.currency)} taken back`);
  return [`${describeHeadline('transactions', money.since)}${since}`, ...net, ...went, ...undone].join(' · ');
}

/** Mrkdwn. What nobody has to look into is left out. */
function listToDo({ reported, comparison, payouts }: CloseShown): string[] {
  const differences = comparison?.isComparable ? comparison.differences.length : 0;
  const sums =
    reported === null
      ? []
      : ([
          [reported.toRefund, 'to refund'],
          [reported.disputed, 'disputed'],
          [addUp(reported.mismatched, reported.unconfirmed, reported.backAsked), 'to check'],
        ] as const);
  return [
    ...sums.flatMap(([sum, what]) =>
      sum.count === 0 ? [] : [`*${formatAed(sum.fils)} ${what}* (${sum.count})`],
    ),
    ...(differences > 0
      ? [`${countOf(differences, 'link')} differ${differences === 1 ? 's' : ''} from the service’s list`]
      : []),
    ...countPayoutsOff(payouts?.tied ?? null),
  ];
}

const addUp = (...sums: readonly Sum[]): Sum =>
  sums.reduce((all, { count, fils }) => ({ count: all.count + count, fils: all.fils + fils }));

function describeTroubles(close: CloseShown, { ifUnread }: Said): string[] {
  const { money, comparison, payouts, hasMoved } = close;
  return [
    ...describeMissed(close).map(
      (missed) =>
        `${capitalise(missed)}: Paylink was not running, or Slack did not accept it. Its figures are in this one.`,
    ),
    ...(money === null || comparison === null || payouts === null
      ? [`Paylink could not read the payment service in full.${money === null ? ` ${ifUnread}` : ''}`]
      : []),
    ...(hasMoved
      ? ['The service’s listing changed while it was read, so rows may be missing from these sums.']
      : []),
  ];
}

const describeMissed = ({ missed, every, timeZone }: CloseShown): string[] =>
  missed === null ? [] : [`no ${POSTED[every].post} was posted for ${nameDays(missed, timeZone)}`];

/** For the thread. */
export const buildCloseDetails = (close: CloseShown): Message => {
  const { money, sales, payouts } = close;
  const sections = [
    money && [
      '*Money*',
      ...describeOfDays(close),
      ...describeRest('transactions', money.since),
      ...describeEarlier(money, POSTED[close.every].post),
    ],
    [
      '*Sales made with Paylink*',
      ...[
        ...sayCount('Made', sales.made),
        ...sayCount('Received', sales.received),
        ...describeReported(close),
      ],
    ],
    payouts
      ? [
          '*Payouts*',
          ...(payouts.sums.rows === 0 ? [] : describeSums('payouts', payouts.sums)),
          ...describeProofs(payouts.tied),
        ]
      : ['*Payouts*', 'Not known: the service could not be read.'],
    describeComparison(close.comparison),
  ].filter((lines) => lines !== null && lines.length > 1);
  return {
    text: `Details: ${POSTED[close.every].name} ${nameDays(close.days, close.timeZone)}`,
    blocks: sections.map((lines) => section((lines ?? []).join('\n'))),
  };
};

/** Of the calendar days, where the close counts from another moment. */
function describeOfDays({ money, span, days, timeZone }: CloseShown): string[] {
  if (money === null || (span.from === days.from && span.to === days.to)) return [];
  const hours = nameHours(days, timeZone);
  const when = [nameDays(days, timeZone), hours ?? []].flat().join(', ');
  return [`${when}: ${plain(describeHeadline('transactions', money.ofDays))}`];
}

/** What changed of the time before the last close. */
const describeEarlier = ({ late, undone }: NonNullable<CloseShown['money']>, post: string): string[] => [
  ...late.map(
    ({ currency, fils, rows }) =>
      `• ${formatMoney(fils, currency)} of the money received (${countOf(rows, 'payment')}) is from before the last ${post}: the service listed or confirmed it since.`,
  ),
  ...undone.map(
    ({ currency, fils, rows }) =>
      `• ${formatMoney(fils, currency)} (${countOf(rows, 'payment')}) of an earlier ${post} no longer counts as received: the service now says something else. The net is less by that.`,
  ),
];

/** As they stand now, of any day. */
const describeReported = ({ reported }: CloseShown): string[] =>
  reported === null
    ? []
    : [
        ...sayCount('Another amount or currency came', reported.mismatched),
        ...sayCount('Reported as paid, not confirmed by the service', reported.unconfirmed),
        ...sayCount('Refund not confirmed', reported.backAsked),
        ...reported.short.slice(0, MOST_SHORT).map((one) => `• Partly paid: ${describeShort(one)}`),
        ...sayMore(reported.short.length - MOST_SHORT, 'sale partly paid', 'sales partly paid'),
      ];

/** Nothing for none. */
const sayCount = (what: string, { count, fils }: Sum): string[] =>
  count === 0 ? [] : [`• ${what}: *${formatAed(fils)}* (${count})`];

function describeComparison(comparison: CloseShown['comparison']): string[] {
  const title = '*The service’s list of links*';
  if (comparison === null) return [title, 'Not compared: the service could not be read.'];
  if (!comparison.isComparable)
    return [title, 'Not compared: the service’s answer has no list with an `Invoice_Id` to match.'];
  const { differences, outside } = comparison;
  if (differences.length === 0)
    return [title, ':white_check_mark: No differences.', ...describeOutside(outside)];
  return [
    `${title}: *${countOf(differences.length, 'difference')}*`,
    ...differences.slice(0, MOST_DIFFERENCES).map((one) => `• ${describeDifference(one)}`),
    ...sayMore(differences.length - MOST_DIFFERENCES, 'more', 'more'),
    ...describeOutside(outside),
  ];
}

/** Not a difference: people can also create links in the service's dashboard. */
function describeOutside({ count, fils, withoutAmount }: Sum & { withoutAmount: number }): string[] {
  if (count === 0) return [];
  const amount = count > withoutAmount ? `, ${formatAed(fils)}` : '';
  const unread = withoutAmount > 0 ? ` (${withoutAmount} without a readable amount)` : '';
  return [`${count} ${count === 1 ? 'link was' : 'links were'} made outside Paylink${amount}${unread}.`];
}

const plain = (mrkdwn: string): string => mrkdwn.replaceAll('*', '');

/** `Sat 21 Nov 2026`, `16 – 22 Nov 2026` */
const nameDays = ({ from, to }: DateSpan, timeZone: string): string =>
  describeSpan(spanOfDays(dayOf(from, timeZone), dayOf(to, timeZone), timeZone), timeZone);

/** `Fri 20 Nov 2026 at 9:00 PM` */
const nameMoment = (at: number, timeZone: string): string =>
  `${nameDays({ from: at, to: at }, timeZone)} at ${formatTime(at, timeZone)}`;

/** `midnight to 9:00 PM`; null: whole days. */
const nameHours = ({ to }: DateSpan, timeZone: string): string | null => {
  const end = to + 1_000;
  return dayOf(end, timeZone) === dayOf(to, timeZone) ? `midnight to ${formatTime(end, timeZone)}` : null;
};

/** While the service is slow. */
export const buildDayWaiting = (days: DateSpan, timeZone: string): Message =>
  buildMessage(
    `⏳ Reading the figures of ${nameDays(days, timeZone)}… The payment service is slow to answer.`,
  );

/** `/paylink daily today`, for one person. */
export const buildDayFigures = (close: CloseShown): Message => {
  const { text, blocks } = buildFigures(close, ASKED_FOR);
  return buildMessage(text, [...blocks, ...buildCloseDetails(close).blocks]);
};
