import type { JsonRecord } from './read-json.ts';

interface CallbackSwitch {
  words: string;
  note: string;
  on: JsonRecord;
  off: JsonRecord;
}

/** How callbacks may misbehave. */
export const CALLBACK_SWITCHES: readonly CallbackSwitch[] = [
  { words: 'Callbacks get lost', note: 'nothing is sent', on: { drop: true }, off: { drop: false } },
  { words: 'Each comes three times', note: 'word for word', on: { repeat: 3 }, off: { repeat: 1 } },
  { words: 'They come 10 seconds late', note: 'all of them', on: { delayMs: 10_000 }, off: { delayMs: 0 } },
  {
    words: 'They report a false amount',
    note: 'AED 0.01 instead of what was paid',
    on: { amountFils: 1 },
    off: { amountFils: null },
  },
  {
    words: 'They say which payment, but not its state',
    note: 'order, invoice and transaction, no state',
    on: { says: 'references' },
    off: { says: 'everything' },
  },
];

export const isSwitchedOn = ({ on }: CallbackSwitch, behaviour: JsonRecord): boolean =>
  Object.entries(on).every(([name, value]) => behaviour[name] === value);

const USUAL = {
  stateField: 'status',
  stateWords: {},
  statesIn: 'both',
  kindField: null,
  times: 'wall-clock',
  references: 'both',
  linkReferences: 'both',
  payoutsBy: 'days',
};

const yesNo = { PAID: true, SUCCESS: true, CREATED: false, FAILED: false, EXPIRED: false, CANCELLED: false };

interface RecordStyle {
  id: string;
  words: string;
  shape: JsonRecord;
}

const style = (id: string, words: string, change: JsonRecord = {}): RecordStyle => ({
  id,
  words,
  shape: { ...USUAL, ...change },
});

/** Styles of the service's records: the interface documents no fields. */
export const RECORD_STYLES: readonly RecordStyle[] = [
  style('usual', 'status: PAID'),
  style('completed', 'paymentStatus: Completed', {
    stateField: 'paymentStatus',
    stateWords: { PAID: 'Completed', SUCCESS: 'Completed' },
  }),
  style('settled', 'state: SETTLED', {
    stateField: 'state',
    stateWords: { PAID: 'SETTLED', SUCCESS: 'SETTLED' },
  }),
  style('yes-no', 'isPaid: true', { stateField: 'isPaid', stateWords: yesNo }),
  style('links-silent', 'only transactions tell a state', { statesIn: 'transactions' }),
  style('silent', 'no state anywhere', { statesIn: 'none' }),
  style('by-invoice', 'no order id in transactions', { references: 'invoice' }),
  style('anonymous', 'neither order nor invoice in transactions', { references: 'none' }),
  style('kinds', 'what a transaction is: SALE, REFUND', { kindField: 'transactionType' }),
  style('payout-id', 'transactions name their payout', { payoutsBy: 'payout-id' }),
  style('payout-list', 'payouts list their transactions', { payoutsBy: 'list' }),
  style('payout-sum', 'only date and sum join a payout', { payoutsBy: 'sum' }),
  style('payout-nothing', 'nothing joins a payout', { payoutsBy: 'nothing' }),
  style('payout-wrongly', 'payouts that do not add up', { payoutsBy: 'wrongly' }),
  style('iso-times', 'times as 2026-11-21T08:00:00Z', { times: 'iso' }),
];

/** The sandbox's current record style, or undefined for a custom one. */
export const findStyle = (shape: JsonRecord): RecordStyle | undefined =>
  RECORD_STYLES.find((one) =>
    Object.entries(one.shape).every(([name, value]) => JSON.stringify(shape[name]) === JSON.stringify(value)),
  );
