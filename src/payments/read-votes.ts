import {
  type FlagRole,
  isEmptyWord,
  isHeardAnyway,
  isUnknownWord,
  type Leaf,
  LONGEST_WORD,
  readFlag,
  readLeaves,
  readObjection,
  type ServiceRecord,
  type StateSays,
  type Subject,
  splitName,
  type TaughtSays,
  TOO_DEEP,
  type Vocabulary,
  WHOLE_NAME,
  YES_OR_NO,
} from '../payment-service/index.ts';
import { findObjections } from './statements.ts';

/** Which listing or look-up a record comes from. */
export type RecordKind = 'link' | 'transaction';

/**
 * What one leaf says about the payment.
 * - `came`: money came. `asks`: may be no more than a request that came in.
 * - `partly`: a part of it came.
 * - `denied`: none came, or not yet.
 * - `back`: money went back.
 * - `ended`: of the link: it can no longer be paid, which may be because it was.
 * - `silent`: nothing.
 * - `unread`: nobody knows what it says.
 */
export type Stance = 'came' | 'asks' | 'partly' | 'denied' | 'back' | 'ended' | 'silent' | 'unread';

export interface Vote {
  leaf: Leaf;
  field: string;
  word: string;
  stance: Stance;
  says: StateSays | null;
  /** Of its order or invoice, which is heard where the record has no state of its own. */
  isOfOrder: boolean;
  /** About the payment itself by its name or container. */
  isOfPayment: boolean;
  /** Where nobody understands it, that matters only beside what says that money came: its name gives it no vote, or it is a test. */
  isAside: boolean;
}

/** A leaf that votes and is not understood: what a workspace is asked about. */
export interface UnreadLeaf {
  /** The plain names of its path, joined by `.`. */
  name: string;
  /** For an amount `*`: its name as a whole is asked about. */
  word: string;
  /** As the service writes it. */
  path: string;
}

/** The whole value, as it is looked up among the words that were taught. */
export const unreadOf = ({ leaf }: Pick<Vote, 'leaf'>): UnreadLeaf => unread(leaf, String(leaf.value).trim());

export const unreadName = (leaf: Leaf, word = WHOLE_NAME): UnreadLeaf => unread(leaf, word);

const unread = (leaf: Leaf, word: string): UnreadLeaf => ({
  name: leaf.name,
  word,
  path: leaf.path.join('.').slice(0, 80),
});

/** Longer names fit in no index (PostgreSQL: 2,700 bytes), and it keeps no NUL. */
const LONGEST_NAME = 500;

/** Whether somebody can say what it means, and that can be stored. */
export const isTeachable = ({ name, word }: Pick<UnreadLeaf, 'name' | 'word'>): boolean =>
  word !== TOO_DEEP && name.length <= LONGEST_NAME && !`${name}${word}`.includes('\0');

/** Every state and flag of a record that has a say. */
export const readVotes = (record: ServiceRecord, of: RecordKind, words: Vocabulary): Vote[] => {
  const votes: Vote[] = [];
  for (const leaf of readLeaves(record)) {
    if (leaf.sort === 'state') votes.push(readState(leaf, of, words));
    else if (leaf.sort === 'flag' && leaf.votes && leaf.kindFlag === null)
      votes.push(readFlagLeaf(leaf, leaf.role as FlagRole, of, words));
    else if (leaf.flag !== null && isFlagged(leaf)) votes.push(readFlagLeaf(leaf, leaf.flag, of, words));
    else if (leaf.heard !== null) {
      const heard = readHeard(leaf, of, words);
      if (heard !== null) votes.push(heard);
    }
  }
  const objections = findObjections(votes, ({ stance }) => stance === 'unread');
  return votes.map((vote) =>
    vote.stance === 'unread' && !objections.has(vote) && !words.silences(vote.leaf.name, vote.word)
      ? { ...vote, stance: 'silent' }
      : vote,
  );
};

/** The name that a person is shown. */
export const fieldOf = ({ path }: Leaf): string => (path.at(-1) ?? '').slice(0, LONGEST_WORD);

