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

/** One value of a record, with what its names say. A month of rows has millions, so these are not copied into each. */
export interface Leaf extends NamesSay {
  value: string | number | boolean;
}

export class ReadLeaf implements Leaf {
  readonly #says: NamesSay;
  readonly value: Leaf['value'];

  constructor(says: NamesSay, value: Leaf['value']) {
    this.#says = says;
    this.value = value;
  }

  get path() {
    return this.#says.path;
  }
  get name() {
    return this.#says.name;
  }
  get sort() {
    return this.#says.sort;
  }
  get role() {
    return this.#says.role;
  }
  get subject() {
    return this.#says.subject;
  }
  get votes() {
    return this.#says.votes;
  }
  get isFree() {
    return this.#says.isFree;
  }
  get isCode() {
    return this.#says.isCode;
  }
  get isMinor() {
    return this.#says.isMinor;
  }
  get kindFlag() {
    return this.#says.kindFlag;
  }
  get heard() {
    return this.#says.heard;
  }
  get flag() {
    return this.#says.flag;
  }
  get isOfPast() {
    return this.#says.isOfPast;
  }
  get isInList() {
    return this.#says.isInList;
  }
  get statement() {
    return this.#says.statement;
  }
}

/** What the containers of a value say, and what was found in them before: rows of one listing share their names. */
export interface Around {
  path: readonly string[];
  subject: Subject | null;
  /** The container is itself a state, a kind, a currency or an amount, so a leaf in it may be its value. */
  says: NameSays | null;
  inner: Map<string, Around>;
  leaves: Map<string, SaidByValue>;
  isInList: boolean;
  /** The same, for the items of its lists. */
  listed: Around | null;
  /** How many more are kept, in all containers. */
  kept: { left: number };
}

/** What a leaf of one name says, by what its value is: `paid: 250`, `paid: true`. */
interface SaidByValue {
  usual: NamesSay;
  time: NamesSay;
  amount: NamesSay;
  state: NamesSay;
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
    const says = readName(key);
    return {
      path: [...around.path, key],
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

export const saidBy = (key: string, around: Around): SaidByValue =>
  recall(around.leaves, around, key, () => sortByValue(readNames(key, around)));

export function buildLeaf(key: string, value: Leaf['value'], around: Around): Leaf {
  const said = saidBy(key, around);
  return new ReadLeaf(said.usual.sort === 'flag' ? readFlagValue(said, value) : said.usual, value);
}

type Named = Omit<NamesSay, 'votes' | 'heard'>;

function readNames(key: string, around: Around): Named {
  const says = readName(key);
  const path = [...around.path, key];
  const outer = says.form === null ? null : containerValue(says.form, around.says);
  const isOfPast = around.path.some(isPast);
  const subject = isOfPast ? 'request' : ((outer === null ? says.subject : null) ?? around.subject ?? 'own');
  const [sort, role] =
    says.sort === 'own-id' && plainName(key) === 'id' ? bareId(around) : ([says.sort, says.role] as const);
  const base = {
    path,
    name: path.map(plainName).join('.'),
    subject,
    isFree: says.isFree,
    isCode: says.isCode,
    isMinor: says.isMinor || (outer?.isMinor ?? false),
    kindFlag: says.kindFlag,
    flag: says.flag,
    isInList: around.isInList,
    isOfPast,
    statement: around.path.join('\n'),
  };
  if (outer !== null) return { ...base, sort: outer.sort, role: outer.role };
  return { ...base, sort, role: role ?? null, statement: `${base.statement}\n${stemOf(key, says)}` };
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

function sortByValue(said: Named): SaidByValue {
  const { sort, subject, path } = said;
  const votes = VOTES[subject];
  const role = said.role === 'takes-back' ? 'back' : said.role === 'affirms' ? 'came' : 'unknown';
  const unheard = { ...said, heard: null, flag: null };
  const heard = votes && IS_HEARD.has(sort) && !path.some(isHungOn) ? heardIn(path) : null;
  return {
    usual: { ...said, heard, flag: votes ? said.flag : null, votes: VOTING.has(sort) && votes },
    time: { ...unheard, sort: 'time', role: null, votes: false },
    amount: { ...unheard, sort: 'amount', role, votes },
    state: { ...unheard, sort: 'state', role: null, votes },
  };
}

/** Not our own reference, nor what a payout is called. */
const IS_HEARD: ReadonlySet<Sort> = new Set([
  'other',
  'means',
  'count',
  'time',
  'own-id',
  'order-id',
  'link-id',
  'number',
]);

/** `response: {message: …}` is what `responseMessage` is. */
function heardIn(path: readonly string[]): Heard {
  const heard = heardBy(path.at(-1) ?? '');
  if (heard === 'gateway' || path.length === 1) return heard;
  return isGatewayText(path.slice(-2).flatMap(splitName)) ? 'gateway' : heard;
}

/** `paid: 250` is an amount, `paid: "2026-01-31"` a time, `paid: "YES, FULLY"` a state. */
function readFlagValue(said: SaidByValue, value: Leaf['value']): NamesSay {
  if (readFlag(value) !== null) return said.usual;
  const text = String(value).trim();
  return IS_TIME.test(text) ? said.time : IS_NUMBER.test(text) ? said.amount : said.state;
}
