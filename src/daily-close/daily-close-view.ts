import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildMessage, context, header, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { capitalise, countOf, cut, escapeMrkdwn } from '../blocks/text.ts';
import {
  countPayoutsOff,
  describeDifference,
  describeProofs,
  describeShort,
  type ShownPayout,
  type ShownShort,
  sayMore,
} from './daily-difference-view.ts';
import type { DailyDifference } from './daily-differences.ts';
import {
  countSum,
  describeMoney,
  describeReceivedChange,
  isUnlisted,
  type ListedSum,
  lowerFirst,
  nameGaps,
  nameMoney,
  type ReceivedChange,
} from './daily-money.ts';

interface Sum {
  count: number;
  fils: number;
}

interface Figures {
  issued: Sum;
  paid: Sum;
  /** Null: the service could not be read. */
  transactions: ListedSum | null;
  payouts: ListedSum | null;
}

/** Days and hours are already in words, in the merchant's zone. */
export interface DailyCloseShown {
  /** `Sat 21 Nov 2026` */
  day: string;
  /** `midnight to 21:00 (Dubai)` */
  hours: string;
  today: Figures;
  lastWeek: Figures;
  lastWeekDay: string;
  /** From the end of the last close to the start of this one. */
  between: (Figures & { hours: string }) | null;
  /** What the last close would count more or less now; null: no close to compare with; `received` null: not known. */
  late: { day: string; received: readonly ReceivedChange[] | null } | null;
  open: Sum;
  /** From any day; sums are of the requested amounts. */
  reported: { short: readonly ShownShort[]; mismatched: Sum; refunded: Sum; unconfirmed: Sum };
  comparison: {
    isComparable: boolean;
    differences: readonly DailyDifference[];
    outside: Sum & { withoutAmount: number };
  } | null;
  /** How the payouts made since the last close add up; null: not known. */
  payouts: readonly ShownPayout[] | null;
  /** The service's pages moved while we read them. */
  hasMoved: boolean;
  /** The days since the last close that had none: `19 – 20 Nov 2026`. */
  leftOut: string | null;
}

const MOST_DIFFERENCES = 10;
const MOST_SHORT = 10;
const MOST_STATES = 6;
const MOST_CURRENCIES = 4;
const LONGEST_STATE = 40;

/** The placeholder in the channel until the figures arrive. */
export const buildDailyCloseLine = (day: string): Message => {
  const text = `Daily close of ${day}: Paylink is preparing it.`;
  return buildMessage(text);
};

/** Everyone in the channel reads it: references and sums only, nothing about a customer. */
export const buildDailyClose = (close: DailyCloseShown): Message => {
  const { today, lastWeek } = close;
  const blocks: KnownBlock[] = [
    header(`Daily close · ${close.day}`),
    context(`${capitalise(close.hours)}. In brackets: ${close.lastWeekDay}, up to the same hour.`),
    ...describeTroubles(close).map((text) => section(text)),
    section(describeLinks(close)),
    section(describeMoney(today.transactions, lastWeek.transactions)),
    section([describePayouts(today.payouts, lastWeek.payouts), ...describeProofs(close.payouts)].join('\n')),
    ...(close.between && (close.leftOut !== null || hasNews(close.between))
      ? [section(describeBetween(close.between))]
      : []),
    ...describeLate(close.late).map((text) => section(`*${text}.* It is in none of these sums.`)),
    section(describeComparison(close.comparison)),
    context(
      'Links are those made with Paylink in this workspace. Money received and payouts count every row that the payment service lists; the states of payouts are in its own words.',
    ),
  ];
  return { text: summarise(close), blocks };
};

function summarise({ day, today, comparison, payouts, late, leftOut }: DailyCloseShown): string {
  const off = countPayoutsOff(payouts);
  const count = comparison?.isComparable ? comparison.differences.length : 0;
  const parts = [
    `${countLinks(today.issued)} created`,
    `${countLinks(today.paid)} received`,
    today.transactions === null ? 'the service could not be read' : nameMoney(today.transactions),
    ...describeLate(late).map(lowerFirst),
    ...(off === null ? [] : [off]),
    ...(count > 0 ? [countOf(count, 'difference')] : []),
    ...(leftOut === null ? [] : [`no close was posted for ${leftOut}`]),
  ];
  return cut(`Daily close of ${day}: ${parts.join('; ')}.`, limits.section.text);
}

function describeTroubles({
  leftOut,
  hasMoved,
  today,
  lastWeek,
  between,
  late,
  comparison,
}: DailyCloseShown): string[] {
  const figures = [today, lastWeek, ...(between ? [between] : [])];
  const isUnread =
    comparison === null ||
    late?.received === null ||
    figures.some((one) => one.transactions === null || one.payouts === null);
  return [
    ...(leftOut === null
      ? []
      : [
          `:warning: No close was posted for ${leftOut}: Paylink was not running, or Slack did not accept it.`,
        ]),
    ...(isUnread
      ? [
          ':warning: Paylink tried for up to an hour and could not read the payment service in full. This is what we know.',
        ]
      : []),
    ...(hasMoved
      ? [':warning: The service’s listing changed while it was read, so rows may be missing from these sums.']
      : []),
  ];
}

