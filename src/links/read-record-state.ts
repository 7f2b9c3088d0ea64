import type { ServiceRecord } from '../payment-service/index.ts';
import { plainName } from '../payment-service/read-field.ts';
import type { StateMeaning, StateWords } from './state-words.ts';

export type RecordKind = 'link' | 'transaction';

/** What a record says of its payment. `null`: no field with a word that the table knows, or two that disagree. */
export interface RecordState {
  meaning: Exclude<StateMeaning, 'done'> | null;
  /** The service's own word, cut short. */
  word: string | null;
}

const DEPTH = 3;
const LONGEST_WORD = 40;
const STATE_NAME = /(status|state|result|outcome)$/;
/** States of something else that travels with a record. */
const OTHER_SUBJECT =
  /^(payout|settlement|settle|email|mail|sms|whatsapp|delivery|notification|kyc|merchant|customer|account|http|response|api|qr|webhook|callback|address|billing|shipping|province|emirate|us)/;
const OF_PAYMENT = /^(payment|transaction|txn|pay|charge|capture|order)/;
const PAID_FLAG = /^(is)?(paid|fullypaid|paymentreceived|paymentdone|paymentcomplete|paymentcompleted)$/;

interface StateField {
  meaning: StateMeaning;
  word: string;
}

/** Looks at every field that names a state, three levels down; free text such as notes is never read. */
export const readRecordState = (record: ServiceRecord, kind: RecordKind, words: StateWords): RecordState => {
  const fields = collect(record.fields, kind === 'transaction', words, 0);
  const says = (meaning: StateMeaning) => fields.find((field) => field.meaning === meaning);
  const paid = says('paid');
  const against = says('failed') ?? says('cancelled');
  if (paid && against)
    return { meaning: null, word: `${paid.word} / ${against.word}`.slice(0, LONGEST_WORD) };
  const order: Exclude<StateMeaning, 'done'>[] = [
    'refunded',
    'partly',
    'paid',
    'cancelled',
    'failed',
    'expired',
    'waiting',
  ];
  for (const meaning of order) {
    const field = says(meaning);
    if (field) return { meaning, word: field.word };
  }
  return { meaning: null, word: null };
};

function collect(
  object: Record<string, unknown>,
  isAboutPayment: boolean,
  words: StateWords,
  depth: number,
): StateField[] {
  const fields: StateField[] = [];
  for (const [key, value] of Object.entries(object)) {
    const name = plainName(key);
    if (OTHER_SUBJECT.test(name)) continue;
    const isPaymentField = isAboutPayment || OF_PAYMENT.test(name);
    if (typeof value === 'boolean' || value === 'true' || value === 'false') {
      if (PAID_FLAG.test(name)) {
        const isPaid = value === true || value === 'true';
        fields.push({
          meaning: isPaid ? 'paid' : 'waiting',
          word: `${key}: ${isPaid}`.slice(0, LONGEST_WORD),
        });
      }
    } else if (typeof value === 'string' && STATE_NAME.test(name)) {
      const meaning = words(value);
      const word = value.trim().slice(0, LONGEST_WORD);
      // A link whose making went well is a link, not a payment.
      if (meaning === 'done' && isPaymentField) fields.push({ meaning: 'paid', word });
      else if (meaning !== null && meaning !== 'done') fields.push({ meaning, word });
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEPTH) {
      fields.push(...collect(value as Record<string, unknown>, isPaymentField, words, depth + 1));
    }
  }
  return fields;
}
