import { toIdentifier } from './identifiers.ts';
import type { Leaf } from './leaf.ts';
import { rankIdEnding } from './name-ids.ts';
import { plainName } from './read-field.ts';
import { oncePerRecord, type ServiceRecord } from './record-fields.ts';
import { readLeaves } from './record-leaves.ts';
import type { Sort } from './record-names.ts';

/** The ids that a record may be tied by: those of its own names, not of the things that it lists. */
export type NamedField = 'invoiceId' | 'orderId';

/** The likeliest first. */
const SORTS: Record<NamedField, readonly Sort[]> = {
  invoiceId: ['reference'],
  orderId: ['order-id', 'link-id', 'own-id'],
};

/** Three objects below the record. A deeper id is of something else. */
const DEEPEST = 4;
/** More than the endings of names, and more than the levels. */
const RANKS_A_LEVEL = 20;
const RANKS_A_SORT = 1_000;

type Named = Pick<Leaf, 'path' | 'sort' | 'role' | 'isInList'>;

const isBareId = ({ path }: Pick<Leaf, 'path'>): boolean => plainName(path.at(-1) ?? '') === 'id';

/**
 * How likely this is the record's own id of its sort; lower is likelier. Outer names come before nested ones, and at one level
 * the likelier ending; `order.id` is a name of the object around `order`. Null: it is of something else.
 */
export const rankId = (named: Named): number | null => {
  const { path, role, isInList } = named;
  const isNested = path.length > 1 && isBareId(named);
  const depth = isNested ? path.length - 1 : path.length;
  if (isInList || depth > DEEPEST) return null;
  const ending = isNested ? RANKS_A_LEVEL - 1 : rankIdEnding(path.at(-1) ?? '');
  return (role === 'loose' ? RANKS_A_SORT / 2 : 0) + depth * RANKS_A_LEVEL + ending;
};

/** The rank of a field among those that a reader tries: lower is earlier; null: never read. */
export const rankRecordField = (of: NamedField, named: Named): number | null => {
  const sort = SORTS[of].indexOf(named.sort);
  // A bare `id` counts only on the record itself: a customer has one too.
  if (sort < 0 || (named.sort === 'own-id' && !(named.path.length === 1 && isBareId(named)))) return null;
  const rank = rankId(named);
  return rank === null ? null : sort * RANKS_A_SORT + rank;
};

/** So that the order of keys decides nothing. */
export const comparePaths = (one: readonly string[], other: readonly string[]): number => {
  const [name, otherName] = [one.join('.'), other.join('.')];
  return name < otherName ? -1 : name > otherName ? 1 : 0;
};

/** A value with its field’s name: lower case, without separators, after its container’s if that says what it is. */
export interface NamedValue {
  field: string;
  value: string;
}

/** A record's leaves that have a rank, the lowest first; of one rank the first by their names. */
export const rankLeaves = (record: ServiceRecord, rankOf: (leaf: Leaf) => number | null): Leaf[] =>
  readLeaves(record)
    .flatMap((leaf) => {
      const rank = rankOf(leaf);
      return rank === null ? [] : [{ leaf, rank }];
    })
    .sort((one, other) => one.rank - other.rank || comparePaths(one.leaf.path, other.leaf.path))
    .map(({ leaf }) => leaf);

/** All ids that a reader tries, the likeliest first. Never a placeholder. */
const listIds = (record: ServiceRecord, of: NamedField): { leaf: Leaf; value: string }[] =>
  rankLeaves(record, (leaf) => rankRecordField(of, leaf)).flatMap((leaf) => {
    const value = toIdentifier(leaf.value);
    return value === null ? [] : [{ leaf, value }];
  });

const nameOf = ({ path }: Leaf): string =>
  path
    .slice(isBareId({ path }) ? -2 : -1)
    .map(plainName)
    .join('.');

/** The merchant's reference, sent to link generation as `Invoice_Id`. */
export const recordInvoiceId = oncePerRecord(
  (record): string | null => listIds(record, 'invoiceId')[0]?.value ?? null,
);

/** The id for the service's look-ups. */
export const recordOrderId = oncePerRecord(
  (record): string | null => listIds(record, 'orderId')[0]?.value ?? null,
);

/** Every reference in the record that may be the `Invoice_Id` of link generation. */
export const recordReferences = oncePerRecord((record): readonly NamedValue[] =>
  listIds(record, 'invoiceId').map(({ leaf, value }) => ({ field: nameOf(leaf), value })),
);

/** Every order id and link id in the record, but not the record's own bare `id`. */
export const recordOrderIds = oncePerRecord((record): readonly NamedValue[] =>
  listIds(record, 'orderId').flatMap(({ leaf, value }) =>
    leaf.sort === 'own-id' ? [] : [{ field: nameOf(leaf), value }],
  ),
);

/** The record's own `id`, not that of an object in it: a customer has one too. */
export const recordBareId = oncePerRecord(
  (record): string | null =>
    listIds(record, 'orderId').find(({ leaf }) => leaf.sort === 'own-id')?.value ?? null,
);
