import type { StateMeaning } from '../payments/index.ts';
import type { HeldLink } from '../store/link-days.ts';
import type { LinkState } from '../store/link-states.ts';
import type { DateSpan } from './date-span.ts';

/** A link as the service lists it. */
export interface ListedLink {
  /** Its `Invoice_Id`. */
  reference: string | null;
  orderId: string | null;
  amountFils: number | null;
  /** Null: no word of the record is known. */
  meaning: Exclude<StateMeaning, 'done'> | null;
  /** The service's own word. */
  word: string | null;
  at: number | null;
}

export type DailyDifference =
  /** One reference here, several links there. */
  | { is: 'twice'; reference: string; count: number }
  | { is: 'amount'; reference: string; hereFils: number; thereFils: number }
  | { is: 'state'; reference: string; here: LinkState; there: string }
  | { is: 'not-listed'; reference: string; fils: number; here: LinkState }
  | { is: 'not-here'; reference: string | null; orderId: string | null; fils: number | null };

export interface LinkComparison {
  /** False: the answer holds no list, or its rows carry no reference, so nothing can be said. */
  isComparable: boolean;
  /** What costs most first. */
  differences: DailyDifference[];
}

/** What the service may say of a link in this state without there being a difference. */
const AGREEING: Record<Exclude<LinkState, 'reserved'>, readonly ListedLink['meaning'][]> = {
  unknown: [],
  failed: ['failed', 'cancelled', 'expired', null],
  open: ['waiting', null],
  reported: ['waiting', 'partly', null],
  paid: ['paid', null],
  expired: ['expired', 'waiting', 'failed', 'cancelled', null],
};
/** Past these a link exists at the service, as far as is known here. */
const ISSUED: LinkState[] = ['open', 'reported', 'paid', 'expired'];
const GRAVITY: DailyDifference['is'][] = ['twice', 'amount', 'state', 'not-listed', 'not-here'];

/**
 * Our links beside those that the service lists. `held` and `listed` may reach over the ends of the span, where
 * two clocks disagree of the day; what is in one list alone is told only when it was made in the span.
 * `isWhole: false`: the listing was not read in one piece, so what it lacks proves nothing.
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
  /** References of ours, whenever they were made. */
  known: ReadonlySet<string>;
  span: DateSpan;
  isWhole: boolean;
}): LinkComparison => {
  const isIn = (at: number) => at >= span.from && at <= span.to + 999;
  const isExpected = (link: HeldLink) => ISSUED.includes(link.state) && isIn(link.createdAt);
  if (listed.length === 0 && !isWhole && held.some(isExpected))
    return { isComparable: false, differences: [] };
  if (listed.length > 0 && listed.every(({ reference }) => reference === null))
    return { isComparable: false, differences: [] };
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
    const { reference, orderId, amountFils: fils } = row;
    differences.push({ is: 'not-here', reference, orderId, fils });
  }
  differences.sort((one, other) => GRAVITY.indexOf(one.is) - GRAVITY.indexOf(other.is));
  return { isComparable: true, differences };
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
    differences.push({ is: 'state', reference, here: link.state, there: row.word ?? row.meaning ?? '' });
  return differences;
}

function isSameState({ state, finding }: HeldLink, meaning: ListedLink['meaning']): boolean {
  if (state === 'reserved' || AGREEING[state].includes(meaning)) return true;
  // It is known here as well, beside the state.
  if (finding === 'refunded') return meaning === 'refunded';
  if (finding === 'mismatch') return meaning === 'paid' || meaning === 'partly';
  if (finding === 'declined') return meaning === 'failed' || meaning === 'cancelled';
  return finding === 'cancelled' && meaning === 'cancelled';
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
