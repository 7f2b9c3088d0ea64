import { z } from 'zod';
import { limits } from '../blocks/limits.ts';
import { pointer } from '../blocks/pointer.ts';

const page = z.int().min(0);

/** What a payout's button carries: the page of its transactions from 0, when it was made, its id. */
const payoutSchema = z.tuple([page, z.int(), z.string()]);
export type PayoutPointer = z.infer<typeof payoutSchema>;
export const PAYOUT = pointer(payoutSchema);

/** Null without an id or a time, or if the id is too long for a menu. */
export const pointToPayout = (
  { at, id }: { at: number | null; id: string | null },
  shown = 0,
): string | null => {
  const text = at === null || id === null ? null : PAYOUT.write([shown, at, id]);
  return text === null || text.length > limits.option.value ? null : text;
};

/** A page of what is due. */
export const DUE_PAGE = pointer(page);
