import type { Outcome } from '../../src/payments/index.ts';

/** What one leaf says, by how it was made. */
export type Says =
  | 'affirms'
  | 'asks'
  | 'agrees'
  | 'mute'
  | 'not-understood'
  | 'fails'
  | 'waits'
  | 'holds'
  | 'no-payment'
  | 'back'
  | 'back-by-amount'
  | 'other-currency'
  | 'other-amount';

/** One record by its meaning. */
export interface MeantRecord {
  of: 'transaction' | 'link';
  says: readonly Says[];
  /** Null: no amount. */
  fils: number | null;
  /** A refund of the payment before it, and nothing else. */
  isRefund: boolean;
}

const NOT_PAID: readonly Outcome[] = [
  'partly',
  'mismatch',
  'refunded',
  'unclear',
  'cancelled',
  'expired',
  'declined',
  'waiting',
  'silent',
  'none',
];
const ANY: readonly Outcome[] = ['paid', ...NOT_PAID];

/** What a leaf that is no consent makes of a record that else were a payment. */
const AGAINST: Partial<Record<Says, readonly Outcome[]>> = {
  'not-understood': ['unclear'],
  fails: ['unclear', 'declined', 'waiting'],
  waits: ['unclear', 'waiting'],
  holds: ['unclear', 'waiting'],
  'no-payment': ['unclear', 'waiting', 'silent'],
  back: ['unclear', 'refunded', 'cancelled', 'declined', 'waiting'],
  'back-by-amount': ['refunded', 'unclear'],
  'other-currency': ['mismatch', 'unclear'],
  'other-amount': ['unclear', 'partly', 'mismatch'],
};

const has = ({ says }: MeantRecord, one: Says): boolean => says.includes(one);
const objections = ({ says }: MeantRecord): readonly Says[] =>
  says.filter((one) => AGAINST[one] !== undefined);

/** A payment: something affirms, everything that votes is understood, nothing disagrees. */
export const isPayment = (record: MeantRecord): boolean =>
  !record.isRefund && has(record, 'affirms') && objections(record).length === 0;

/** What may come out for records of a link that asks for `askedFils`. */
export const expectOutcome = (records: readonly MeantRecord[], askedFils: number): readonly Outcome[] => {
  const [only] = records;
  if (only && records.length === 1 && !only.isRefund) return expectOfOne(only, askedFils);
  const payments = records.filter(isPayment);
  const rows = payments.filter(({ of }) => of === 'transaction');
  const refunds = records.filter(({ isRefund }) => isRefund);
  const isUnsure = records.some(
    (record) =>
      !record.isRefund && !isPayment(record) && /not-understood|asks|affirms|back/.test(record.says.join()),
  );
  if (payments.some(({ fils }) => fils === null)) return ANY;
  // Two records of one link tell of the same money.
  const came = rows.length > 0 ? sum(rows) : (payments[0]?.fils ?? 0);
  const back = sum(refunds);
  if (payments.length === 0) return isUnsure ? NOT_PAID : refunds.length > 0 ? ['refunded'] : NOT_PAID;
  // What is unsure may be the rest, which a link that says paid counts already.
  const isWhole =
    came - back === askedFils || payments.some(({ of, fils }) => of === 'link' && fils === askedFils);
  if (isUnsure) return isWhole ? ANY : NOT_PAID;
  if (back >= came) return rows.length < payments.length ? ['refunded', 'unclear'] : ['refunded'];
  // A link that says paid may be ahead of its rows.
  if (came < askedFils) return rows.length < payments.length ? ['partly', 'unclear'] : ['partly'];
  return came > askedFils ? ['mismatch'] : ['paid'];
};

function expectOfOne(record: MeantRecord, askedFils: number): readonly Outcome[] {
  const { of, fils } = record;
  const against = objections(record);
  if (!has(record, 'affirms')) {
    if (of === 'link') return NOT_PAID;
    return has(record, 'asks') && against.length === 0 ? ['unclear'] : NOT_PAID;
  }
  if (against.length > 0) return fils === askedFils ? against.flatMap((one) => AGAINST[one] ?? []) : NOT_PAID;
  if (fils === null) return of === 'link' ? ANY : ['unclear'];
  // What a link asks for is not what came.
  if (fils !== askedFils && of === 'link') return NOT_PAID;
  return fils === askedFils ? ['paid'] : fils < askedFils ? ['partly'] : ['mismatch'];
}

const sum = (records: readonly MeantRecord[]): number =>
  records.reduce((all, { fils }) => all + (fils ?? 0), 0);
