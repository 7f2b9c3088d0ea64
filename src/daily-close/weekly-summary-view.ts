import { limits } from '../blocks/limits.ts';
import { buildMessage, context, header, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { isChannel } from '../blocks/place.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { Sum } from '../figures/sale-figures.ts';
import { countPayoutsOff, describePayoutsOff, type ShownPayout } from './daily-difference-view.ts';
import { type ListedSum, nameMoney } from './daily-money.ts';

/** Days are already in words, in the merchant's zone. */
export interface WeeklySummaryShown {
  /** `9 – 15 Nov 2026` */
  days: string;
  daysBefore: string;
  paid: WeeksPaid;
  made: { now: Sum; before: Sum };
  /** Null: the service could not be read. */
  received: { now: ListedSum | null; before: ListedSum | null };
  /** As of now, from any day. */
  open: Sum;
  needs: {
    /** Links above the limit that nobody has decided about. */
    approvals: Sum;
    short: number;
    mismatched: Sum;
    unconfirmed: Sum;
    /** Whether they exist is not known yet. */
    unsettled: Sum;
    /** Of the week; null: not known. */
    payouts: readonly ShownPayout[] | null;
  };
  /** The service's pages moved while we read them. */
  hasMoved: boolean;
  /** Mondays, or other days of it, on which none came: `16 Nov 2026`. */
  missed: readonly string[];
}

/** The placeholder in the channel until the figures arrive. */
export const buildWeeklyLine = (days: string): Message => {
  const text = `Weekly summary of ${days}: Paylink is preparing it.`;
  return buildMessage(text);
};

/** Everyone in the channel reads it: sums only, nothing about a customer. The same lines each time. */
export const buildWeeklySummary = (shown: WeeklySummaryShown): Message => {
  const { days, daysBefore, paid, made, received, open, hasMoved, missed } = shown;
  const { now, before } = paid;
  const headline = `${formatAed(now.fils)} received in ${countOf(now.count)}, ${describeChange(now, before)} the week before`;
  const off = countPayoutsOff(shown.needs.payouts);
  const troubles = [
    ...(missed.length > 0
      ? [
          `:warning: No summary was posted on ${missed.join(', ')}: Paylink was not running, or Slack did not accept it.`,
        ]
      : []),
    ...(received.now === null || received.before === null
      ? [':warning: Paylink tried for up to an hour and could not read the payment service in full.']
      : []),
    ...(hasMoved
      ? [':warning: The service’s listing changed while it was read, so rows may be missing from its sums.']
      : []),
  ];
  return {
    text: cut(`Week ${days}: ${[headline, ...(off === null ? [] : [off])].join('; ')}.`, limits.section.text),
    blocks: [
      header(`Week · ${days}`),
      section(`*${headline}.*\nWhy: ${explainChange(paid)}`),
      ...troubles.map((text) => section(text)),
      section(
        [
          '*Links*',
          `• Created: *${sum(made.now)}* (${sum(made.before)})`,
          `• Received: *${sum(now)}* (${sum(before)})`,
          `• Still to come, all days: *${sum(open)}*`,
          `• At the payment service: ${nameReceived(received.now)} (${nameReceived(received.before)})`,
        ].join('\n'),
      ),
      section(['*Needs attention*', ...listNeeds(shown.needs)].join('\n')),
      context(
        `In brackets: ${daysBefore}, the same days the week before. Links are those made with Paylink; at the payment service every row counts.`,
      ),
    ],
  };
};

const nameReceived = (listed: ListedSum | null): string =>
  listed === null ? 'not known' : nameMoney(listed);

function listNeeds({
  approvals,
  short,
  mismatched,
  unconfirmed,
  unsettled,
  payouts,
}: WeeklySummaryShown['needs']): string[] {
  const line = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`• ${groupNumber(count)} ${count === 1 ? one : many}`];
  const lines = [
    ...line(
      approvals.count,
      `link is waiting for approval (${formatAed(approvals.fils)}): approve it in its request, or in Paylink’s Home`,
      `links wait for approval (${formatAed(approvals.fils)}): approve them in their requests, or in Paylink’s Home`,
    ),
    ...line(short, 'link was paid short', 'links were paid short'),
    ...line(
      mismatched.count,
      'link was paid with another amount or currency than asked',
      'links were paid with another amount or currency than asked',
    ),
    ...line(
      unconfirmed.count,
      'payment was reported and the service does not confirm it',
      'payments were reported and the service does not confirm them',
    ),
    ...line(
      unsettled.count,
      'link may or may not exist: its card says *Checking*',
      'links may or may not exist: their cards say *Checking*',
    ),
  ];
  const states = [
    ...(short > 0 ? ['partly'] : []),
    ...(mismatched.count > 0 ? ['mismatch'] : []),
    ...(unconfirmed.count > 0 ? ['reported'] : []),
    ...(unsettled.count > 0 ? ['checking'] : []),
  ];
  const all = [
    ...lines,
    ...(states.length > 0 ? [`\`/paylink find ${states.join(' ')}\` lists these links.`] : []),
    ...describePayoutsOff(payouts),
  ];
  return all.length === 0 ? ['• Nothing.'] : all;
}

