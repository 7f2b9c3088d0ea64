import type { Clock } from '../../clock.ts';
import type { Verdict } from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import { isOfTransaction, type LinkPayment } from '../../store/link-payment.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { CheckPlan } from './check-plan.ts';
import type { Reading } from './reading.ts';

/** How far the transactions listing may lag behind the records of the links. */
export const BEHIND_MS = 5 * 60_000;
/** How long to wait while that listing cannot be read to its end, or its rows do not say whose they are. */
const UNREAD_MS = 30 * 60_000;
/** This many of a workspace's last payments tell whether its transactions can be seen at all. */
const LAST_PAYMENTS = 5;

/** Whether to hold Paid back until the transaction shows how much came. */
export type AwaitsTransaction = (
  link: Link,
  verdict: Verdict,
  reading: Pick<Reading, 'isComplete' | 'hasNameless'>,
) => Promise<boolean>;

/**
 * A link's record that says paid shows the amount asked for. Less may have come, and only the transaction
 * shows that. So Paid waits for the transaction, for as long as that may lag behind, or cannot be read or told from others. A
 * workspace whose last payments never showed a transaction does not wait: none will come.
 */
export const createAwaitsTransaction =
  ({
    links,
    plan,
    clock,
  }: {
    links: Pick<LinkStore, 'awaitedSince' | 'lastPayments' | 'planCheck'>;
    plan: Pick<CheckPlan, 'first'>;
    clock: Clock;
  }): AwaitsTransaction =>
  async (link, verdict, { isComplete, hasNameless }) => {
    if (link.state === 'paid' || !isOfLinkAlone(verdict)) return false;
    if (link.payment !== null && isOddByTransaction(link.payment)) return true;
    const last = await links.lastPayments(link.teamId, LAST_PAYMENTS);
    if (last.length > 0 && !last.some(isOfTransaction)) return false;
    const now = clock.now();
    const seenAt = await links.awaitedSince(link.id, now);
    const isOver =
      isComplete && !hasNameless
        ? Math.abs(now - (verdict.happenedAt ?? seenAt)) >= BEHIND_MS
        : Math.abs(now - seenAt) >= UNREAD_MS;
    if (isOver) return false;
    // Only the sweep has seen this payment, and the next sweep is many minutes away.
    if (link.checkDueAt === null) {
      const { to, attempts } = plan.first(0, now);
      await links.planCheck(link.id, { from: null, to, attempts });
    }
    return true;
  };

const isOfLinkAlone = ({ outcome, grounds }: Verdict): boolean =>
  outcome === 'paid' && grounds.every(({ of, amountFils }) => of === 'link' && amountFils === null);

/** A transaction showed an amount that does not fit. The link’s own record, which has only the amount asked for, cannot overrule it. */
const isOddByTransaction = (payment: LinkPayment): boolean =>
  (payment.finding === 'partly' || payment.finding === 'mismatch' || payment.finding === 'refunded') &&
  isOfTransaction(payment);
