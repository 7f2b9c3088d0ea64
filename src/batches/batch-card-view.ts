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
import { SHOWN_BATCH_STATES } from './batch-states.ts';
import type { BatchCounts } from './count-batch.ts';
import { BATCH_FIGURES, type BatchFigure } from './row-states.ts';

/** The card names at most so many customers who have not paid. */
export const MOST_NAMED = 5;
const MOST_ASKED = 5;
const MOST_PAYOUTS_NAMED = 3;

interface BatchCardFacts {
  /** The first customers who can still pay and have not: `Sara (···567)`. Not escaped. */
  missing: readonly string[];
  rowsPerSecond: number;
  placed: Pick<Placed, 'userId' | 'refusedAs'>;
  asked?: readonly string[];
}

/** The one message of a batch in its channel. Colleagues and guests read it: no e-mail, no full phone. */
export const buildBatchCard = (
  batch: Batch,
  counts: BatchCounts,
  { missing, rowsPerSecond, placed, asked = [] }: BatchCardFacts,
): Message => {
  const head = SHOWN_BATCH_STATES[batch.state].head(batch, counts, rowsPerSecond);
  return {
    text: cut(`${head.replaceAll('*', '')} · ${describeBatch(batch)}`, limits.section.text),
    blocks: [
      section(
        [
          head,
          `${describeBatch(batch)} · made by ${mention(batch.creatorId)}`,
          ...describeFigures(batch, counts),
        ].join('\n'),
        'batch',
      ),
      ...buildMissing(batch, counts, missing),
      ...(asked.length > 0
        ? [context(`asked: ${asked.slice(-MOST_ASKED).map(mention).join(' ')}`, 'batch_facts')]
        : []),
      ...buildBatchButtons(batch, counts),
      ...buildPlaceNote(batch.channelId, placed),
    ],
  };
};

/** The first post, without a state. A crash can leave it behind next to the real card. */
export const buildFirstBatchCard = (batch: Batch): Message => ({
  text: cut(`Links from a file: ${describeBatch(batch)}`, limits.section.text),
  blocks: [
    section(
      `*Links from a file*${batch.state === 'asked' ? ' that need approval' : ''}\n${describeBatch(batch)}`,
      'batch',
    ),
  ],
});

function describeFigures(batch: Batch, counts: BatchCounts): string[] {
  if (!hasBegun(batch.state)) return [];
  const figures = (Object.keys(BATCH_FIGURES) as BatchFigure[]).flatMap((figure) => {
    const { label } = BATCH_FIGURES[figure];
    const { rows, sumFils } = counts[figure];
    if (rows === 0 || figure === 'toGo' || figure === 'left') return [];
    const line = `${label.replace(' ', ` ${groupNumber(rows)} `)} · ${formatAed(sumFils)}`;
    return figure === 'paid' ? [line, ...describePaidOut(counts)] : [line];
  });
  return [...(batch.trouble === null ? [] : [`⚠️ ${escapeMrkdwn(batch.trouble)}`]), ...figures];
}

/** `🏦 paid out: 12 of 40, in payout 7118` */
function describePaidOut({ paidOut, payouts, paid }: BatchCounts): string[] {
  if (paidOut.rows === 0) return [];
  const names = joinSome(
    payouts.map((id) => escapeMrkdwn(cut(id, 40))),
    MOST_PAYOUTS_NAMED,
  );
  return [
    `🏦 paid out: ${groupNumber(paidOut.rows)} of ${groupNumber(paid.rows)}, in ${payouts.length === 1 ? 'payout' : 'payouts'} ${names}`,
  ];
}

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
