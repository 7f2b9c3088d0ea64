/**
 * Records by their meaning, before they are spelled, and the answers to the four questions about them. This file does
 * not use the tested code: it repeats the tables.
 */

/** What a status word says without its field. `life`: the progress of a link; in a payment's field, not paid. */
export type WordSense = StateSense | 'life' | 'deny' | 'odd';
type StateSense = 'paid' | 'received' | 'done' | 'part' | 'back' | 'ended' | 'taken-down';

export const list = (text: string): readonly string[] => text.trim().split(/,\s+/);

export const STATE_WORDS: Record<WordSense, readonly string[]> = {
  paid: ['paid', 'fully paid', 'settled', 'captured', 'collected', 'purchased', 'charged', 'sold', 'payed'],
  received: ['received'],
  done: list(`
    success, successful, succeeded, completed, complete, approved, confirmed, processed, done, ok,
    passed, accepted
  `),
  part: list('partially paid, partly paid, part paid, partial, underpaid, partially captured, overpaid'),
  back: ['refunded', 'refund', 'partially refunded', 'reversed', 'chargeback', 'charged back', 'returned'],
  ended: list('cancelled, canceled, voided, expired, timeout, timed out, lapsed, overdue, revoked'),
  'taken-down': ['closed', 'inactive', 'deactivated', 'disabled'],
  life: list('created, open, active, new, issued, sent, generated, viewed, live, initiated, none'),
  deny: list(`
    pending, unpaid, awaiting payment, in progress, authorized, failed, declined, rejected, error,
    not paid, insufficient funds
  `),
  odd: ['KZX', '00', '7', 'toString', '__proto__', 'constructor', 'PAID?', 'half', 'unfailed', 'unpaid paid'],
};

/** `payment` outranks the others; for an order or a link only its payment counts. */
export type Subject = 'payment' | 'record' | 'order' | 'link';

export interface MeantState {
  subject: Subject;
  /** A flag that is true or false says `paid` or `deny`. */
  sense: WordSense;
  /** Whether the word names the payment: `PAYMENT_SUCCESS`. */
  namesPayment: boolean;
}

export type KindSense = 'payment' | 'method' | 'no-payment' | 'gives-back' | 'odd';

export const KIND_WORDS: Record<KindSense, readonly string[]> = {
  payment: list(`
    sale, payment, purchase, capture, charge, auth capture, sale transaction, paylink, card payment
  `),
  method: ['card', 'ecom', 'online', 'pos', 'wallet', 'apple web', 'visa', 'contactless', 'moto'],
  'no-payment': list(`
    authorization, authorisation, pre auth, auth only, verification, card verification,
    zero auth, fee, service fee, payout, settlement, tokenization
  `),
  'gives-back': ['refund', 'sale refund', 'partial refund', 'chargeback', 'reversal', 'void', 'void sale'],
  odd: ['QX17', 'B2C', 'payment adjustment', 'not a sale', 'constructor', '__proto__', '7'],
};

export interface MeantKind {
  isSpecific: boolean;
  sense: KindSense;
}

export type AmountRank = 'received' | 'payment' | 'asked';

export interface MeantAmount {
  rank: AmountRank;
  /** Null: the amount is present but unreadable. */
  fils: number | null;
}

/** `other-order`: an order id that, by the link's own record, belongs to another order. */
export type MeantOwner = OurId | 'none' | 'other-order' | 'unknown-order' | 'bare-id';
type OurId = 'order-id' | 'reference' | 'address';

export interface MeantRecord {
  of: 'transaction' | 'link';
  via: 'id' | 'listing';
  owner: MeantOwner;
  states: MeantState[];
  kinds: MeantKind[];
  amounts: MeantAmount[];
  refundedFils: number | null;
  isOtherCurrency: boolean;
  transactionId: string | null;
}

export interface MeantCase {
  askedFils: number;
  /** Another link of ours has the same reference. */
  hasRival: boolean;
  records: MeantRecord[];
}

/** Whether the link is paid. `open`: the four questions do not decide it. */
export type Expected = 'paid' | 'not-paid' | 'open';

type Stance = 'affirms' | 'part' | 'back' | 'denies' | 'takes-down' | 'mute';
type Answer = 'paid' | 'part' | 'back' | 'no' | 'mute' | 'torn' | 'open';

