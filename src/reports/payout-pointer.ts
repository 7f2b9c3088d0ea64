/** What a button carries of a payout: which page of it, when it was made, and its id. */
export interface PayoutPointer {
  /** Counted from 0. */
  page: number;
  at: number;
  id: string;
}

/** Of the 75 characters that an option takes. */
const LONGEST_ID = 50;

/** `0.mi7x2k00.7118`; null for a payout that cannot be named so. */
export const writePayoutPointer = (
  payout: { at: number | null; id: string | null },
  page = 0,
): string | null =>
  payout.id === null || payout.at === null || payout.id.length > LONGEST_ID
    ? null
    : `${page}.${payout.at.toString(36)}.${payout.id}`;

/** Null if the text is from no button of a payout. */
export const parsePayoutPointer = (value: string | null): PayoutPointer | null => {
  const [, page = '', at = '', id = ''] = /^(\d{1,4})\.([0-9a-z]{1,9})\.(.{1,50})$/su.exec(value ?? '') ?? [];
  return id === '' ? null : { page: Number(page), at: Number.parseInt(at, 36), id };
};
