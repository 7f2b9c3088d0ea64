import type { DateSpan } from '../calendar/date-span.ts';
import type { HeldLink } from '../listings/link-day-store.ts';
import type { Meaning } from '../payments/index.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import { isIssued, type LinkState } from '../store/link-states.ts';

/** A link as the service lists it. */
export interface ListedLink {
  /** Its `Invoice_Id`. */
  reference: string | null;
  orderId: string | null;
  amountFils: number | null;
  /** Null: we know none of the record's words. */
  meaning: Exclude<Meaning, 'unclear'>;
  /** The service's own status. */
  status: string | null;
  at: number | null;
}

/** One point where Paylink and the service disagree; amounts in fils. */
export type DailyDifference =
  /** One reference here, several links there. */
  | { is: 'twice'; reference: string; count: number }
  | { is: 'amount'; reference: string; hereFils: number; thereFils: number }
  | { is: 'state'; reference: string; here: LinkState; finding: PaymentFinding | null; there: string }
  | { is: 'not-listed'; reference: string; fils: number; here: LinkState };

export interface LinkComparison {
  /** False: the answer holds no list, or its rows have no reference, so we cannot compare. */
  isComparable: boolean;
  /** The most costly first. */
  differences: DailyDifference[];
  /** The day's links that were not made with Paylink. `withoutAmount`: how many of them are not in the sum. */
  outside: { count: number; fils: number; withoutAmount: number };
}

/** What the service's record of a link may say. `silent`: no word that we know. */
type Heard = NonNullable<ListedLink['meaning']> | 'silent';

const NEVER: Record<Heard, boolean> = {
  silent: false,
  waiting: false,
  paid: false,
  partly: false,
  refunded: false,
  failed: false,
  cancelled: false,
  expired: false,
};

/**
 * Whether the service's status of a link agrees with our state. A declined attempt leaves a link open, so it
 * is reported as a difference unless we know of the decline.
 */
const AGREES: Record<Exclude<LinkState, 'reserved'>, Record<Heard, boolean>> = {
  asked: NEVER,
  declined: NEVER,
  withdrawn: NEVER,
  lapsed: NEVER,
  unknown: NEVER,
  failed: { ...NEVER, silent: true, failed: true, cancelled: true, expired: true },
  open: { ...NEVER, silent: true, waiting: true },
  reported: { ...NEVER, silent: true, waiting: true },
  paid: { ...NEVER, silent: true, paid: true },
  expired: { ...NEVER, silent: true, waiting: true, failed: true, cancelled: true, expired: true },
};

/** For each thing we know of a payment: the service's words that add nothing new to it, whatever the link's state. */
const KNOWN: Record<PaymentFinding, readonly Heard[]> = {
  confirmed: [],
  doubted: [],
  partly: ['partly', 'paid'],
  mismatch: ['paid', 'partly'],
  unconfirmed: [],
  refunded: ['refunded'],
  disputed: ['refunded', 'paid', 'partly'],
  declined: ['failed'],
  cancelled: ['cancelled'],
};

const GRAVITY: Record<DailyDifference['is'], number> = { twice: 0, amount: 1, state: 2, 'not-listed': 3 };

/**
 * Compares our links with those that the service lists. `held` and `listed` may extend past the ends of the span,
 * because two clocks can disagree about the day. A link that is in only one of them counts only if it was made within
 * the span. `isWhole: false`: the listing was not read in one piece, so a link missing from it proves nothing.
 */
export const compareLinks = ({
  held,
  listed,
  known,
  span,
  isWhole,
}: {
  held: readonly HeldLink[];
  listed: readonly ListedLink[];
  /** Our references, whenever they were made. */
  known: ReadonlySet<string>;
  span: DateSpan;
  isWhole: boolean;
}): LinkComparison => {
  const isIn = (at: number) => at >= span.from && at <= span.to + 999;
  const isExpected = (link: HeldLink) => isIssued(link.state) && isIn(link.createdAt);
  const outside = { count: 0, fils: 0, withoutAmount: 0 };
  if (listed.length === 0 && !isWhole && held.some(isExpected))
    return { isComparable: false, differences: [], outside };
  if (listed.length > 0 && listed.every(({ reference }) => reference === null))
    return { isComparable: false, differences: [], outside };
  const byReference = groupBy(listed, ({ reference }) => reference);
  const byOrder = groupBy(listed, ({ orderId }) => orderId);
  const met = new Set<ListedLink>();
  const differences: DailyDifference[] = [];
  for (const link of held) {
    const rows =
      byReference.get(link.invoiceId) ?? (link.orderId === null ? [] : (byOrder.get(link.orderId) ?? []));
    for (const row of rows) met.add(row);
    if (link.state === 'reserved') continue;
    if (rows.length > 0) differences.push(...compareOne(link, rows));
    else if (isWhole && isExpected(link)) {
      const { invoiceId: reference, amountFils: fils, state: here } = link;
      differences.push({ is: 'not-listed', reference, fils, here });
    }
  }
  for (const row of listed) {
    if (met.has(row) || (row.reference !== null && known.has(row.reference))) continue;
    if (row.at !== null && !isIn(row.at)) continue;
    outside.count += 1;
    const fils = outside.fils + (row.amountFils ?? 0);
    if (row.amountFils !== null && Number.isSafeInteger(fils)) outside.fils = fils;
    else outside.withoutAmount += 1;
  }
  differences.sort((one, other) => GRAVITY[one.is] - GRAVITY[other.is]);
  return { isComparable: true, differences, outside };
};

function compareOne(link: HeldLink, rows: readonly ListedLink[]): DailyDifference[] {
  const reference = link.invoiceId;
  if (rows.length > 1) return [{ is: 'twice', reference, count: rows.length }];
  const [row] = rows;
  if (!row) return [];
  const differences: DailyDifference[] = [];
  if (row.amountFils !== null && row.amountFils !== link.amountFils)
    differences.push({ is: 'amount', reference, hereFils: link.amountFils, thereFils: row.amountFils });
  if (!isSameState(link, row.meaning))
    differences.push({
      is: 'state',
      reference,
      here: link.state,
      finding: link.finding,
      there: row.status ?? row.meaning ?? '',
    });
  return differences;
}

function isSameState(link: HeldLink, meaning: ListedLink['meaning']): boolean {
  const { state, finding, refundedFils } = link;
  const heard = meaning ?? 'silent';
  if (state === 'reserved' || AGREES[state][heard]) return true;
  // No difference if we know that some of this paid link's money went back.
  if ((finding === 'confirmed' || finding === 'doubted') && heard === 'refunded') return refundedFils !== 0;
  return finding !== null && KNOWN[finding].includes(heard);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
