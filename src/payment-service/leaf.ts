import type { AmountRole } from './name-amounts.ts';
import { type IdRole, idWithin } from './name-ids.ts';
import type { TimeRole } from './name-times.ts';
import {
  type FlagRole,
  type Heard,
  heardBy,
  isGatewayText,
  isHungOn,
  isPast,
  type Subject,
  splitName,
  VOTES,
} from './name-words.ts';
import { plainName } from './read-field.ts';
import { type NameSays, readName, type Sort } from './record-names.ts';
import { meantName } from './said-names.ts';

/** What a leaf's name and its containers' names say, without its value. Rows of one listing share it. */
export interface NamesSay {
  /** From the outside in, as the service writes them. */
  path: readonly string[];
  /** The plain names of the path, joined by `.`: how a workspace is asked about it. */
  name: string;
  sort: Sort;
  role: AmountRole | TimeRole | FlagRole | IdRole | null;
  subject: Subject;
  /** A state, flag, kind, currency or amount of this payment. Elsewhere only a state that takes money back counts. */
  votes: boolean;
  /** Free text or a code beside the word of one statement: `status: {code: 3, text: "Paid"}`. */
  isFree: boolean;
  isCode: boolean;
  isMinor: boolean;
  kindFlag: string | null;
  /** How its value is heard although it does not vote. */
  heard: Heard;
  /** What a yes, a no or a time says under this name, which is no flag itself. */
  flag: FlagRole | null;
  /** It is of one step of the record's own past. */
  isOfPast: boolean;
  /** It stands in a list, so it is of one of several things: it ties nothing. */
  isInList: boolean;
  /** Leaves that write one value in several ways share it. */
  statement: string;
}

/** One value of a record, with what its names say. */
export interface Leaf extends NamesSay {
  value: string | number | boolean;
}

/** A month of rows has millions, so what their names say is not copied into each. */
class ReadLeaf {
  readonly says: NamesSay;
  readonly value: Leaf['value'];
  /** Every reader asks for it first. */
  readonly sort: Sort;

  constructor(says: NamesSay, value: Leaf['value']) {
    this.says = says;
    this.value = value;
    this.sort = says.sort;
  }
}

/** What the containers of a value say, and what was found in them before: rows of one listing share their names. */
export interface Around {
  path: readonly string[];
  subject: Subject | null;
  /** The container is itself a state, a kind, a currency or an amount, so a leaf in it may be its value. */
  says: NameSays | null;
  inner: Map<string, Around>;
  leaves: Map<string, NamesSay>;
  isInList: boolean;
  /** The same, for the items of its lists. */
  listed: Around | null;
  /** How many more are kept, in all containers. */
  kept: { left: number };
}

/** Bounds the memory when a service invents names. */
const MOST_KEPT = 20_000;
export const OUTSIDE: Around = {
  path: [],
  subject: null,
  says: null,
  inner: new Map(),
  leaves: new Map(),
  isInList: false,
  listed: null,
  kept: { left: MOST_KEPT },
};

/** Longer names are not kept. */
const LONGEST_NAME = 100;
export const VOTING: ReadonlySet<Sort> = new Set(['state', 'flag', 'kind', 'currency', 'amount']);

function recall<Value>(known: Map<string, Value>, { kept }: Around, key: string, build: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const built = build();
  if (kept.left > 0 && key.length <= LONGEST_NAME) {
    kept.left -= 1;
    known.set(key, built);
  }
  return built;
}

export const enter = (key: string, around: Around): Around =>
  recall(around.inner, around, key, () => {
    const name = meantName(key);
    const says = readName(name);
    return {
      path: [...around.path, name],
      subject: says.subject ?? around.subject,
      says,
      inner: new Map(),
      leaves: new Map(),
      isInList: around.isInList,
      listed: null,
      kept: around.kept,
    };
  });

export const enterList = (around: Around): Around => {
  if (around.isInList) return around;
  around.listed ??= { ...around, inner: new Map(), leaves: new Map(), isInList: true };
  return around.listed;
};

/** What a leaf's names say. `value` decides what a flag is: `paid: 250` is an amount, `paid: true` a flag. */
export function saidBy(key: string, around: Around, value: Leaf['value'] = true): NamesSay {
  const says = recall(around.leaves, around, key, () => readNames(meantName(key), around));
  if (says.sort !== 'flag') return says;
  const sort = sortOfFlag(value);
  if (sort === 'flag') return says;
  // No name holds that character: `parseJsonText` replaces it.
  return recall(around.leaves, around, `${key}\0${sort}`, () => asSort(says, sort));
}

