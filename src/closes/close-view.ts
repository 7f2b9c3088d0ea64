import { limits } from '../blocks/limits.ts';
import { buildMessage, context, header, type Message, section } from '../blocks/message.ts';
import { formatAed, nameZone } from '../blocks/money-and-time.ts';
import { capitalise, countOf, cut } from '../blocks/text.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import type { Sum } from '../figures/sale-figures.ts';
import { formatLocalDateTime } from '../payment-service/index.ts';
import {
  describeHeadline,
  describeRest,
  describeSums,
  formatBack,
  formatMoney,
} from '../reports/report-words.ts';
import {
  countPayoutsOff,
  describeDifference,
  describeProofs,
  describeShort,
  type ShownPayout,
  sayMore,
} from './daily-difference-view.ts';
import type { CloseFigures } from './read-close.ts';
import type { FiguresEvery } from './switch-view.ts';

/** The figures of a close, to show. */
export interface CloseShown extends Omit<CloseFigures, 'payouts'> {
  payouts:
    | (Omit<NonNullable<CloseFigures['payouts']>, 'tied'> & { tied: readonly ShownPayout[] | null })
    | null;
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
  details: string;
  ifUnread: string;
}
const POSTED: Record<FiguresEvery, Said & { post: string; named: string }> = {
  day: {
    post: 'close',
    named: 'the daily close of',
    name: 'Daily close of',
    title: 'Daily close ·',
    details: 'see the thread',
    ifUnread: 'The next close has the money that is missing here.',
  },
  week: {
    post: 'summary',
    named: 'the week',
    name: 'Week',
    title: 'Week ·',
    details: 'see the thread',
    ifUnread: 'The next summary has the money that is missing here.',
  },
};
const ASKED_FOR: Said = {
  name: 'Figures of',
  title: 'Figures of',
  details: 'see below',
  ifUnread: 'Ask again in a few minutes.',
};

/** Everyone in the channel reads it: references and sums only, nothing about a customer. */
export const buildClose = (close: CloseShown): Message => buildFigures(close, POSTED[close.every]);

function buildFigures(close: CloseShown, said: Said): Message {
  const days = nameDays(close.days, close.timeZone);
  const troubles = describeTroubles(close, said);
  const off = countPayoutsOff(close.payouts?.tied ?? null);
  const differences = close.comparison?.isComparable ? close.comparison.differences.length : 0;
  const attention = [
    ...(differences > 0
      ? [`${countOf(differences, 'link')} differ${differences === 1 ? 's' : ''} from the service’s list`]
      : []),
    ...(off === null ? [] : [off]),
  ];
  const [first = '', ...lines] = describeMoney(close);
  const text = [plain(first), ...attention, ...describeMissed(close)];
  return {
    text: cut(`${said.name} ${days}: ${text.join('; ')}`, limits.section.text),
    blocks: [
      header(`${said.title} ${days}`),
      section([first, ...lines, describeSales(close)].join('\n')),
      ...[...troubles, ...(attention.length > 0 ? [`${attention.join(', ')}: ${said.details}.`] : [])].map(
        (one) => section(`:warning: ${one}`),
      ),
    ],
  };
}

/** Money first: since the last close, and of its days. */
function describeMoney({ money, span, days, timeZone }: CloseShown): string[] {
  const end = nameEnd(days, timeZone);
  const hours = end === null ? null : `midnight to ${end}`;
  const isOfDays = span.from === days.from && span.to === days.to;
  const when = isOfDays
    ? hours === null
      ? ''
      : ` from ${hours}`
    : ` since ${nameMoment(span.from, timeZone)}`;
  const since = when === '' ? '' : `${when} (${nameZone(timeZone)})`;
  if (money === null) return [`*Money received${since}: not known*, the payment service could not be read.`];
  const went = money.since.refunds.map(
    ({ kind, fils, currency, isAtLeast }) =>
      `${isAtLeast ? 'at least ' : ''}${formatBack(kind, fils, currency)}`,
  );
  const undone = money.undone.map((one) => `${formatMoney(one.fils, one.currency)} no longer paid`);
  const net = money.since.net.map(({ fils, currency }) => `${formatMoney(fils, currency)} net of refunds`);
  return [
    [`${describeHeadline('transactions', money.since)}${since}`, ...went, ...undone, ...net].join(' · '),
    ...(isOfDays
      ? []
      : [
          `${[nameDays(days, timeZone), hours ?? []].flat().join(', ')}: ${plain(describeHeadline('transactions', money.ofDays))}`,
        ]),
  ];
}

