import { isJsonObject, oncePerName, plainName, type ServiceRecord } from '../payment-service/index.ts';
import { listParts, type PartOf, type RecordKind } from './record-parts.ts';
import type { StateMeaning, StateWords } from './state-words.ts';

/**
 * What one record says about its payment. `contradictory`: its fields disagree. `null`: it has no field about
 * the payment with a word from the table. `cancelled` and `expired` apply only to a link as a whole; an
 * attempt to pay that ended this way is `failed`.
 */
export interface RecordState {
  meaning: Exclude<StateMeaning, 'done'> | 'contradictory' | null;
  /** The service's own word, shortened, and its field. */
  word: string | null;
  field: string | null;
  /** Every field that was read for it. */
  said: StateSaid[];
}

export interface StateSaid {
  field: string;
  word: string;
  /** Null: the word is not in the table. */
  meaning: StateMeaning | null;
  /**
   * The field's name is about the payment (`transactionStatus`), so it outranks a general name (`status`).
   */
  isSpecific: boolean;
  stance: Stance;
}

/** `nothing`: the word is about the progress of something else, such as the creation of a link. */
type Stance = 'paid' | 'partly' | 'refunded' | 'denied' | 'nothing';

/** For a record that says refunded: only part of the money was refunded. */
export const isInPart = ({ word }: Pick<RecordState, 'word'>): boolean => /part/i.test(word ?? '');

const LONGEST_WORD = 40;
const STATE_NAME = /^(.*?)(?:status|state|result|outcome)$/;
const PAYMENT = /^(payment|transaction|txn|trx|tran|pay|charge|capture|purchase|sale)$/;
/** These can be in any state without saying anything about the payment. */
const ORDER = /^(order|invoice)$/;
const LINK = /^(link|paymentlink|paylink)$/;
const GENERAL = /^(current|overall|final)?$/;
const PAID_FLAG = /^(is)?(paid|fullypaid|paymentreceived|paymentdone|paymentcompleted?)$/;
const REFUNDED_FLAG = /^(is)?(fully)?refunded$/;
/** Words for a link's own progress: they neither confirm nor deny a payment. */
const LIFE =
  /^(link|paymentlink)?(created|open|opened|active|new|issued|sent|generated|viewed|live|scheduled|draft|initiated|initialized|started|none)$/;
/** A link may be taken out of service because it was paid. */
const TAKEN_DOWN = /^(link|paymentlink)?(closed|inactive|deactivated|disabled)$/;

type Subject = 'payment' | 'order' | 'link' | 'row';

/** Null: the name is not about a state. */
const stateNamed = oncePerName((name) => {
  const says = {
    isPaidFlag: PAID_FLAG.test(name),
    isRefundedFlag: REFUNDED_FLAG.test(name),
    subject: subjectOf(STATE_NAME.exec(name)?.[1]),
  };
  return says.isPaidFlag || says.isRefundedFlag || says.subject !== null ? says : null;
});

function subjectOf(start: string | undefined): Subject | null {
  if (start === undefined) return null;
  if (PAYMENT.test(start)) return 'payment';
  if (ORDER.test(start)) return 'order';
  if (LINK.test(start)) return 'link';
  return GENERAL.test(start) ? 'row' : null;
}

