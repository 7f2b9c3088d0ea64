import type { Clock } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import { isTeachable, type UnreadLeaf } from '../../payments/index.ts';
import type { JobStore } from '../../store/job-store.ts';
import type { Link } from '../../store/link.ts';
import type { LinkPayment } from '../../store/link-payment.ts';
import type { TaughtWordStore } from '../../store/taught-word-store.ts';
import { buildGuidedJob, buildRecordQuestion } from '../../workspaces/words/ask-about-record.ts';
import { isGuided } from '../../workspaces/words/guided-link.ts';

/**
 * Asks the admins what a record means, once for what is new in it, and leads the payer of a test payment to what came for it.
 * `unread`: what keeps the payment in doubt. `found`: what the link's payment turns out to be now; null: nothing new. Returns when the
 * admins were asked; null: nobody was, or everything is answered.
 */
export type AskAdmins = (
  link: Link,
  unread: readonly UnreadLeaf[],
  found: LinkPayment | null,
) => Promise<number | null>;

export const createAskAdmins =
  ({
    taughtWords,
    jobs,
    adminsOf,
    clock,
    ids,
    onQuestion = () => undefined,
  }: {
    taughtWords: Pick<TaughtWordStore, 'ask'>;
    jobs: Pick<JobStore, 'add'>;
    adminsOf: (teamId: string) => Promise<readonly string[]>;
    clock: Pick<Clock, 'now'>;
    ids: Pick<Ids, 'job'>;
    /** A job was written that asks a question. */
    onQuestion?: (() => void) | undefined;
  }): AskAdmins =>
  async (link, unread, found) => {
    const at = clock.now();
    if (unread.length > 0) {
      const asked = unread.filter(isTeachable);
      if (asked.length === 0) return null;
      const by = { linkId: link.id, at, job: buildRecordQuestion(link, ids) };
      const { askedAt, isNew } = await taughtWords.ask(link.teamId, asked, by);
      if (isNew) onQuestion();
      return askedAt !== null && (await adminsOf(link.teamId)).length > 0 ? askedAt : null;
    }
    // Who was asked has seen it.
    if (!isGuided(link) || found === null || link.payment?.askedAt !== undefined) return null;
    const what = found.finding === 'declined' ? 'declined' : 'payment';
    if (await jobs.add(buildGuidedJob(link, what, ids), at)) onQuestion();
    return null;
  };
