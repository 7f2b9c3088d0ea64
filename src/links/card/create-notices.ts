import type { Clock } from '../../clock.ts';
import { createJobWorker, type JobWorker } from '../../delivery/job-worker.ts';
import type { drawQr as DrawQr } from '../../delivery/pictures/draw-qr.ts';
import type { JobKind, JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { LANDS_WITHIN_MS } from '../../slack/messages.ts';
import type { SlackClientOf } from '../../slack/slack-clients.ts';
import type { Held } from '../../slack/token-watch.ts';
import type { Job, JobKindName } from '../../store/job.ts';
import type { Store } from '../../store/open-store.ts';
import { createDeliver } from './deliver.ts';
import { buildEditNotice, NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts';
import { createQrPictures } from './qr-pictures.ts';

const LONGEST_DELIVERY_MS = 5 * 60_000;
/** How many deliveries run at a time. Most of each is waiting for Slack. */
const LIMIT = 48;

/** Kinds that only change what is posted, for which Slack has a much higher limit (chat.update). */
const EDITS: readonly NoticeKind[] = ['edit', 'qr'];

/** How a delivery ended, in the words of the metrics. */
type Delivered = 'delivered' | 'later' | 'never';

const IN_METRICS: Record<JobOutcome['outcome'], Delivered> = {
  done: 'delivered',
  later: 'later',
  failed: 'never',
};

/** Delivers what Slack is to be told of links. No notice is given up by itself, however long Slack is away. */
export const createNotices = ({
  store,
  clientOf,
  held,
  onNotice,
  clock,
  ids,
  random,
  timeZone,
  log,
  drawQr,
  more = {},
}: {
  store: Store;
  clientOf: SlackClientOf;
  /** Workspaces whose token Slack refuses. */
  held: () => Held;
  /** Called with the outcome of each delivery. */
  onNotice: (told: { kind: string; outcome: Delivered }) => void;
  clock: Clock;
  ids: Ids;
  random: () => number;
  timeZone: string;
  log: Log;
  drawQr?: typeof DrawQr | undefined;
  /** Other kinds that must not wait behind long work. */
  more?: Partial<Record<JobKindName, JobKind>>;
}): JobWorker => {
  const { links, jobs, channelSettings } = store;
  const qrPictures = createQrPictures({ clientOf, links, clock, draw: drawQr });
  const deliver = createDeliver({ clientOf, links, jobs, channelSettings, qrPictures, ids, clock, timeZone });
  // An instance that we took for dead may still post or edit after newer changes. So we set the card right
  // twice: at once, and again when nothing from that instance can still be on its way.
  const repair = ({ linkId, teamId }: Job) => {
    if (linkId === null) return [];
    const link = { id: linkId, teamId };
    const last = { ...buildEditNotice(link, ids), dueAt: clock.now() + LANDS_WITHIN_MS };
    return [buildEditNotice(link, ids), last];
  };
  const kindOf = (kind: NoticeKind): JobKind => ({
    run: async (notice) => {
      let outcome: JobOutcome['outcome'] = 'later';
      try {
        const ended = await deliver(kind, notice);
        outcome = ended.outcome;
        return ended;
      } finally {
        onNotice({ kind, outcome: IN_METRICS[outcome] });
      }
    },
    isPost: !EDITS.includes(kind),
    maxTries: Number.POSITIVE_INFINITY,
    timeoutMs: LONGEST_DELIVERY_MS,
    repair,
  });
  return createJobWorker({
    jobs,
    kinds: { ...Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, kindOf(kind)])), ...more },
    limit: LIMIT,
    held,
    isAlone: store.engine === 'sqlite',
    newToken: ids.nonce,
    clock,
    random,
    log,
  });
};