const countOf = (count: number): string => `${groupNumber(count)} ${count === 1 ? 'payment' : 'payments'}`;

const sum = ({ count, fils }: Sum): string => `${groupNumber(count)}, ${formatAed(fils)}`;

interface WeeksPaid {
  now: Sum;
  before: Sum;
  nowByPlace: ReadonlyMap<string, Sum>;
  beforeByPlace: ReadonlyMap<string, Sum>;
}

/** What came in by links that were paid, against the week before. Mrkdwn. */
export const describeChange = (now: Sum, before: Sum): string => {
  const change = now.fils - before.fils;
  if (change === 0) return 'as much as';
  return `${formatAed(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than`;
};

/**
 * One line of why: whether other links were paid or larger ones, whichever moved the sum more, and the channel that moved it
 * most. Mrkdwn.
 */
export const explainChange = (weeks: WeeksPaid): string => {
  const { now, before } = weeks;
  const change = now.fils - before.fils;
  if (now.count === 0 && before.count === 0) return 'no link was paid in either week.';
  if (change === 0) return 'the sum is the same.';
  if (before.count === 0) return 'no link was paid in the week before.';
  if (now.count === 0) return 'no link was paid this week.';
  const isUp = change > 0;
  const average = { now: Math.round(now.fils / now.count), before: Math.round(before.fils / before.count) };
  const byCount = (now.count - before.count) * average.before;
  const bySize = change - byCount;
  const reason = Math.abs(byCount) >= Math.abs(bySize) ? byCount : bySize;
  // Of two that pull apart, the one that goes with the sum outweighs the other.
  const isOfCount = Math.sign(reason) === Math.sign(change) ? reason === byCount : byCount > 0 === isUp;
  const why = isOfCount
    ? `${isUp ? 'more' : 'fewer'} links were paid (${groupNumber(now.count)}, not ${groupNumber(before.count)})`
    : `the links paid were ${isUp ? 'larger' : 'smaller'} (${formatAed(average.now)} on average, not ${formatAed(average.before)})`;
  const place = findMover(weeks, isUp);
  return `${why}${place === null ? '' : `; the most in ${place}`}.`;
};

/** The place whose sum moved furthest the same way; direct messages are one. Null: there is just one place. */
function findMover({ nowByPlace, beforeByPlace }: WeeksPaid, isUp: boolean): string | null {
  const changes = new Map<string, number>();
  const add = (sums: ReadonlyMap<string, Sum>, sign: 1 | -1) => {
    for (const [id, { fils }] of sums) {
      const place = isChannel(id) ? `<#${escapeMrkdwn(id)}>` : 'direct messages';
      changes.set(place, (changes.get(place) ?? 0) + sign * fils);
    }
  };
  add(nowByPlace, 1);
  add(beforeByPlace, -1);
  if (changes.size < 2) return null;
  const [first] = [...changes].toSorted(([, one], [, other]) => (isUp ? other - one : one - other));
  return first && (isUp ? first[1] > 0 : first[1] < 0)
    ? `${first[0]} (${formatAed(Math.abs(first[1]))})`
    : null;
}
