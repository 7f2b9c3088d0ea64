import {
  type Around,
  buildLeaf,
  enter,
  enterList,
  type Leaf,
  type NamesSay,
  OUTSIDE,
  saidBy,
} from './leaf.ts';
import { isJsonObject, type JsonObject } from './read-field.ts';
import type { ServiceRecord } from './record-fields.ts';
import { TOO_DEEP } from './record-words.ts';
import { writtenName } from './said-names.ts';

/** Deeper values may say anything, so they are one word that nobody understands. */
const DEEPEST = 12;

const walkAll = (fields: JsonObject): readonly Leaf[] => {
  const leaves: Leaf[] = [];
  walk(fields, OUTSIDE, (leaf) => {
    leaves.push(leaf);
    return undefined;
  });
  return leaves;
};

/** A record is read for its kind, its state, its amounts and its ties, one after the other. */
const rememberLast = <Value>(read: (fields: JsonObject) => Value): ((fields: JsonObject) => Value) => {
  let last: { fields: JsonObject; value: Value } | null = null;
  return (fields) => {
    if (last?.fields !== fields) last = { fields, value: read(fields) };
    return last.value;
  };
};

const leavesOf = rememberLast(walkAll);

/** The one walk: every value of a record, at any depth, in lists too. Empty values are left out. */
export const readLeaves = ({ fields }: Pick<ServiceRecord, 'fields'>): readonly Leaf[] => leavesOf(fields);

/** The same walk: a copy with what `visit` keeps of each leaf, under the service's own names. */
export const keepLeaves = ({ fields }: ServiceRecord, visit: Visit): JsonObject =>
  walk(fields, OUTSIDE, visit) ?? {};

/** What a value at this path is by its names alone. */
export const readPath = (path: readonly string[]): NamesSay => {
  const around = path.slice(0, -1).reduce((outer, name) => enter(name, outer), OUTSIDE);
  return saidBy(path.at(-1) ?? '', around);
};

/** Gets each leaf; what it returns stands in the copy. */
type Visit = (leaf: Leaf) => Leaf['value'] | undefined;

/** Visits every value, and returns a copy with what `visit` keeps; null: nothing. */
function walk(fields: JsonObject, around: Around, visit: Visit): JsonObject | null {
  const kept: [string, unknown][] = [];
  for (const key of Object.keys(fields)) {
    const one = walkValue(key, fields[key], around, visit);
    if (one !== undefined) kept.push([writtenName(key), one]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function walkValue(key: string, value: unknown, around: Around, visit: Visit): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') {
    if (typeof value === 'string' && value.trim() === '') return undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined;
    return visit(buildLeaf(key, value, around)) ?? undefined;
  }
  if (around.path.length >= DEEPEST) {
    const says = { ...saidBy('state', around), subject: 'own', votes: true } as const;
    return visit({ ...says, value: TOO_DEEP }) === undefined ? undefined : { state: TOO_DEEP };
  }
  if (Array.isArray(value)) {
    const within = enterList(around);
    const kept = value.flatMap((item) => walkValue(key, item, within, visit) ?? []);
    return kept.length === 0 ? undefined : kept;
  }
  return isJsonObject(value) ? (walk(value, enter(key, around), visit) ?? undefined) : undefined;
}