const describeSales = ({ sales: { made, received }, toCome }: CloseShown): string =>
  `Paylink links: ${sumOf(made)} made · ${sumOf(received)} received · ${sumOf(toCome)} still to come now, all days`;

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
  const { money, payouts } = close;
  const sections = [
    money && [
      '*Money*',
      ...describeRest('transactions', money.since),
      ...describeEarlier(money, POSTED[close.every].post),
    ],
    payouts
      ? ['*Payouts*', ...describeSums('payouts', payouts.sums), ...describeProofs(payouts.tied)]
      : ['*Payouts*', 'Not known: the service could not be read.'],
    ['*Links of all days, as they stand now*', ...describeReported(close)],
    describeComparison(close.comparison),
  ].filter((lines) => lines !== null && lines.length > 1);
  return {
    text: `Details of ${POSTED[close.every].named} ${nameDays(close.days, close.timeZone)}`,
    blocks: [
      ...sections.map((lines) => section((lines ?? []).join('\n'))),
      context(
        'Links are those made with Paylink in this workspace; their payments count when the customer paid. Money received and payouts count every row that the payment service lists; the states of payouts are in its own words.',
      ),
    ],
  };
};

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

const describeReported = ({
  reported: { short, mismatched, refunded, disputed, unconfirmed, backAsked },
}: CloseShown): string[] => [
  ...short.slice(0, MOST_SHORT).map((one) => `• Partly paid: ${describeShort(one)}`),
  ...sayMore(short.length - MOST_SHORT, 'link partly paid', 'links partly paid'),
  ...sayLinks('Paid with another amount or currency than asked', mismatched),
  ...sayLinks('Refunded before Paylink saw them paid', refunded),
  ...sayLinks('Disputed by the customer before Paylink saw them paid', disputed),
  ...sayLinks('Reported as paid and not confirmed by the service', unconfirmed),
  ...sayLinks('Refund not confirmed', backAsked),
];

const sayLinks = (what: string, sum: Sum): string[] =>
  sum.count === 0 ? [] : [`• ${what}: *${sumOf(sum)}*`];

function describeComparison(comparison: CloseShown['comparison']): string[] {
  const title = '*Reconciliation with the service’s list of links*';
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

const sumOf = ({ count, fils }: Sum): string => (count === 0 ? '0' : `${count} (${formatAed(fils)})`);

/** `Sat 21 Nov 2026`, `16 – 22 Nov 2026` */
const nameDays = ({ from, to }: DateSpan, timeZone: string): string =>
  describeSpan(spanOfDays(dayOf(from, timeZone), dayOf(to, timeZone), timeZone), timeZone);

/** `Fri 20 Nov 2026, 21:00` */
const nameMoment = (at: number, timeZone: string): string =>
  `${nameDays({ from: at, to: at }, timeZone)}, ${formatLocalDateTime(at, timeZone).slice(11, 16)}`;

/** `21:00`; null: whole days. */
const nameEnd = ({ to }: DateSpan, timeZone: string): string | null => {
  const clock = formatLocalDateTime(to + 1_000, timeZone).slice(11, 16);
  return clock === '00:00' ? null : clock;
};

/** `/paylink daily yesterday`, for one person. */
export const buildDayFigures = (close: CloseShown): Message => {
  const { text, blocks } = buildFigures(close, ASKED_FOR);
  return buildMessage(text, [...blocks, ...buildCloseDetails(close).blocks]);
};