export const buildLeaf = (key: string, value: Leaf['value'], around: Around): Leaf =>
  new ReadLeaf(saidBy(key, around, value), value) as unknown as Leaf;

function readNames(key: string, around: Around): NamesSay {
  const says = readName(key);
  const { form, isFree, isCode, kindFlag } = says;
  const path = [...around.path, key];
  const outer = form === null ? null : containerValue(form, around.says);
  const isOfPast = around.path.some(isPast);
  const subject = isOfPast ? 'request' : ((outer === null ? says.subject : null) ?? around.subject ?? 'own');
  const isBareId = says.sort === 'own-id' && plainName(key) === 'id';
  const [sort, role] = isBareId ? bareId(around) : [(outer ?? says).sort, (outer ?? says).role];
  const votes = VOTES[subject];
  const isHeard = votes && IS_HEARD.test(sort) && !path.some(isHungOn);
  const container = around.path.join('\n');
  return {
    path,
    name: path.map(plainName).join('.'),
    sort,
    role: role ?? null,
    subject,
    votes: VOTING.has(sort) && votes,
    isFree,
    isCode,
    isMinor: says.isMinor || (outer?.isMinor ?? false),
    kindFlag,
    heard: isHeard ? heardIn(path) : null,
    flag: votes ? says.flag : null,
    isOfPast,
    isInList: around.isInList,
    statement: outer === null ? `${container}\n${stemOf(key, says)}` : container,
  };
}

/** `statusCode` and `statusText` write what `status` says. */
function stemOf(key: string, { form, sort, isCode }: NameSays): string {
  const plain = plainName(key);
  if (sort !== 'state' && form === null) return plain;
  return isCode ? plain.slice(0, -'code'.length) : form === null ? plain : plain.slice(0, -form.length);
}

/** The container, if a leaf of this form in it is its value. */
function containerValue(form: string, container: NameSays | null): NameSays | null {
  if (container === null || !VOTING.has(container.sort)) return null;
  const isNumber = /^(value|total|amount)$/.test(form);
  if (container.sort === 'amount') return isNumber ? container : null;
  return isNumber && form !== 'value' ? null : container;
}

const bareId = ({ path }: Around): readonly [sort: Sort, role?: IdRole | undefined] => {
  const container = path.at(-1);
  return container === undefined ? ['own-id'] : (idWithin(container) ?? ['other']);
};

const YES = /^(true|y|yes|1)$/i;
const NO = /^(false|n|no|0)$/i;

/** A flag's value as yes or no; null: it is neither. */
export const readFlag = (value: Leaf['value']): boolean | null => {
  const text = String(value).trim();
  return YES.test(text) ? true : NO.test(text) ? false : null;
};

const IS_NUMBER = /^-?\d+(\.\d+)?$/;
const IS_TIME = /^\d{4}-\d{2}-\d{2}/;

function sortOfFlag(value: Leaf['value']): 'flag' | 'time' | 'amount' | 'state' {
  if (readFlag(value) !== null) return 'flag';
  const text = String(value).trim();
  return IS_TIME.test(text) ? 'time' : IS_NUMBER.test(text) ? 'amount' : 'state';
}

const asSort = (flag: NamesSay, sort: 'time' | 'amount' | 'state'): NamesSay => {
  const role = flag.role === 'takes-back' ? 'back' : flag.role === 'affirms' ? 'came' : 'unknown';
  return {
    ...{ ...flag, sort, role: sort === 'amount' ? role : null },
    ...{ votes: flag.votes && sort !== 'time', heard: null, flag: null },
  };
};

/** Not our own reference, nor what a payout is called. */
const IS_HEARD = /^(other|means|count|time|own-id|order-id|link-id|number)$/;

/** `response: {message: …}` is what `responseMessage` is. */
function heardIn(path: readonly string[]): Heard {
  const heard = heardBy(path.at(-1) ?? '');
  if (heard === 'gateway' || path.length === 1) return heard;
  return isGatewayText(path.slice(-2).flatMap(splitName)) ? 'gateway' : heard;
}

for (const name of Object.keys(readNames('id', OUTSIDE)) as (keyof NamesSay)[])
  Object.defineProperty(ReadLeaf.prototype, name, {
    get(this: ReadLeaf) {
      return this.says[name];
    },
  });
