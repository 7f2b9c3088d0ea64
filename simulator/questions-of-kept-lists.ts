import type { BatchRowStanding } from '../src/store/batch.ts';
import type { GivenList } from './office.ts';
import { TEAM } from './paylink.ts';
import type { Afterwards } from './questions.ts';

/** The job of its day may be in hand of a process that stands still, and is tried again after minutes. */
const COMES_WITHIN_MS = 12 * 60_000;

/** What a kept list brought: its rows, or none. Null: it is not repeated, as none of its rows is left. */
export const readBrought = async (
  { kept }: GivenList,
  { store }: Pick<Afterwards, 'store'>,
): Promise<readonly BatchRowStanding[] | null> => {
  if (kept === null) return [];
  const list = await store.batchLists.find(TEAM, kept.id);
  const id = kept.pressedId ?? list?.previewId ?? null;
  if (id !== null) return store.batches.standing(id);
  return list === null ? null : [];
};

/** A list that is kept: its preview on its day, with the rows that were confirmed, and no link of it without a press. */
export const askOfKept = (
  { kept, rows, withTwins }: GivenList,
  brought: readonly BatchRowStanding[] | null,
  { ledger, calmFrom, now }: Afterwards,
): string[] => {
  if (kept === null || brought === null) return [];
  const isLate = Math.max(kept.dueAt, calmFrom) + COMES_WITHIN_MS < now;
  if (brought.length === 0) return isLate ? ['its preview never came'] : [];
  const chosen = rows.filter(({ isFaulty, isTwin }) => !isFaulty && (withTwins || !isTwin));
  const made = brought.filter(({ link }) => link !== null);
  return [
    ...(kept.dueAt > now ? ['its preview came before its day'] : []),
    // What was left out of a batch that was cancelled does not come again.
    ...(brought.length > chosen.length
      ? [`its preview has ${brought.length} rows, and ${chosen.length} were confirmed`]
      : []),
    ...(made.length > 0 && kept.pressedId === null ? ['its links were made, and nobody pressed'] : []),
    ...made.flatMap(({ row, link }) => {
      const there = ledger.links().filter(({ invoiceId }) => invoiceId === link?.invoiceId);
      const isMade = link?.state !== 'failed';
      const [one] = there;
      if (there.length !== (isMade ? 1 : 0)) return [`row ${row.number} again: ${there.length} links`];
      return one && one.amountFils !== row.amountFils
        ? [`row ${row.number} again: ${one.amountFils} fils`]
        : [];
    }),
  ];
};
