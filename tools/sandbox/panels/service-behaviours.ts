import type { JsonRecord } from '../../../packages/local-slack/src/page/read-json.ts';

const USUAL = { stateField: 'status', stateWords: {}, statesIn: 'both', payoutsBy: 'days' };

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
  style('yes-no', 'isPaid: true', { stateField: 'isPaid', stateWords: yesNo }),
  style('links-silent', 'only transactions tell a state', { statesIn: 'transactions' }),
  style('payout-id', 'transactions name their payout', { payoutsBy: 'payout-id' }),
  style('payout-wrongly', 'payouts that do not add up', { payoutsBy: 'wrongly' }),
];

/** The sandbox's current record style, or undefined for a custom one. */
export const findStyle = (shape: JsonRecord): RecordStyle | undefined =>
  RECORD_STYLES.find((one) =>
    Object.entries(one.shape).every(([name, value]) => JSON.stringify(shape[name]) === JSON.stringify(value)),
  );
