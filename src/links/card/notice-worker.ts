import type { App } from '../../app-parts.ts';
import { createJobWorker, type JobWorker } from '../../delivery/job-worker.ts';
import type { JobKind, JobOutcome } from '../../delivery/run-claimed-job.ts';
import { buildLater, readSlackFailure, settleRefusal } from '../../slack/slack-failure.ts';
import type { NewJob } from '../../store/job.ts';
import type { JobKindName } from '../../store/job-kinds.ts';
import { SHOWN_SALE } from '../../store/link-card.ts';
import { deliverHandOver } from '../hand-over/hand-over.ts';
import {
  buildBatchShow,
  buildHappenedNotice,
  buildNewsNotice,
  type Deliver,
  NOTICE_KINDS,
  type Notice,
  type NoticeKind,
  replyDetailSchema,
} from './notice-kinds.ts';
import { postQrMessage, uploadQr } from './qr-delivery.ts';
import { createReminderJob } from './reminder-job.ts';
import { remindOwner, replyInThread, tellOfSale, tellOwner } from './tell-owner.ts';

const LONGEST_DELIVERY_MS = 5 * 60_000;
/** How many deliveries run at a time. Most of each is waiting for Slack. */
const LIMIT = 48;

/** How a delivery ended, in the words of the metrics. */
type Delivered = 'delivered' | 'later' | 'never';

const IN_METRICS: Record<JobOutcome['outcome'], Delivered> = {
  done: 'delivered',
  later: 'later',
  failed: 'never',
};

/** Delivers the notices about links to Slack. None is ever given up because Slack is down. */
export const createNoticeWorker = (
  app: App,
  /** Other kinds that must not wait behind long work. */
  { show, ...more }: Partial<Record<JobKindName, JobKind>> & { show: JobKind },
): JobWorker => {
  const { store, held, metrics, clock, ids, log } = app;
  const counted = (kind: NoticeKind | 'show', { run, ...says }: JobKind): JobKind => ({
    ...says,
    run: async (...given) => {
      let outcome: JobOutcome['outcome'] = 'later';
      try {
        const ended = await run(...given);
        outcome = ended.outcome;
        return ended;
      } finally {
        metrics.onNotice({ kind, outcome: IN_METRICS[outcome] });
      }
    },
  });
  const kindOf = (kind: NoticeKind): JobKind =>
    counted(kind, {
      run: (notice, { givenUp }) => deliver(kind, notice, givenUp, app),
      maxTries: Number.POSITIVE_INFINITY,
      timeoutMs: LONGEST_DELIVERY_MS,
    });
  return createJobWorker({
    jobs: store.jobs,
    queue: 'notices',
    kinds: {
      ...Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, kindOf(kind)])),
      show: counted('show', show),
      reminder: createReminderJob(app),
      ...more,
    },
    limit: LIMIT,
    held,
    onGivenUp: metrics.onJobGivenUp,
    only: app.only,
    isAlone: store.engine === 'sqlite',
    newToken: ids.nonce,
    clock,
    random: app.random,
    log,
  });
};

const BY_KIND: Record<NoticeKind, Deliver> = {
  qr: uploadQr,
  'qr-message': postQrMessage,
  reply: replyInThread,
  'remind-owner': remindOwner,
  news: tellOwner,
  sale: tellOfSale,
  'hand-over': deliverHandOver,
};

/**
 * Delivers one notice to Slack. Slack's passing errors become `later`; each kind handles permanent errors itself. `givenUp`:
 * Slack's code, if it refused the notice for a day and nobody knows why.
 */
const deliver = async (
  kind: NoticeKind,
  notice: Notice,
  givenUp: string | null,
  app: App,
): Promise<JobOutcome> => {
  const { clock, ids } = app;
  if (notice.linkId === null) return { outcome: 'failed', reason: 'about no link' };
  const found = await app.store.links.findWith(notice.teamId, notice.linkId, SHOWN_SALE);
  if (found === null) return { outcome: 'failed', reason: 'about no link' };
  const { batchId, teamId } = found.link;
  // A batch has one card for all its links. People are still told when a link is handed over or a sale was paid twice.
  if (batchId !== undefined && kind !== 'sale' && kind !== 'hand-over') {
    return { outcome: 'done', next: [buildBatchShow({ teamId, batchId }, clock.now())] };
  }
  const link = { ...found.link, card: found.placed };
  /** Of the others, the owner misses nothing. */
  const tell = (code: string): NewJob[] => {
    if (kind === 'reply')
      return [buildHappenedNotice({ ...link, ...replyDetailSchema.parse(notice.payload) }, ids)];
    if (kind !== 'qr' && kind !== 'qr-message') return [];
    return [
      { ...buildNewsNotice(link, ids, { qrRefusedAs: code }), key: `refused:${kind}:${link.id}:${code}` },
    ];
  };
  if (givenUp !== null) return { outcome: 'failed', reason: givenUp, next: tell(givenUp) };
  try {
    return await BY_KIND[kind](link, notice, app, await app.clients.of(link.teamId));
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind === 'passing' && failure.why === 'scope')
      return { ...buildLater(failure), next: tell(failure.code) };
    return settleRefusal(error);
  }
};