/** Question 1: is it ours? A link's own record shows which fields hold our order id. */
function isOurs({ owner, via, of }: MeantRecord, hasRival: boolean): boolean {
  switch (owner) {
    case 'order-id':
      return true;
    case 'address':
      return true;
    case 'reference':
      return !hasRival;
    case 'bare-id':
      return of === 'link' || via === 'id';
    case 'none':
      return via === 'id';
    case 'other-order':
    case 'unknown-order':
      return false;
  }
}

/** Question 2: is it a payment? */
function kindOf({ kinds }: MeantRecord): KindSense {
  const find = (sense: KindSense, isSpecific?: boolean) =>
    kinds.some((one) => one.sense === sense && (isSpecific === undefined || one.isSpecific === isSpecific));
  if (find('gives-back')) return 'gives-back';
  if (find('no-payment')) return 'no-payment';
  if (find('payment', true)) return 'payment';
  return find('odd') ? 'odd' : 'payment';
}

function stanceOf({ subject, sense, namesPayment }: MeantState): Stance {
  const isOfPayment = subject === 'payment' || subject === 'record';
  switch (sense) {
    case 'paid':
      return 'affirms';
    case 'received':
      return isOfPayment ? 'affirms' : 'mute';
    case 'done':
      return isOfPayment || namesPayment ? 'affirms' : 'mute';
    case 'life':
      return isOfPayment || namesPayment ? 'denies' : 'mute';
    case 'part':
      return 'part';
    case 'back':
      return 'back';
    case 'taken-down':
      return 'takes-down';
    case 'ended':
    case 'deny':
      return 'denies';
    case 'odd':
      return 'mute';
  }
}

/** Question 3: in which state? */
function answerOf({ states }: MeantRecord): Answer {
  const specific = states.filter(({ subject }) => subject === 'payment').map(stanceOf);
  const general = states.filter(({ subject }) => subject !== 'payment').map(stanceOf);
  const has = (stances: readonly Stance[], stance: Stance) => stances.includes(stance);
  const denies = (stances: readonly Stance[]) => has(stances, 'denies') || has(stances, 'takes-down');
  if (has(specific, 'back') || has(general, 'back')) return 'back';
  if (has(specific, 'affirms')) {
    if (denies(specific)) return 'torn';
    if (has(specific, 'part') || has(general, 'part')) return 'open';
    if (has(general, 'denies')) return 'torn';
    // A paid link may be taken down because it is paid.
    return has(general, 'takes-down') ? 'open' : 'paid';
  }
  if (has(specific, 'part')) return denies(specific) ? 'no' : 'part';
  if (denies(specific)) return 'no';
  if (has(general, 'part')) return has(general, 'affirms') ? 'open' : 'part';
  if (has(general, 'affirms')) {
    if (has(general, 'denies')) return 'torn';
    return has(general, 'takes-down') ? 'open' : 'paid';
  }
  return [...specific, ...general].every((stance) => stance === 'mute') ? 'mute' : 'no';
}

/** Question 4, for one record: how much? `unknown`: an amount is present but unreadable; `unsaid`: none is. */
function cameOf({ of, amounts }: MeantRecord): number | 'unknown' | 'unsaid' {
  const ranks: AmountRank[] = of === 'link' ? ['received', 'payment'] : ['received', 'payment', 'asked'];
  for (const rank of ranks) {
    const values = amounts.filter((one) => one.rank === rank).map(({ fils }) => fils);
    const [first] = values;
    if (first === undefined) continue;
    return first !== null && values.every((value) => value === first) ? first : 'unknown';
  }
  return 'unsaid';
}

interface Money {
  came: number | 'unknown' | null;
  back: number | 'unknown';
  isOtherCurrency: boolean;
}

/** Question 4, for one listing of the transactions: each payment once. */
function addUp(rows: readonly MeantRecord[]): Money {
  const payments = rows.filter((row) => kindOf(row) === 'payment' && answerOf(row) === 'paid');
  const byId = new Map<string, MeantRecord[]>();
  for (const row of payments) {
    // Generated rows without an id are all different.
    const key = row.transactionId ?? `row ${rows.indexOf(row)}`;
    byId.set(key, [...(byId.get(key) ?? []), row]);
  }
  let came: Money['came'] = payments.length === 0 ? null : 0;
  for (const same of byId.values()) {
    const sums = new Set(same.map(cameOf));
    const [sum] = sums;
    came = typeof came !== 'number' || sums.size > 1 || typeof sum !== 'number' ? 'unknown' : came + sum;
  }
  // A refund without a status counts: one that failed or waits says so.
  const refunds = rows.filter((row) => kindOf(row) === 'gives-back' && /paid|back|mute/.test(answerOf(row)));
  const refunded = refunds.map(cameOf);
  const inRows = refunded.every((sum) => typeof sum === 'number')
    ? refunded.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0)
    : 'unknown';
  const inFields = payments.reduce((sum, { refundedFils }) => sum + (refundedFils ?? 0), 0);
  return {
    came,
    back: inRows === 'unknown' ? 'unknown' : Math.max(inRows, inFields),
    isOtherCurrency: payments.some(({ isOtherCurrency }) => isOtherCurrency),
  };
}

