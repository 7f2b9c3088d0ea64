import type { KnownBlock } from '@slack/types';
import { describeBatch } from '../blocks/batch.ts';
import { limits } from '../blocks/limits.ts';
import { context, type Message, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { joinSome, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { buildPlaceNote } from '../slack/explain-refused-place.ts';
import { type Batch, hasBegun, isBatchOver } from '../store/batch.ts';
import type { Placed } from '../store/message-store.ts';
import { buildBatchButtons } from './batch-buttons-view.ts';
import type { PaidOutRows } from './batch-figures-store.ts';
import type { BatchCounts, BatchFigure, Figure } from './count-batch.ts';

/** The card names at most so many customers who have not paid. */
export const MOST_NAMED = 20;
const MOST_ASKED = 5;
const MOST_PAYOUTS_NAMED = 3;

interface BatchCardFacts {
  /** The first customers who can still pay and have not: `Sara (···567)`. Not escaped. */
  missing: readonly string[];
  rowsPerSecond: number;
  /** Payouts that the service's records join by an id, newest first. */
  paidOut: readonly PaidOutRows[];
  placed: Pick<Placed, 'userId' | 'refusedAs'>;
  asked?: readonly string[];
}

/** The one message of a batch in its channel. Colleagues and guests read it: no e-mail, no full phone. */
export const buildBatchCard = (
  batch: Batch,
  counts: BatchCounts,
  { missing, rowsPerSecond, paidOut, placed, asked = [] }: BatchCardFacts,
): Message => {
  const head = describeHead(batch, counts, rowsPerSecond);
  return {
    text: cut(`${head.replaceAll('*', '')} · ${describeBatch(batch)}`, limits.section.text),
    blocks: [
      section([head, describeBatch(batch), ...describeFigures(batch, counts, paidOut)].join('\n'), 'batch'),
      ...buildMissing(batch, counts, missing),
      context(
        [
          `from a file by ${mention(batch.creatorId)}`,
          ...(asked.length > 0 ? [`asked: ${asked.slice(-MOST_ASKED).map(mention).join(' ')}`] : []),
        ].join(' · '),
        'batch_facts',
      ),
      ...buildBatchButtons(batch, counts),
      ...buildPlaceNote(batch.channelId, placed),
    ],
  };
};

/** The first post, without a state. It notifies the `approvers`. A crash can leave it behind next to the real card. */
export const buildFirstBatchCard = (batch: Batch, approvers: readonly string[]): Message => ({
  text: cut(`Links from a file: ${describeBatch(batch)}`, limits.section.text),
  blocks: [
    section(
      `*Links from a file*${batch.state === 'asked' ? ` that need approval${approvers.length > 0 ? `: ${approvers.slice(0, MOST_ASKED).map(mention).join(' ')}` : ''}` : ''}\n${describeBatch(batch)}`,
      'batch',
    ),
  ],
});

function describeHead(batch: Batch, counts: BatchCounts, rowsPerSecond: number): string {
  const { rows } = batch;
  const made = rows - counts.toGo.rows - counts.held.rows;
  const reach = `${groupNumber(made)} of ${groupNumber(rows)}`;
  switch (batch.state) {
    case 'preview':
    case 'asked':
      return `⏳ *Waiting for approval: above ${formatAed(batch.limitFils ?? 0)}, a second person must approve*`;
    case 'running':
      return `⏳ *Creating: ${reach} done*, ${groupNumber(counts.toGo.rows)} to go${describeTime(counts.toGo.rows, rowsPerSecond)}`;
    case 'paused':
      return `⏸️ *Paused: ${reach} done*, ${groupNumber(counts.toGo.rows)} to go`;
    case 'cancelled':
      return `🚫 *Cancelled: ${groupNumber(counts.left.rows)} left out*`;
    case 'declined':
      return `✖️ *Declined${batch.decidedBy === null ? '' : ` by ${mention(batch.decidedBy)}`}*`;
    case 'withdrawn':
      return '✖️ *Withdrawn*';
    case 'done':
      return isAllPaid(counts)
        ? `✅ *All ${groupNumber(counts.paid.rows)} paid*`
        : `🟡 *${groupNumber(counts.paid.rows)} of ${groupNumber(counts.made.rows)} paid*: ${formatAed(counts.paid.sumFils)}`;
  }
}

/** Without the rows that somebody left out, before or after the batch was confirmed. */
const isAllPaid = ({ paid, made, toGo, held, checking, notMade }: BatchCounts): boolean =>
  paid.rows > 0 && paid.rows === made.rows && [toGo, held, checking, notMade].every(({ rows }) => rows === 0);

function describeTime(rows: number, rowsPerSecond: number): string {
  if (rows === 0) return '';
  const seconds = rows / rowsPerSecond;
  if (seconds < 60) return ', less than a minute left';
  const minutes = Math.round(seconds / 60);
  return `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}

const WORDS: Record<Exclude<BatchFigure, 'toGo' | 'left'>, { emoji: string; words: string }> = {
  paid: { emoji: '✅', words: 'paid' },
  waiting: { emoji: '🟡', words: 'waiting' },
  declined: { emoji: '🟡', words: 'declined, can try again' },
  replaced: { emoji: '↪️', words: 'replaced: another link of the sale should be paid' },
  expired: { emoji: '⌛', words: 'expired or cancelled' },
  odd: { emoji: '🟠', words: 'need a look: partly paid, refunded, disputed, mismatched or not confirmed' },
  checking: {
    emoji: '❔',
    words: 'checking: the service’s answer was lost; Paylink is looking for the link',
  },
  held: { emoji: '✋', words: 'wait for an answer: something is new about the customer' },
  notMade: { emoji: '✖️', words: 'not made' },
};

function describeFigures(batch: Batch, counts: BatchCounts, paidOut: readonly PaidOutRows[]): string[] {
  if (!hasBegun(batch.state)) return [];
  const figures = (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((figure) =>
    counts[figure].rows === 0
      ? []
      : [
          describeFigure(counts[figure], WORDS[figure]),
          ...(figure === 'paid' ? describePaidOut(paidOut, counts.paid.rows) : []),
        ],
  );
  return [...(batch.trouble === null ? [] : [`⚠️ ${escapeMrkdwn(batch.trouble)}`]), ...figures];
}

/** `🏦 paid out: 12 of 40, in payout 7118` */
function describePaidOut(paidOut: readonly PaidOutRows[], paid: number): string[] {
  if (paidOut.length === 0) return [];
  const rows = paidOut.reduce((sum, one) => sum + one.rows, 0);
  const ids = paidOut.map(({ payoutId }) => escapeMrkdwn(cut(payoutId, 40)));
  const names = joinSome(ids, MOST_PAYOUTS_NAMED);
  return [
    `🏦 paid out: ${groupNumber(rows)} of ${groupNumber(paid)}, in ${paidOut.length === 1 ? 'payout' : 'payouts'} ${names}`,
  ];
}

const describeFigure = (
  { rows, sumFils }: Figure,
  { emoji, words }: { emoji: string; words: string },
): string => `${emoji} ${groupNumber(rows)} ${words} · ${formatAed(sumFils)}`;

function buildMissing({ state }: Batch, counts: BatchCounts, missing: readonly string[]): KnownBlock[] {
  if (missing.length === 0 || !isBatchOver(state)) return [];
  const names = missing.map(escapeMrkdwn);
  const rest = counts.missing.rows - names.length;
  return [
    section(
      `*Not paid yet:* ${names.join(', ')}${rest > 0 ? ` and ${groupNumber(rest)} more` : ''}`,
      'batch_missing',
    ),
  ];
}