function describeLinks({ today, lastWeek, open, reported }: DailyCloseShown): string {
  return [
    '*Links*',
    `• Created: *${countLinks(today.issued)}* (${countLinks(lastWeek.issued)})`,
    `• Received: *${countLinks(today.paid)}* (${countLinks(lastWeek.paid)})`,
    `• Still to come, all days: *${countLinks(open)}*`,
    ...reported.short.slice(0, MOST_SHORT).map((one) => `• Paid short: ${describeShort(one)}`),
    ...sayMore(reported.short.length - MOST_SHORT, 'link paid short', 'links paid short'),
    ...sayLinks('Paid with another amount or currency than asked', reported.mismatched),
    ...sayLinks('Refunded before Paylink saw them paid', reported.refunded),
    ...sayLinks('Reported as paid and not confirmed by the service', reported.unconfirmed),
  ].join('\n');
}

const sayLinks = (what: string, sum: Sum): string[] =>
  sum.count === 0 ? [] : [`• ${what}: *${countLinks(sum)}*`];

function describePayouts(sum: ListedSum | null, before: ListedSum | null): string {
  const title = 'Payouts';
  if (sum === null) return `*${title}*\nNot known: the service could not be read.`;
  const states = sum.byStatus.slice(0, MOST_STATES).map((state) => {
    const same = before?.byStatus.find(
      ({ status, currency }) => status === state.status && currency === state.currency,
    );
    const beside = before === null ? 'not known' : same ? countSum(same) : '0';
    return `• ${nameState(state.status)}: *${countSum(state)}* (${beside})`;
  });
  const gone = before?.byStatus.filter(
    ({ status, currency }) => !sum.byStatus.some((one) => one.status === status && one.currency === currency),
  );
  return [
    `*${title}: ${sum.rows}* (${before?.rows ?? 'not known'})`,
    ...(sum.isList ? [] : ['• The service’s answer held no list, so there may still be some.']),
    ...states,
    ...(gone ?? [])
      .slice(0, MOST_STATES)
      .map((state) => `• ${nameState(state.status)}: *0* (${countSum(state)})`),
    ...sayMore(sum.byStatus.length - MOST_STATES, 'other state', 'other states'),
    ...(sum.withoutAmount > 0 ? [`• Without a readable amount, in no sum: ${sum.withoutAmount}`] : []),
  ].join('\n');
}

/** A quiet night adds nothing to the message. */
function hasNews({ issued, paid, transactions, payouts }: Figures): boolean {
  return issued.count + paid.count > 0 || transactions?.rows !== 0 || payouts?.rows !== 0;
}

function describeBetween(figures: Figures & { hours: string }): string {
  const { transactions, payouts } = figures;
  const money = transactions === null ? 'money received not known' : nameMoney(transactions);
  return [
    `*Since the last close* (${figures.hours}, not in the sums above)`,
    `${countLinks(figures.issued)} created; ${countLinks(figures.paid)} received; ${money}; ${namePayouts(payouts)}`,
  ].join('\n');
}

/** `Since the close of Fri 20 Nov 2026: 1 more payment, AED 250.00`, or nothing. */
function describeLate(late: DailyCloseShown['late']): string[] {
  if (late === null || late.received === null || late.received.length === 0) return [];
  const shown = late.received.slice(0, MOST_CURRENCIES).map(describeReceivedChange);
  const more = sayMore(late.received.length - MOST_CURRENCIES, 'other currency', 'other currencies');
  return [`Since the close of ${late.day}: ${[...shown, ...more].join('; ')}`];
}

function namePayouts(sum: ListedSum | null): string {
  if (sum === null || isUnlisted(sum)) return 'payouts not known';
  if (sum.rows === 0) return 'no payouts';
  const states = sum.byStatus
    .slice(0, MOST_STATES)
    .map((state) => `${nameState(state.status)} ${countSum(state)}`);
  const more = sayMore(sum.byStatus.length - MOST_STATES, 'other state', 'other states');
  return `payouts ${[...states, ...more, ...nameGaps(sum)].join(', ')}`;
}

function describeComparison(comparison: DailyCloseShown['comparison']): string {
  const title = '*Reconciliation with the service’s list of links*';
  if (comparison === null) return `${title}\nNot compared: the service could not be read.`;
  if (!comparison.isComparable)
    return `${title}\nNot compared: the service’s answer has no list with an \`Invoice_Id\` to match.`;
  const { differences, outside } = comparison;
  if (differences.length === 0)
    return [title, ':white_check_mark: No differences.', ...describeOutside(outside)].join('\n');
  const shown = differences.slice(0, MOST_DIFFERENCES).map((one) => `• ${describeDifference(one)}`);
  return [
    `${title}: *${countOf(differences.length, 'difference')}*`,
    ...shown,
    ...sayMore(differences.length - MOST_DIFFERENCES, 'more', 'more'),
    ...describeOutside(outside),
  ].join('\n');
}

/** Not a difference: people can also create links in the service's dashboard. */
function describeOutside({ count, fils, withoutAmount }: Sum & { withoutAmount: number }): string[] {
  if (count === 0) return [];
  const amount = count > withoutAmount ? `, ${formatAed(fils)}` : '';
  const unread = withoutAmount > 0 ? ` (${withoutAmount} without a readable amount)` : '';
  return [`${count} ${count === 1 ? 'link was' : 'links were'} made outside Paylink${amount}${unread}.`];
}

const countLinks = ({ count, fils }: Sum): string => (count === 0 ? '0' : `${count}, ${formatAed(fils)}`);

const nameState = (status: string | null): string =>
  status === null ? 'without a state' : escapeMrkdwn(cut(status, LONGEST_STATE));
