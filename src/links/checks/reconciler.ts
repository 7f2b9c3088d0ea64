import { isChannel } from '../../blocks/place.ts';
import type { Clock } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { judgeRecords, readTransactionId } from '../../payments/index.ts';
import type { CallbackStore } from '../../store/callback-store.ts';
import type { NewJob } from '../../store/job.ts';
import type { JobStore } from '../../store/job-store.ts';
import type { Link } from '../../store/link.ts';
import type { LinkFacts } from '../../store/link-changes.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { buildRowKindJob } from '../../workspaces/words/ask-row-kind.ts';
import type { PaymentWordsOf } from '../../workspaces/words/workspace-words.ts';
import { buildEditNotice, buildNewsNotice, buildReplyNotice, type NewNotice } from '../card/notice-kinds.ts';
import type { AwaitsTransaction } from './awaited-transaction.ts';
import type { CheckPlan } from './check-plan.ts';
import { decideChange, type LinkChange } from './decide-change.ts';
import type { Reading } from './reading.ts';
import { buildSaleNews, type FinanceOf } from './sale-news.ts';
import type { Settler } from './settler.ts';

/** Updates what we know of a link to match the service's records. */
export interface Reconciler {
  /**
   * `check`: the check that this is, and what becomes of it should the link turn out to be paid. Written together with
   * that, unless a callback has planned another check meanwhile.
   */
  reconcile(link: Link, reading: Reading, check?: LinkFacts['check']): Promise<Link>;
}

export interface ReconcilerDependencies {
  links: Pick<LinkStore, 'move' | 'record' | 'get'>;
  jobs: Pick<JobStore, 'add'>;
  callbacks: Pick<CallbackStore, 'ofLink'>;
  settler: Pick<Settler, 'settleUnknown'>;
  awaitsTransaction: AwaitsTransaction;
  plan: Pick<CheckPlan, 'first'>;
  clock: Clock;
  ids: Ids;
  wordsOf: PaymentWordsOf;
  timeZone: string;
  log: Log;
  /** Who to tell about money that came twice. */
  financeOf: FinanceOf;
  /** Something was written that Slack must show. */
  onNews: () => void;
  /** A job was written that asks the admins a question. */
  onQuestion?: () => void;
}

/** Each is lost to somebody who wrote on the link in between. */
const MOST_TRIES = 3;

