import {
  type AmountRole,
  buildVocabulary,
  type CurrencySays,
  isEmptyWord,
  type Leaf,
  type NamesSay,
  parseRecordAmount,
  readLeaves,
  type ServiceRecord,
  splitName,
  type Vocabulary,
} from '../payment-service/index.ts';
import { fieldOf, isOfLink, type RecordKind, type UnreadLeaf, unreadName, unreadOf } from './read-votes.ts';
import { findObjections } from './statements.ts';

/** The amounts in one record, in integer fils. Fees, taxes and net amounts are not among them. */
export interface RecordAmounts {
  /** Money received, if the record says paid. Null: it does not say how much; `conflict`: its leaves differ. */
  received: number | 'conflict' | null;
  /** By a leaf that says itself that it was received. */
  came: number | null;
  /** In a link's record: the amount asked for. */
  asked: number | 'conflict' | null;
  /** Money refunded, as the payment's own record says. */
  refunded: number;
  /** `refunded` is a sum so far: `totalRefunded`. */
  isRunning: boolean;
  /** As written; null when the record names none. */
  currency: string | null;
  isOtherCurrency: boolean;
  /** The field that `received` comes from. */
  field: string | null;
  unread: UnreadLeaf[];
}

interface Found {
  leaf: Leaf;
  field: string;
  fils: number | null;
}

/** How an amount of this role counts in a transaction's record, by its rank. */
type Rank = 'received' | 'asked' | 'back' | 'rest' | 'unknown';

const RANKS: Record<AmountRole, Rank | null> = {
  came: 'received',
  transaction: 'received',
  bare: 'received',
  asked: 'asked',
  gross: 'asked',
  back: 'back',
  rest: 'rest',
  unknown: 'unknown',
  held: null,
  net: null,
  fee: null,
  tax: null,
  payout: null,
  beside: null,
};

/** What an amount in a container about this counts as, whatever its own name. */
const IN_SUBJECT: Partial<Record<Leaf['subject'], AmountRole>> = {
  refund: 'back',
  dispute: 'back',
  hold: 'held',
};

/** A bare amount of these is what they ask for. */
const IS_ASKED: ReadonlySet<Leaf['subject']> = new Set(['order', 'link']);

/** How an amount counts; null: not at all. */
export const amountRoleOf = (leaf: NamesSay, of: RecordKind, words: Vocabulary): AmountRole | null => {
  if (leaf.sort !== 'amount') return null;
  switch (words.taught(leaf.name, '*')) {
    case 'paid':
      // A transaction may have the same name for it. A link's own record says with it what it asks for.
      return isOfLink(leaf, of) && leaf.role === 'bare' ? 'asked' : 'came';
    case 'refunded':
      return 'back';
    case 'nothing':
    case 'not-paid':
      return 'beside';
    case null:
      break;
  }
  const role = leaf.role as AmountRole;
  // `order: {amount}` says what `orderAmount` does.
  if (role === 'bare' && (IS_ASKED.has(leaf.subject) || isOfLink(leaf, of))) return 'asked';
  if (!leaf.votes && !(role === 'asked' && IS_ASKED.has(leaf.subject)) && !isOfLink(leaf, of))
    return 'beside';
  const inside = role === 'came' || role === 'back' ? undefined : IN_SUBJECT[leaf.subject];
  return inside ?? role;
};

export const readRecordAmounts = (
  record: ServiceRecord,
  of: RecordKind,
  words: Vocabulary,
  /** What a dispute took is not gone. */
  isWon = false,
): RecordAmounts => {
  const ranks: Record<Rank, Found[]> = { received: [], asked: [], back: [], rest: [], unknown: [] };
  const came: Found[] = [];
  for (const leaf of readLeaves(record)) {
    const role = amountRoleOf(leaf, of, words);
    const rank = role === null ? null : RANKS[role];
    if (rank === null || isSilent(leaf) || (isWon && leaf.subject === 'dispute')) continue;
    const found = { leaf, field: fieldOf(leaf), fils: readFils(inUnit(leaf, of, words)) };
    ranks[rank].push(found);
    if (role === 'came') came.push(found);
  }
  const currencies = readCurrencies(record, words);
  const { received, asked, back, rest, unknown } = ranks;
  const best = received.length > 0 || of === 'link' ? received : asked;
  const agreed = agree(best);
  const askedFils = agree(asked).received;
  const open = rest.some(({ fils }) => fils !== 0 && !isRestOf(fils, agreed.received, askedFils));
  // An amount of an unknown name may be what came, and one that cannot be read may differ or have gone back.
  const strange = [
    ...unknown.filter(({ fils }) => fils !== 0 && fils !== agreed.received && fils !== askedFils),
    ...[...asked, ...back].filter(({ fils }) => fils === null),
  ];
  const torn = agreed.received === 'conflict' ? best : [];
  const isOpen = open || strange.length > 0;
  return {
    received: isOpen ? 'conflict' : agreed.received,
    came: agreed.received === 'conflict' ? null : (came[0]?.fils ?? null),
    field: agreed.field,
    asked: askedFils,
    refunded: back.reduce((most, { fils }) => Math.max(most, Math.abs(fils ?? 0)), 0),
    isRunning: back.every(({ field }) => splitName(field).some((word) => RUNNING.test(word))),
    currency: currencies.currency,
    isOtherCurrency: currencies.isOther,
    unread: [
      ...currencies.unread,
      ...[...strange, ...torn, ...(open ? rest : [])].map(({ leaf }) => unreadName(leaf)),
    ],
  };
};