/** The answers to the four questions for all records. */
export const expect4 = ({ askedFils, hasRival, records }: MeantCase): Expected => {
  const ours = records.filter((record) => isOurs(record, hasRival));
  if (ours.some((record) => answerOf(record) === 'open')) return 'open';
  const rows = ours.filter(({ of }) => of === 'transaction');
  const links = ours.filter(({ of }) => of === 'link');
  const readings = (['id', 'listing'] as const).map((via) => addUp(rows.filter((row) => row.via === via)));
  const known = readings.filter(({ came }) => typeof came === 'number');
  const isUnknown = readings.some(({ came }) => came === 'unknown');
  const isBack = [...rows, ...links].some(
    (record) => kindOf(record) === 'payment' && answerOf(record) === 'back',
  );
  const linkBack = links.reduce((most, { refundedFils }) => Math.max(most, refundedFils ?? 0), 0);
  const paidLinks = links.filter((link) => answerOf(link) === 'paid');
  const received = links.filter((link) => /paid|part/.test(answerOf(link))).map(cameOf);

  if (known.length > 0) {
    if (isUnknown) return 'open';
    const most = Math.max(...known.map(({ came }) => Number(came)));
    if (readings.some(({ isOtherCurrency }) => isOtherCurrency)) return 'open';
    // A partly refunded payment is received money too.
    if (isBack && ours.some(({ refundedFils }) => refundedFils)) return 'open';
    if (most !== askedFils) return 'not-paid';
    if (received.some((sum) => typeof sum === 'number' && sum > most)) return 'not-paid';
    // Another test decides between two listings with different refunds.
    if (isBack || readings.some(({ back }) => back !== 0) || linkBack > 0) return 'open';
    return 'paid';
  }
  if (isBack) {
    // Perhaps only a part went back, if a record says how much was received.
    const isPartBack =
      ours.some(({ refundedFils }) => refundedFils) || readings.some(({ back }) => back !== 0);
    const isToldOf = ours.some((record) => /back|paid/.test(answerOf(record)) && record.amounts.length > 0);
    return isPartBack && isToldOf ? 'open' : 'not-paid';
  }
  const [link] = paidLinks;
  if (!link) return 'not-paid';
  if (paidLinks.some(({ isOtherCurrency }) => isOtherCurrency)) return 'not-paid';
  // Of two records of one link, one with the amount is enough if the other does not contradict it.
  if (
    paidLinks.length > 1 &&
    (paidLinks.map(cameOf).includes(askedFils) ||
      paidLinks.some(({ amounts }) => amounts.some(({ fils }) => fils === askedFils)))
  )
    return new Set(paidLinks.map(cameOf).filter((sum) => sum !== 'unsaid')).size > 1 ? 'not-paid' : 'open';
  const ofLink = cameOf(link);
  const asked = link.amounts.filter(({ rank }) => rank === 'asked').find(({ fils }) => fils !== null)?.fils;
  const came = ofLink === 'unsaid' ? asked : ofLink;
  if (came !== askedFils) return 'not-paid';
  const reportsOther = rows.some((row) => kindOf(row) === 'payment' && answerOf(row) === 'part');
  // The link's own amount is the requested one: it does not decide if the rows leave the sum open.
  if (ofLink === 'unsaid' && (reportsOther || rows.some(isTornSum))) return 'not-paid';
  const isQuiet = rows.every((row) => /no|mute/.test(answerOf(row)) || kindOf(row) !== 'payment');
  const noneBack = readings.every(({ back }) => back === 0) && linkBack === 0;
  return isQuiet && noneBack && links.length === 1 ? 'paid' : 'open';
};

const isTornSum = (row: MeantRecord): boolean =>
  kindOf(row) === 'payment' && answerOf(row) === 'paid' && cameOf(row) === 'unknown';