export const readRecordState = (record: ServiceRecord, kind: RecordKind, words: StateWords): RecordState => {
  const said: StateSaid[] = [];
  for (const { of, fields } of listParts(record, kind)) {
    for (const key of Object.keys(fields)) {
      const one = readState(key, fields[key], of, kind, words);
      if (one) said.push(one);
    }
  }
  const find = (stance: Stance, isSpecific?: boolean) =>
    said.find((one) => one.stance === stance && (isSpecific === undefined || one.isSpecific === isSpecific));
  const by = (one: StateSaid, meaning: RecordState['meaning']): RecordState => ({
    meaning,
    word: one.word,
    field: one.field,
    said,
  });
  const against = (one: StateSaid, other: StateSaid): RecordState => ({
    meaning: 'contradictory',
    word: `${one.word} / ${other.word}`.slice(0, LONGEST_WORD),
    field: `${one.field} / ${other.field}`.slice(0, 2 * LONGEST_WORD),
    said,
  });

  const refunded = find('refunded', true) ?? find('refunded', false);
  if (refunded) return by(refunded, 'refunded');
  const paid = find('paid', true);
  const denied = find('denied', true);
  if (paid && denied) return against(paid, denied);
  const partly = find('partly', true) ?? (kind === 'link' || !paid ? find('partly', false) : undefined);
  if (partly && !denied) return by(partly, 'partly');
  const deniedInGeneral = said.find(
    (one) => one.stance === 'denied' && !one.isSpecific && !TAKEN_DOWN.test(plainName(one.word)),
  );
  if (paid) return deniedInGeneral ? against(paid, deniedInGeneral) : by(paid, 'paid');
  // An ended link has ended, whatever its payment is waiting for.
  const ended =
    kind === 'link' && said.find((one) => !one.isSpecific && /^(cancelled|expired)$/.test(one.meaning ?? ''));
  const paidInGeneral = find('paid', false);
  if (denied)
    return ended && !paidInGeneral ? by(ended, ended.meaning as 'expired') : readDenial(said, true, by);
  if (paidInGeneral)
    return deniedInGeneral ? against(paidInGeneral, deniedInGeneral) : by(paidInGeneral, 'paid');
  if (ended) return by(ended, ended.meaning as 'expired');
  if (find('denied', false)) return readDenial(said, false, by);
  const waiting = said.find(({ meaning }) => meaning === 'waiting');
  if (waiting) return by(waiting, 'waiting');
  return { meaning: null, word: null, field: null, said };
};

/** The worst result of an attempt to pay. An attempt that was cancelled or timed out has failed. */
function readDenial(
  said: readonly StateSaid[],
  isSpecific: boolean,
  by: (one: StateSaid, meaning: 'failed' | 'waiting') => RecordState,
): RecordState {
  const denials = said.filter((one) => one.stance === 'denied' && one.isSpecific === isSpecific);
  const failed = denials.find(({ meaning }) => meaning !== 'waiting');
  const [first] = denials;
  if (failed) return by(failed, 'failed');
  if (!first) throw new Error('nothing denies a payment');
  return by(first, 'waiting');
}

function readState(
  key: string,
  value: unknown,
  of: PartOf,
  kind: RecordKind,
  words: StateWords,
): StateSaid | null {
  const says = stateNamed(key);
  if (says === null) return null;
  const flag =
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : null;
  if (flag !== null) {
    const word = `${key}: ${flag}`.slice(0, LONGEST_WORD);
    const field = key.slice(0, LONGEST_WORD);
    if (says.isPaidFlag) {
      const [meaning, stance] = flag ? (['paid', 'paid'] as const) : (['waiting', 'denied'] as const);
      return { field, word, meaning, isSpecific: true, stance };
    }
    if (flag && says.isRefundedFlag)
      return { field, word, meaning: 'refunded', isSpecific: true, stance: 'refunded' };
    return null;
  }
  if (says.subject === null) return null;
  const text = readWord(value);
  if (text === null) return null;
  const subject = says.subject === 'row' ? subjectIn(of, kind) : says.subject;
  const meaning = words(text);
  return {
    field: key.slice(0, LONGEST_WORD),
    word: text.slice(0, LONGEST_WORD),
    meaning,
    isSpecific: subject === 'payment',
    stance: stanceOf(text, meaning, subject),
  };
}

/** What a general name (`status`) is about. */
const subjectIn = (of: PartOf, kind: RecordKind): Subject =>
  of === 'payment' ? 'payment' : kind === 'link' ? 'link' : 'row';

/** What a word says about the payment, depending on what its field is about. */
function stanceOf(word: string, meaning: StateMeaning | null, subject: Subject): Stance {
  const plain = plainName(word);
  const isOfPayment = subject === 'payment' || subject === 'row';
  switch (meaning) {
    case 'paid':
      // An order that was received is not yet paid.
      return !isOfPayment && plain.endsWith('received') ? 'nothing' : 'paid';
    case 'done':
      return isOfPayment ? 'paid' : 'nothing';
    case 'partly':
    case 'refunded':
      return meaning;
    case 'failed':
    case 'cancelled':
    case 'expired':
      return 'denied';
    case 'waiting':
      return !isOfPayment && LIFE.test(plain) ? 'nothing' : 'denied';
    case null:
      return 'nothing';
  }
}

/** Reads `status: {code: "PAID"}` like `status: "PAID"`. */
function readWord(value: unknown): string | null {
  if (isJsonObject(value)) {
    const inner = Object.entries(value).find(
      ([key, one]) =>
        /^(name|code|value|status|state|label)$/.test(plainName(key)) && typeof one === 'string',
    );
    return inner === undefined ? null : readWord(inner[1]);
  }
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
