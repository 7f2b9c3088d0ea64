import {
  type BackKind,
  comparePaths,
  type KindSays,
  type Leaf,
  LONGEST_WORD,
  NOT_PAYMENTS,
  plainName,
  readFlag,
  readLeaves,
  type ServiceRecord,
  type TaughtSays,
  type Vocabulary,
} from '../payment-service/index.ts';
import { fieldOf, type UnreadLeaf, unreadOf, type Vote } from './read-votes.ts';
import { findObjections } from './statements.ts';
import { namesAnother } from './transaction-id.ts';

/** What a row of the transactions records. Only a payment brings money. */
export type RowKind = Exclude<KindSays, 'method'>;

/** A leaf that says what its row is. */
export interface KindSaid {
  leaf: Leaf;
  field: string;
  word: string;
  /** Null: an unknown word. */
  kind: KindSays | null;
}

export interface KindOfRow {
  kind: RowKind;
  /** The service's own word; null when the row has none. */
  word: string | null;
  /** It names another row, and does not say that it is a payment. */
  isOfAnother: boolean;
  unread: UnreadLeaf[];
}

/** In these fields `CREDIT` and `DEBIT` mean cards. */
const OF_METHOD = /^payment(type|kind)/;

/** Every leaf that says what a row is, in the row's order. */
const listKindsSaid = (record: ServiceRecord, words: Vocabulary): KindSaid[] => {
  const said: KindSaid[] = [];
  for (const leaf of readLeaves(record)) {
    const one = saysKind(leaf) ? readKindLeaf(leaf, words) : null;
    if (one !== null) said.push(one);
  }
  const objections = findObjections(said, ({ kind }) => kind === null);
  return said.filter((one) => one.kind !== null || objections.has(one));
};

const saysKind = ({ votes, sort, kindFlag }: Leaf): boolean =>
  votes && (sort === 'kind' || kindFlag !== null);

const TAUGHT: Record<TaughtSays, KindSays> = {
  nothing: 'method',
  paid: 'payment',
  'not-paid': 'other',
  refunded: 'refund',
};

function readKindLeaf(leaf: Leaf, words: Vocabulary): KindSaid | null {
  const field = fieldOf(leaf);
  if (leaf.kindFlag !== null) {
    if (readFlag(leaf.value) !== true) return null;
    return { leaf, field, word: `${field}: true`, kind: words.kind(leaf.kindFlag) };
  }
  const whole = String(leaf.value).trim();
  const word = whole.slice(0, LONGEST_WORD);
  const taught = words.taught(leaf.name, whole);
  if (taught !== null) return { leaf, field, word, kind: TAUGHT[taught] };
  if (words.state(whole) === 'silent') return null;
  const isCard = OF_METHOD.test(plainName(field)) && /^(credit|debit)$/i.test(whole);
  const kind = isCard ? 'method' : words.kind(whole);
  if (!words.silences(leaf.name, whole)) return { leaf, field, word, kind };
  // What it was never to say: that this row is no payment.
  return { leaf, field, word, kind: kind === null || /^(payment|method)$/.test(kind) ? 'method' : null };
}

/** What a row is of several that its leaves say: what takes money back comes first. */
const STRONGEST: readonly RowKind[] = [
  ...(['refund', 'chargeback', 'refund-reversal', 'chargeback-reversal'] as const),
  ...NOT_PAYMENTS,
  ...(['authorisation', 'other'] as const),
];

/** What goes back by a row of such a kind. `isUndone`: it comes again. */
export interface GivesBack {
  kind: BackKind;
  isUndone: boolean;
}

const gives = (of: RowKind, kind: BackKind, isUndone = false) => [of, { kind, isUndone }] as const;

export const GIVES_BACK: ReadonlyMap<string, GivesBack> = new Map([
  gives('refund', 'refund'),
  gives('reversal', 'void'),
  gives('void', 'void'),
  gives('chargeback', 'chargeback'),
  gives('refund-reversal', 'refund', true),
  gives('chargeback-reversal', 'chargeback', true),
]);

/** A row with no word for its kind is a payment, unless it names another that is not in `holds`. */
export const readRowKind = (
  record: ServiceRecord,
  words: Vocabulary,
  holds: ReadonlySet<string> = NONE,
): KindOfRow => {
  const said = listKindsSaid(record, words).sort((one, other) =>
    comparePaths(one.leaf.path, other.leaf.path),
  );
  const unread = said.filter(({ kind }) => kind === null);
  const find = (wanted: RowKind | undefined) => said.find((one) => one.kind === wanted);
  const none = STRONGEST.find(find);
  const by = find(none) ?? unread[0] ?? find('payment') ?? said[0];
  return {
    kind: none ?? 'payment',
    word: by?.word ?? null,
    isOfAnother: none === undefined && find('payment') === undefined && namesAnother(record, holds),
    unread: unread.map(unreadOf),
  };
};

const NONE: ReadonlySet<string> = new Set();

/** What gives back by a kind of its own: `type: "CHARGEBACK"`. */
export const readBackKinds = (record: ServiceRecord, words: Vocabulary): Vote[] =>
  listKindsSaid(record, words).flatMap(({ leaf, field, word, kind }) =>
    kind === null || !GIVES_BACK.has(kind)
      ? []
      : {
          ...{ leaf, field, word, stance: 'back', says: kind === 'chargeback' ? 'disputed' : 'refunded' },
          ...{ isOfOrder: false, isOfPayment: true, isAside: false },
        },
  );