/** In a link's record: of the link itself, not of its payment. */
export const isOfLink = ({ subject }: Pick<Leaf, 'subject'>, of: RecordKind): boolean =>
  of === 'link' && (subject === 'own' || subject === 'link');

function vote(leaf: Leaf, word: string, stance: Stance, says: Vote['says'], of: RecordKind): Vote {
  const { subject } = leaf;
  return {
    leaf,
    field: fieldOf(leaf),
    word: word.slice(0, LONGEST_WORD),
    stance,
    says,
    isOfOrder: subject === 'order' || (subject === 'link' && of === 'transaction'),
    isOfPayment: subject !== 'own' && subject !== 'link' && subject !== 'order',
    isAside: says === 'test' || (leaf.sort !== 'state' && leaf.sort !== 'flag'),
  };
}

/** What nobody understands of it is asked about. An order's or link's own life is heard where nothing else says anything. */
export const mayObject = ({ votes, subject }: Leaf): boolean =>
  votes || subject === 'order' || subject === 'link';

/** A link that is not paid yet does not contradict its payment. */
const LIFE: [Stance, StateSays] = ['silent', 'life'];

const TAUGHT: Record<TaughtSays, [Stance, StateSays]> = {
  nothing: ['silent', 'silent'],
  paid: ['came', 'paid'],
  'not-paid': ['denied', 'waiting'],
  refunded: ['back', 'refunded'],
};

function readState(leaf: Leaf, of: RecordKind, words: Vocabulary): Vote {
  const word = String(leaf.value).trim();
  const taught = words.taught(leaf.name, word);
  if (taught !== null && mayObject(leaf)) {
    const [stance, says] = taught === 'not-paid' && isOfLink(leaf, of) ? LIFE : TAUGHT[taught];
    return vote(leaf, word, stance, says, of);
  }
  const says = words.state(word, leaf.isCode);
  if (words.silences(leaf.name, word) && mayObject(leaf))
    return vote(leaf, word, isHeardAnyway(says) ? 'unread' : 'silent', says, of);
  return vote(leaf, word, stanceOf(leaf, says, of), says, of);
}

function stanceOf(leaf: Leaf, says: StateSays | null, of: RecordKind): Stance {
  if (says === null) return mayObject(leaf) ? 'unread' : 'silent';
  const { subject } = leaf;
  return stanceAbout(says, isOfLink(leaf, of) ? 'link' : (COLUMN_OF[subject] ?? 'rest'));
}

/** A value under a name that gives it no vote. Null: it says nothing. */
function readHeard(leaf: Leaf, of: RecordKind, words: Vocabulary): Vote | null {
  if (typeof leaf.value !== 'string') return null;
  const word = leaf.value.trim();
  const taught = words.taught(leaf.name, word);
  if (taught !== null) return vote(leaf, word, ...TAUGHT[taught], of);
  const says = readObjection(word);
  // A bank answers a sale with "Authorised", too.
  if (leaf.heard === 'gateway' && says === 'hold' && /auth/i.test(word)) return null;
  const isSilent = words.silences(leaf.name, word);
  if (says !== null) return vote(leaf, word, isSilent ? 'unread' : stanceOf(leaf, says, of), says, of);
  return !isSilent && isUnknownWord(leaf) && words.state(word) === null
    ? vote(leaf, word, 'unread', null, of)
    : null;
}

/**
 * What a state says of the payment, by what it is about. A link's own life confirms and denies nothing, and that it was made, approved
 * or processed does not mean that it is paid. A refund that is asked for, undone, or failed, takes nothing back. The rest is heard only
 * where it takes money back.
 */
