import { limits } from '../blocks/limits.ts';
import { buildMessage, header, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { countOf, cut, groupNumber } from '../blocks/text.ts';
import type { Sum } from '../figures/sale-figures.ts';
import { describeHeadline, type ReportSums } from '../reports/report-words.ts';
import { countPayoutsOff, describePayoutsOff, type ShownPayout } from './daily-difference-view.ts';

/** Days are already in words, in the merchant's zone. */
export interface WeeklySummaryShown {
  /** `9 – 15 Nov 2026` */
  days: string;
  daysBefore: string;
  /** With our own links. */
  paid: { now: Sum; before: Sum };
  made: { now: Sum; before: Sum };
  /** Null: the service could not be read. */
  received: { now: ReportSums | null; before: ReportSums | null };
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

/** Everyone in the channel reads it: sums only, nothing about a customer. The same lines each time. */
export const buildWeeklySummary = (shown: WeeklySummaryShown): Message => {
  const { days, paid, made, open, needs } = shown;
  const off = countPayoutsOff(needs.payouts);
  const headline = describePaid(paid);
  const parts = [plain(headline), ...(off === null ? [] : [off])];
  return {
    text: cut(`Week ${days}: ${parts.join('; ')}`, limits.section.text),
    blocks: [
      header(`Week · ${days}`),
      section(
        [
          headline,
          describeService(shown),
          `Paylink links: ${sum(made.now)} made · ${sum(open)} still to come now, all days`,
        ].join('\n'),
      ),
      ...describeTroubles(shown).map((text) => section(`:warning: ${text}`)),
      ...(listNeeds(needs).length === 0 ? [] : [section('Something needs attention: see the thread.')]),
    ],
  };
};

/** For the thread. Null: nothing needs attention. */
export const buildWeeklyNeeds = ({ days, needs }: WeeklySummaryShown): Message | null => {
  const attention = listNeeds(needs);
  return attention.length === 0
    ? null
    : buildMessage(`What needs attention after the week ${days}`, [
        section(['*Needs attention*', ...attention].join('\n')),
      ]);
};

const describePaid = ({ now, before }: WeeklySummaryShown['paid']): string => {
  if (now.count === 0) return '*No Paylink links were paid this week.*';
  const payments = countOf(now.count, 'payment');
  return `*${formatAed(now.fils)} received with Paylink links* (${payments}), ${describeChange(now, before)} the week before`;
};

function describeService({ received: { now, before }, daysBefore }: WeeklySummaryShown): string {
  const say = (sums: ReportSums | null) =>
    sums === null ? 'not known' : plain(describeHeadline('transactions', sums));
  return `Through the payment service: ${say(now)} · ${daysBefore}: ${say(before)}`;
}

const describeTroubles = ({ missed, received, hasMoved }: WeeklySummaryShown): string[] => [
  ...(missed.length > 0
    ? [`No summary was posted on ${missed.join(', ')}: Paylink was not running, or Slack did not accept it.`]
    : []),
  ...(received.now === null
    ? ['Paylink tried for up to an hour and could not read the payment service.']
    : []),
  ...(hasMoved
    ? ['The service’s listing changed while it was read, so rows may be missing from its sums.']
    : []),
];

const plain = (mrkdwn: string): string => mrkdwn.replaceAll('*', '');

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
    ...line(short, 'link was partly paid', 'links were partly paid'),
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
  return all;
}

const sum = ({ count, fils }: Sum): string =>
  count === 0 ? '0' : `${groupNumber(count)} (${formatAed(fils)})`;

/** `AED 500.00 less than`, the week before. */
export const describeChange = (now: Sum, before: Sum): string => {
  const change = now.fils - before.fils;
  if (change === 0) return 'as much as';
  return `${formatAed(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than`;
};
