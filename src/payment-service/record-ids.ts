import { FREE_TEXT } from './find-address.ts';
import { toIdentifier } from './identifiers.ts';
import type { Leaf, NamesSay } from './leaf.ts';
import { rankIdEnding } from './name-ids.ts';
import { plainName } from './read-field.ts';
import { oncePerRecord, type ServiceRecord } from './record-fields.ts';
import { readLeaves } from './record-leaves.ts';
import type { Sort } from './record-names.ts';

/** How likely a leaf is what is looked for, by what its names say; lower is likelier. Null: it is not. */
export type RankOf = (says: NamesSay) => number | null;

/** More than the endings of names. */
const RANKS_A_LEVEL = 20;
const RANKS_A_GROUP = 1_000;

/** An earlier group before later ones, outer names before nested ones, and at one level by their endings. Below 0: it is of no group. */
export const rankAt = (group: number, depth: number, ending = 0): number | null =>
  group < 0 ? null : group * RANKS_A_GROUP + depth * RANKS_A_LEVEL + ending;

/** So that the order of keys decides nothing. */
export const comparePaths = (one: readonly string[], other: readonly string[]): number => {
  const [name, otherName] = [one.join('.'), other.join('.')];
  return name < otherName ? -1 : name > otherName ? 1 : 0;
};

/** A record's leaves that have a rank, the lowest first; of one rank the first by their names. */
export const rankLeaves = (record: ServiceRecord, rankOf: RankOf): Leaf[] =>
  readLeaves(record)
    .flatMap((leaf) => {
      const rank = rankOf(leaf);
      return rank === null ? [] : [{ leaf, rank }];
    })
    .sort((one, other) => one.rank - other.rank || comparePaths(one.leaf.path, other.leaf.path))
    .map(({ leaf }) => leaf);

/** What the likeliest leaf says that can be read. */
export const readFirst = <Value>(
  record: ServiceRecord,
  rankOf: RankOf,
  read: (leaf: Leaf) => Value | null,
): Value | null => {
  for (const leaf of rankLeaves(record, rankOf)) {
    const value = read(leaf);
    if (value !== null) return value;
  }
  return null;
};

/** Three objects below the record. A deeper id is of something else. */
const DEEPEST = 4;
/** It may be the record's own number. */
export const BARE_ID = 'id';
const isBareId = ({ path }: Pick<NamesSay, 'path'>): boolean => plainName(path.at(-1) ?? '') === BARE_ID;

/** `order.id` is a name of the object around `order`. Null: it is of something else, as what stands in a list. */
export const rankId = (says: NamesSay, group: number, later = 0): number | null => {
  const { path, role, isInList } = says;
  const isNested = path.length > 1 && isBareId(says);
  const depth = isNested ? path.length - 1 : path.length;
  if (isInList || depth > DEEPEST || group < 0) return null;
  const ending = isNested ? RANKS_A_LEVEL - 1 : rankIdEnding(path.at(-1) ?? '');
  return rankAt(group * 2 + (role === 'loose' ? 1 : 0), depth, ending + later);
};

/** Those that a record may be tied by, the likeliest first. */
const TYING = {
  reference: ['reference'],
  order: ['order-id', 'link-id', 'own-id'],
} as const satisfies Record<string, readonly Sort[]>;

export const rankTie = (of: keyof typeof TYING, says: NamesSay): number | null =>
  // A bare `id` counts only on the record itself: a customer has one too.
  says.sort === 'own-id' && !(says.path.length === 1 && isBareId(says))
    ? null
    : rankId(says, (TYING[of] as readonly Sort[]).indexOf(says.sort));

/** A value with its field’s name: lower case, without separators, after its container’s if that says what it is. */
export interface NamedValue {
  field: string;
  value: string;
}

/** The likeliest first. Never a placeholder. */
const readIds = (record: ServiceRecord, rankOf: RankOf): NamedValue[] =>
  rankLeaves(record, rankOf).flatMap((leaf) => {
    const value = toIdentifier(leaf.value);
    const field = leaf.path.slice(isBareId(leaf) ? -2 : -1).map(plainName);
    return value === null ? [] : { field: field.join('.'), value };
  });

/** The record's ids of one sort; those that may be of something else are `loose`. */
export const listIds = (record: ServiceRecord, sort: Sort, role?: 'loose' | null): string[] =>
  readIds(record, (says) =>
    says.sort === sort && (role === undefined || says.role === role) ? rankId(says, 0) : null,
  ).map(({ value }) => value);

/** Every reference in the record that may be the `Invoice_Id` of link generation. */
export const recordReferences = oncePerRecord((record): readonly NamedValue[] =>
  readIds(record, (says) => rankTie('reference', says)),
);

/** Every order id and link id in the record, and last its own bare `id`, under that name. */
export const recordLinkIds = oncePerRecord((record): readonly NamedValue[] =>
  readIds(record, (says) => rankTie('order', says)),
);

export const recordOrderIds = (record: ServiceRecord): readonly NamedValue[] =>
  recordLinkIds(record).filter(({ field }) => field !== BARE_ID);

const PERSONAL = /name|mail|phone|mobile|address|city|country/;
/** Short numbers stand under many names by chance. */
const LIKE_OURS = /^(?=.*\d)(?=.*[a-z]|\d{8})[\w./-]{6,100}$/i;

/** Whether a leaf may hold a number of ours although its name does not say so. Never what people wrote. */
export const mayNameLink = ({ sort, subject, isInList, path, value }: Leaf): boolean =>
  (sort === 'other' || sort === 'number') &&
  subject !== 'item' &&
  !isInList &&
  LIKE_OURS.test(String(value).trim()) &&
  !path.map(plainName).some((name) => FREE_TEXT.test(name) || PERSONAL.test(name));

export const listUnnamed = oncePerRecord((record): readonly string[] =>
  readLeaves(record).flatMap((leaf) => (mayNameLink(leaf) ? String(leaf.value).trim() : [])),
);

/** The merchant's reference, sent to link generation as `Invoice_Id`. */
export const recordInvoiceId = (record: ServiceRecord): string | null =>
  recordReferences(record)[0]?.value ?? null;

/** The id for the service's look-ups. */
export const recordOrderId = (record: ServiceRecord): string | null =>
  recordLinkIds(record)[0]?.value ?? null;