const RUNNING = /^(total|totals|cumulative|cum|accumulated|aggregate|sum)$/;

/** A part payment leaves a rest: what came and what is missing make up what was asked for. */
const isRestOf = (rest: number | null, received: RecordAmounts['received'], asked: RecordAmounts['asked']) =>
  rest !== null && typeof received === 'number' && received + rest === asked;

const isSilent = ({ value }: Leaf): boolean => typeof value === 'string' && isEmptyWord(value);

/** As an admin said. A link's own record asks in dirhams, whatever its name for it. */
export const inUnit = (
  leaf: Leaf,
  of: RecordKind,
  words: Pick<Vocabulary, 'unit'>,
): Pick<Leaf, 'value' | 'isMinor'> =>
  !isOfLink(leaf, of) && words.unit(leaf.name) === 'fils' ? { value: leaf.value, isMinor: true } : leaf;

/** The value of an amount, in integer fils; null: it is none. */
export function readFils({ value, isMinor }: Pick<Leaf, 'value' | 'isMinor'>): number | null {
  if (typeof value === 'boolean') return null;
  if (!isMinor) return parseRecordAmount(value);
  const fils = Number(value);
  return Number.isSafeInteger(fils) ? fils : null;
}

/** Leaves of one rank must agree, whatever their order. */
function agree(found: readonly Found[]): Pick<RecordAmounts, 'received' | 'field'> {
  const [first] = [...found].sort((one, other) => (one.field < other.field ? -1 : 1));
  if (!first) return { received: null, field: null };
  const isAgreed = first.fils !== null && found.every(({ fils }) => fils === first.fils);
  return { received: isAgreed ? first.fils : 'conflict', field: first.field };
}

interface Currencies {
  currency: string | null;
  isOther: boolean;
  unread: UnreadLeaf[];
}

interface CurrencySaid {
  leaf: Leaf;
  word: string;
  says: CurrencySays | null;
}

function readCurrencies(record: ServiceRecord, words: Vocabulary): Currencies {
  const said: CurrencySaid[] = [];
  for (const leaf of readLeaves(record)) if (saysCurrency(leaf)) said.push(readCurrency(leaf, words));
  const other = said
    .filter(({ says }) => says === 'other')
    .map(({ word }) => word)
    .sort()[0];
  const first = said.find(({ says }) => says === 'aed')?.word;
  return {
    currency: (other ?? first ?? said[0]?.word ?? null)?.slice(0, 10) ?? null,
    isOther: other !== undefined,
    unread: [...findObjections(said, ({ says }) => says === null)].map(unreadOf),
  };
}

/** A payment has the currency of its order. */
const HAS_CURRENCY: ReadonlySet<Leaf['subject']> = new Set(['order', 'link', 'item']);

const saysCurrency = (leaf: Leaf): boolean =>
  leaf.sort === 'currency' && (leaf.votes || HAS_CURRENCY.has(leaf.subject)) && !isSilent(leaf);

function readCurrency(leaf: Leaf, words: Vocabulary): CurrencySaid {
  const word = String(leaf.value).trim();
  const taught = words.taught(leaf.name, word);
  if (taught === null) return { leaf, word, says: words.currency(word) };
  return { leaf, word, says: taught === 'nothing' || taught === 'paid' ? 'aed' : 'other' };
}

const UNTAUGHT = buildVocabulary();

/** What says how much a record is about, the likeliest first. */
const TELLING: Record<RecordKind, readonly (Rank | AmountRole | null)[]> = {
  link: ['asked', 'came', 'received'],
  transaction: ['came', 'received', 'asked', 'back'],
};

/** How likely a field of these names says how much a record is about: lower is likelier; below 0: it does not. */
export const rankOfAmount = (says: NamesSay, of: RecordKind): number => {
  const role = amountRoleOf(says, of, UNTAUGHT);
  return TELLING[of].indexOf(role === null || role === 'came' ? role : RANKS[role]);
};

/**
 * The amount that a link's record asks for; `conflict`: it names several. One that says itself that it is the order's or the
 * link's is surer than a bare one, which may be what was paid.
 */
export const readAmountAsked = (record: ServiceRecord): number | 'conflict' | null => {
  const named = readLeaves(record).filter(
    ({ sort, role, subject }) =>
      sort === 'amount' && role === 'asked' && (subject === 'order' || subject === 'link'),
  );
  const [fils = null, ...others] = new Set(named.flatMap((leaf) => readFils(leaf) ?? []));
  if (others.length > 0) return 'conflict';
  if (fils !== null) return fils;
  const { received, asked } = readRecordAmounts(record, 'link', UNTAUGHT);
  return asked ?? received;
};

/** How much the record of a transaction says that it moved, or a link's that it asks for. Integer fils; null: nobody can tell. */
export const readAmountShown = (record: ServiceRecord, of: RecordKind): number | null => {
  const amount = of === 'link' ? readAmountAsked(record) : readRecordAmounts(record, of, UNTAUGHT).received;
  return typeof amount === 'number' ? amount : null;
};