const COLUMNS = { payment: 0, link: 1, order: 2, hold: 3, refund: 4, dispute: 5, rest: 6 } as const;
type Row = readonly [Stance, Stance, Stance, Stance, Stance, Stance, Stance];
const STANCES: Record<StateSays, Row> = {
  paid: ['came', 'came', 'came', 'came', 'back', 'back', 'silent'],
  done: ['came', 'unread', 'silent', 'silent', 'back', 'back', 'silent'],
  once: ['asks', 'unread', 'silent', 'silent', 'back', 'back', 'silent'],
  partly: ['partly', 'partly', 'partly', 'partly', 'back', 'back', 'silent'],
  hold: ['denied', 'denied', 'denied', 'silent', 'silent', 'back', 'silent'],
  waiting: ['denied', 'denied', 'denied', 'denied', 'silent', 'back', 'silent'],
  life: ['denied', 'silent', 'silent', 'silent', 'silent', 'back', 'silent'],
  closed: ['ended', 'ended', 'silent', 'ended', 'silent', 'silent', 'silent'],
  failed: ['denied', 'denied', 'denied', 'denied', 'silent', 'silent', 'silent'],
  cancelled: ['denied', 'ended', 'denied', 'denied', 'silent', 'silent', 'silent'],
  expired: ['denied', 'ended', 'denied', 'denied', 'silent', 'silent', 'silent'],
  refunded: ['back', 'back', 'back', 'back', 'back', 'back', 'back'],
  'partly-refunded': ['back', 'back', 'back', 'back', 'back', 'back', 'back'],
  void: ['back', 'ended', 'back', 'back', 'silent', 'silent', 'back'],
  disputed: ['back', 'back', 'back', 'back', 'back', 'back', 'back'],
  won: ['unread', 'unread', 'unread', 'unread', 'silent', 'silent', 'silent'],
  lost: ['unread', 'unread', 'unread', 'unread', 'silent', 'back', 'silent'],
  test: ['unread', 'unread', 'unread', 'unread', 'silent', 'silent', 'silent'],
  silent: ['silent', 'silent', 'silent', 'silent', 'silent', 'silent', 'silent'],
};

const COLUMN_OF: Partial<Record<Subject, keyof typeof COLUMNS>> = {
  ...{ own: 'payment', payment: 'payment', refund: 'refund', dispute: 'dispute', hold: 'hold' },
  ...{ link: 'order', order: 'order' },
};

const stanceAbout = (says: StateSays, column: keyof typeof COLUMNS): Stance => STANCES[says][COLUMNS[column]];

/** Databases write a time that is not there as zeros, or as one of their first days. */
const NO_TIME = /^[\s0:./TZ+-]*$|^(0001|1900|1970)-01-01/;

/** `paidFlag: "N"`; or something happened, by its time: `refundedAt`. */
const isFlagged = ({ sort, value }: Leaf): boolean => {
  const text = String(value).trim();
  return sort === 'time' ? !NO_TIME.test(text) && !isEmptyWord(text) : YES_OR_NO.test(text);
};

/** What a flag means with other words beside it. */
const MEANS_ALONE: Partial<Record<FlagRole, StateSays>> = { denies: 'failed', 'takes-back': 'refunded' };

function readFlagLeaf(leaf: Leaf, role: FlagRole, of: RecordKind, words: Vocabulary): Vote {
  const name = leaf.path.at(-1) ?? '';
  // A time says that it happened.
  const isTrue = readFlag(leaf.value) ?? true;
  const word = `${name}: ${leaf.value}`;
  const taught = words.taught(leaf.name, String(leaf.value));
  if (taught !== null) return vote(leaf, word, ...TAUGHT[taught], of);
  const silent = () => vote(leaf, word, 'silent', 'silent', of);
  if (role === 'tests' || role === 'is-real')
    return isTrue === (role === 'tests') ? vote(leaf, word, 'unread', 'test', of) : silent();
  // A flag's name is a state, which it says or denies.
  const means = words.state(splitName(name).join(' ')) ?? MEANS_ALONE[role] ?? 'once';
  const isOwn = of === 'link' && leaf.subject === 'own';
  if (role !== 'affirms')
    return isTrue ? vote(leaf, word, stanceAbout(means, isOwn ? 'link' : 'payment'), means, of) : silent();
  // That the link was made or its look-up went well says nothing of a payment.
  if (isOwn) return silent();
  if (isTrue) return vote(leaf, word, stanceAbout(means, COLUMN_OF[leaf.subject] ?? 'rest'), means, of);
  const denies = /captur/i.test(name) ? 'hold' : means === 'paid' ? 'waiting' : 'failed';
  return vote(leaf, word, 'denied', denies, of);
}
