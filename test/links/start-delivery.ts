import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLocalSlack, type LocalSlack, type SeenMessage } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA_DM } from '../../playground/slack/people-and-places.ts';
import type { JobOutcome } from '../../src/delivery/run-claimed-job.ts';
import { createIds, type Ids } from '../../src/ids.ts';
import { buildCardNotice, NOTICE_KINDS } from '../../src/links/card/notice-kinds.ts';
import { createDeliver } from '../../src/links/card/notice-worker.ts';
import { createQrPictures } from '../../src/links/card/qr-delivery.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { WatchedClient } from '../../src/slack/slack-clients.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import type { LinkStore } from '../../src/store/link-store.ts';
import type { Store } from '../../src/store/open-store.ts';
import { ONE_ACCOUNT } from '../fixtures/accounts.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

export const NOW = Date.UTC(2026, 10, 21, 11);

export interface DeliveryStage {
  store: Store;
  slack: LocalSlack;
  ids: Ids;
  /** Changes only when a test sets it. */
  now: number;
  /** The place of QR pictures in every channel. */
  qrPlace: 'inline' | 'thread';
  client(apiUrl?: string): WebClient;
  /** Whether a query is running, for manual clocks. */
  isBusy(): boolean;
  openLink(changes?: Partial<Link>): Promise<Link>;
  /** Opened, with its card posted and stored. */
  withCard(changes?: Partial<Link>): Promise<Link>;
  /** Stores the result of a delivery, as the notifier does. */
  record(link: Link, delivery: JobOutcome): Promise<Link>;
  pay(link: Link, payment?: Partial<LinkPayment>): Promise<unknown>;
  decline(link: Link, payment?: Partial<LinkPayment>): Promise<unknown>;
  /** Delivers a notice, optionally with another link store or another Slack. */
  deliver(
    notice: NewJob,
    attempts?: number,
    changes?: { links?: Partial<LinkStore>; client?: WebClient },
  ): Promise<JobOutcome>;
  /**
   * Delivers a notice and everything that follows from it, each at its time, and stores the results; gives the kinds.
   * Ends before a notice for which `before` gives false.
   */
  deliverAll(notice: NewJob, before?: (notice: NewJob) => unknown): Promise<string[]>;
  /** Delivers a notice as `deliver` does; gives the outcome as text. */
  outcome(...given: Parameters<DeliveryStage['deliver']>): Promise<string>;
  theCard(): SeenMessage | undefined;
  messageToSara(): SeenMessage | undefined;
  /** The arguments of the calls of a Slack method. */
  argumentsOf(method: string): Record<string, unknown>[];
  close(): Promise<void>;
}