export const createReconciler = ({
  links,
  jobs,
  callbacks,
  settler,
  awaitsTransaction,
  plan,
  clock,
  ids,
  wordsOf,
  timeZone,
  log,
  financeOf,
  onNews,
  onQuestion = () => undefined,
}: ReconcilerDependencies): Reconciler => {
  const apply = async (
    link: Link,
    change: LinkChange,
    { questions, check }: { questions: NewJob[]; check: LinkFacts['check'] },
    tries = MOST_TRIES,
  ): Promise<Link> => {
    const at = clock.now();
    const financeIds = change.to === 'paid' ? await financeOf(link.teamId) : [];
    const facts = {
      id: link.id,
      at,
      cause: change.cause,
      ifVersion: link.version,
      ...(change.payment === null ? {} : { payment: change.payment, evidence: proofOf(change) }),
      ...(change.isTakenBack ? { payment: null } : {}),
      jobs: [...noticesOf(link, change), ...questions],
    };
    const changed =
      change.to === null
        ? await links.record(facts)
        : await links.move({
            ...facts,
            to: change.to,
            failure: change.failure,
            remindAt: null,
            ...checkOf(link, change, check),
            ofSale: (moved, others) =>
              buildSaleNews(moved, others, { financeIds, ids, hasTurnedUp: link.state === 'unknown' }),
            ...(change.isTakenBack ? { isTakenBack: true } : {}),
          });
    if (changed) log.info({ link: link.id, state: changed.state, cause: change.cause }, 'link settled');
    onNews();
    if (questions.length > 0) onQuestion();
    if (changed !== null) return changed;
    const now = await links.get(link.id);
    return tries > 1 && isJudgedAlike(link, now) ? apply(now, change, { questions, check }, tries - 1) : now;
  };

  /**
   * Sweeps cover only links that can still be paid. One that was reported gets its own checks from now on, until it is
   * certain, whoever looked.
   */
  const checkOf = (link: Link, { to }: LinkChange, check: LinkFacts['check']): Pick<LinkFacts, 'check'> => {
    if (to === 'paid' && check) return { check };
    if (to !== 'reported' || link.checkDueAt !== null) return {};
    return { check: { ...plan.first(0, clock.now()), from: null } };
  };

  const noticesOf = (link: Link, change: LinkChange): NewNotice[] => {
    // Without an address the link has no card: only a direct message reaches the owner.
    if (link.address === null) return [buildNewsNotice(link, ids)];
    // A batch has one card, and no thread for each of its links.
    if (link.batchId !== undefined) return [buildEditNotice(link, ids), ...twinEditOf(link, change)];
    const detail = { state: change.to ?? link.state, payment: change.payment };
    return [
      buildEditNotice(link, ids),
      ...(change.isNews ? [buildReplyNotice(link, ids, detail)] : []),
      ...(change.isNews ? newOwnerNewsOf(link) : []),
      ...twinEditOf(link, change),
    ];
  };

  /** A new owner may not see the channel of the card, and Slack does not say whether they do. */
  const newOwnerNewsOf = (link: Link): NewNotice[] =>
    link.ownerId !== link.creatorId && link.card !== null && isChannel(link.card.channelId)
      ? [buildNewsNotice(link, ids)]
      : [];

  /** When two links were paid for one sale, the other link's card says which of them was refunded. */
  const twinEditOf = ({ teamId, paidTwiceWith }: Link, { payment }: LinkChange): NewNotice[] =>
    paidTwiceWith !== null && payment?.finding === 'refunded'
      ? [buildEditNotice({ id: paidTwiceWith, teamId }, ids)]
      : [];

  return {
    reconcile: async (given, reading, check) => {
      const link = await settler.settleUnknown(given, reading);
      if (link.state === 'reserved') return link;
      const words = await wordsOf(link.teamId);
      const known = { ...link, orderId: reading.orderId ?? link.orderId };
      const verdict = judgeRecords(known, reading.found, { words, timeZone }, reading.rivals);
      if (await awaitsTransaction(link, verdict, reading)) return link;
      const needsCallbacks = verdict.outcome === 'silent' || verdict.outcome === 'none';
      const change = decideChange(link, {
        verdict,
        isComplete: reading.isComplete,
        transactionIds: reading.found.flatMap((one) =>
          one.kind === 'transaction' ? (readTransactionId(one) ?? []) : [],
        ),
        callbacks: needsCallbacks ? await callbacks.ofLink(link.id) : [],
        now: clock.now(),
        words: words.states,
      });
      // The admins are asked once for each word, however many links wait for the answer.
      const asked = verdict.unknownKinds.map((word) =>
        buildRowKindJob(link, word, verdict, clock.now(), ids),
      );
      if (change !== null) return apply(link, change, { questions: asked, check });
      for (const job of asked) if (await jobs.add(job, clock.now())) onQuestion();
      return link;
    },
  };
};

/** Meanwhile it was only handed over, or its customer reminded: what was read says the same of it. */
const isJudgedAlike = (link: Link, now: Link): boolean =>
  now.version !== link.version &&
  now.state === link.state &&
  now.orderId === link.orderId &&
  JSON.stringify(now.payment) === JSON.stringify(link.payment);

function proofOf({ payment }: LinkChange): Record<string, unknown> {
  const { seenIn, word, amountFils, currency, transactionId } = payment ?? {};
  return { seenIn, word, amountFils, currency, transactionId };
}
