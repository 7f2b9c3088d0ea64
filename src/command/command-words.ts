import { editDistance } from '../edit-distance.ts';

/** The words after `/paylink`. A new one does not compile until `COMMANDS` has a row for it. */
export const COMMAND_WORDS = [
  'new',
  'help',
  'find',
  'mine',
  'unpaid',
  'batch',
  'report',
  'transactions',
  'payouts',
  'links',
  'team',
  'exports',
  'business',
  'reconcile',
  'daily',
  'weekly',
  'settings',
  'audit',
] as const;

export type CommandWord = (typeof COMMAND_WORDS)[number];

/** At most this many edits are a typo rather than a different word. */
const NEAR = 2;
/** Other words people type for these, too different to count as typos. */
const OTHER_WORDS: Record<string, CommandWord> = {
  transaction: 'transactions',
  txns: 'transactions',
  tx: 'transactions',
  payments: 'transactions',
  payout: 'payouts',
  settlements: 'payouts',
  recon: 'reconcile',
  link: 'links',
  merchant: 'business',
  search: 'find',
  lookup: 'find',
  reports: 'report',
  roles: 'settings',
  config: 'settings',
  batches: 'batch',
  bulk: 'batch',
  upload: 'batch',
  staff: 'team',
  export: 'exports',
  summary: 'weekly',
};

/** They need no question back. */
const SAME_WORDS: Record<string, CommandWord> = {
  reconciliation: 'reconcile',
  '?': 'help',
  '-h': 'help',
  '--help': 'help',
  مساعدة: 'help',
};

/** With one letter changed, these are names: `Mike`, `Finn`. */
const NEAR_NAMES: readonly string[] = ['find', 'mine', 'batch', 'team'];

const LONG_WORDS = COMMAND_WORDS.filter(({ length }) => length >= 7);

/** A command with one letter added, missing, wrong or swapped. Two edits of a short command are another word. */
export const isSlip = (typed: string): boolean =>
  typed.length > 2 &&
  COMMAND_WORDS.some(
    (known) =>
      isSwapped(typed, known) ||
      (editDistance(typed, known) <= 1 && !(NEAR_NAMES.includes(known) && typed.length === known.length)),
  );

function isSwapped(typed: string, known: string): boolean {
  if (typed.length !== known.length) return false;
  const at = [...typed].findIndex((letter, place) => letter !== known[place]);
  const swapped = `${typed.slice(0, at)}${typed[at + 1] ?? ''}${typed[at] ?? ''}${typed.slice(at + 2)}`;
  return swapped === known;
}

/** The command that the person most likely meant; null if none is close. */
export const nearestWord = (typed: string): string | null => {
  const other = Object.hasOwn(OTHER_WORDS, typed) ? OTHER_WORDS[typed] : undefined;
  if (other) return other;
  const near = COMMAND_WORDS.map((known) => ({ known, far: editDistance(typed, known) })).sort(
    (a, b) => a.far - b.far,
  )[0];
  return near && near.far <= NEAR ? near.known : null;
};

/**
 * A synonym, or a typo in a long command. Short commands do not count: `Linus` is one letter away from `links`, and is
 * a customer. So is `Rupert`, so a typo of `report` may swap, drop or add a letter, but not change one.
 */
export const isLikelyMeant = (typed: string): boolean =>
  Object.hasOwn(OTHER_WORDS, typed) ||
  LONG_WORDS.some((known) => editDistance(typed, known) <= NEAR) ||
  isSwapped(typed, 'report') ||
  (typed.length !== 'report'.length && editDistance(typed, 'report') === 1);

export const parseCommandWord = (word: string): CommandWord | null =>
  COMMAND_WORDS.find((known) => known === word) ??
  (Object.hasOwn(SAME_WORDS, word) ? (SAME_WORDS[word] ?? null) : null);