/** A real store, a local Slack, and the delivery of one notice at a time. */
export const startDelivery = async (): Promise<DeliveryStage> => {
  const database = await createTestDatabase();
  const store = await database.open();
  const ids = createIds();
  const slack = await createLocalSlack({ now: () => stage.now });
  const clock = { now: () => stage.now, sleep: async () => {} };

  const createClient = (slackApiUrl = slack.apiUrl) =>
    new WatchedClient(
      slack.botToken,
      {
        slackApiUrl,
        logger: createBoltLogger(createLog('silent')),
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
      },
      { onCall: () => {}, clock: { now: () => stage.now } },
    );
  const usual = createClient();
  let recorded = 0;

  const stage: DeliveryStage = {
    store,
    slack,
    ids,
    now: NOW,
    qrPlace: 'inline',
    client: createClient,
    isBusy: database.isBusy,
    openLink: async (changes = {}) => {
      const { details, address, ...link } = buildLink(changes);
      await store.links.reserve({
        ...link,
        details,
        callbackTokenHash: `hash of ${link.id}`,
        checkDueAt: null,
        at: NOW,
      });
      const open = await store.links.move({ id: link.id, to: 'open', at: NOW, cause: 'answered', address });
      if (!open) throw new Error('not opened');
      return open;
    },
    withCard: async (changes = {}) => {
      const link = await stage.openLink(changes);
      return stage.record(link, await stage.deliver(buildCardNotice(link, ids)));
    },
    record: async (link, delivery) => {
      const notice = buildCardNotice(link, ids);
      // A lane takes a post a second.
      const at = stage.now + 2_000 * recorded++;
      await store.jobs.addAll([notice], at);
      const claims = (await store.jobs.claim({ at, leaseMs: 60_000, limit: 9, token: ids.nonce() })).jobs;
      const claim = claims.find(({ id }) => id === notice.id);
      if (!claim || delivery.outcome !== 'done' || !(delivery.card ?? delivery.qrMessage ?? delivery.refusal))
        throw new Error('nothing to store');
      const { outcome: _, next: __, ...result } = delivery;
      await store.jobs.finish(claim, at, result);
      return store.links.get(link.id);
    },
    pay: (link, payment = {}) =>
      store.links.move({
        id: link.id,
        to: 'paid',
        at: stage.now,
        cause: 'the service says paid',
        payment: buildPayment(payment),
      }),
    decline: (link, payment = {}) =>
      store.links.record({
        id: link.id,
        at: stage.now,
        cause: 'a try to pay was declined',
        payment: buildPayment({ finding: 'declined', ...payment }),
      }),
    deliver: (notice, attempts = 0, { links = {}, client = usual } = {}) => {
      const kind = NOTICE_KINDS.find((one) => one === notice.kind);
      if (!kind) throw new Error(`no kind of notice: ${notice.kind}`);
      const known = { ...store.links, ...links };
      const clientOf = async () => client;
      return createDeliver({
        accounts: ONE_ACCOUNT,
        clientOf,
        links: known,
        jobs: store.jobs,
        channelSettings: {
          of: async (...channel) => ({
            ...(await store.channelSettings.of(...channel)),
            qrPlace: stage.qrPlace,
          }),
        },
        qrPictures: createQrPictures({ clientOf, links: known, clock }),
        ids,
        clock,
        timeZone: 'Asia/Dubai',
      })(kind, { payload: null, linkId: null, ...notice, attempts });
    },
    deliverAll: async (first, before = () => true) => {
      const kinds: string[] = [];
      const due = [first];
      for (let notice = due.shift(); notice; notice = due.shift()) {
        stage.now = Math.max(stage.now, notice.dueAt ?? stage.now);
        if ((await before(notice)) === false) break;
        kinds.push(notice.kind);
        const delivery = await stage.deliver(notice);
        if (delivery.outcome === 'later') throw new Error(delivery.reason);
        if (delivery.outcome === 'done' && (delivery.card ?? delivery.qrMessage))
          await stage.record(await store.links.get(notice.linkId ?? ''), delivery);
        due.push(...followingOf(delivery));
      }
      return kinds;
    },
    outcome: async (...given) => describeDelivery(await stage.deliver(...given)),
    theCard: () => slack.messages(FRONT_DESK).find(({ threadTs }) => threadTs === null),
    messageToSara: () => slack.messages(SARA_DM).at(-1),
    argumentsOf: (method) => slack.calls(method).map(({ args }) => args),
    close: async () => {
      await slack.close();
      await database.remove();
    },
  };
  return stage;
};

/**
 * `done (card)` with the names of its results, `later: ratelimited after 7000 ms`, `failed: is_archived`; then the
 * notices that follow: `→ edit → news (qr: missing_scope) → qr (2 refusals)`.
 */
const describeDelivery = (delivery: JobOutcome): string => {
  const { outcome, next: _, ...rest } = { next: [], ...delivery };
  const results = delivery.outcome === 'done' ? Object.keys(rest).filter((name) => name !== 'shown') : [];
  const parts = [results.length > 0 ? `${outcome} (${results.join(', ')})` : outcome];
  if (delivery.outcome !== 'done') parts.push(`: ${delivery.reason}`);
  if (delivery.outcome === 'later' && delivery.retryAfterMs !== null)
    parts.push(` after ${delivery.retryAfterMs} ms`);
  if (delivery.outcome === 'later' && delivery.isTry) parts.push(', a try');
  return [parts.join(''), ...followingOf(delivery).map(describeNotice)].join(' → ');
};

const noticeDetail = z.object({
  trouble: z.object({ with: z.string(), code: z.string() }).nullish(),
  pictureTries: z.number().optional(),
});

function describeNotice({ kind, payload }: NewJob): string {
  const { trouble, pictureTries: refusals } = noticeDetail.safeParse(payload).data ?? {};
  if (trouble) return `${kind} (${trouble.with}: ${trouble.code})`;
  return refusals === undefined ? kind : `${kind} (${refusals} refusals)`;
}

/** The notices that follow a delivery. */
export const followingOf = (delivery: JobOutcome): NewJob[] => {
  if (delivery.outcome === 'later') return [];
  return [...(delivery.next ?? [])];
};

/** Starts a Slack that gives this answer to every call, until the test ends; gives its address. */
export const startAnsweringSlack = async (answer: object): Promise<string> => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, ...answer }));
  });
  onTestFinished(() => {
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
};
