import { performance } from 'node:perf_hooks';
import type { WebClient } from '@slack/web-api';
import type { LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { createIds, hashToken } from '../../src/ids.ts';
import { buildFirstShow } from '../../src/links/card/notice-kinds.ts';
import { openStore, type StorePlace } from '../../src/open-store.ts';
import { cardOf } from '../../src/store/link-card.ts';
import type { SandboxService } from '../sandbox/sandbox-service.ts';
import { buildBenchLink } from './bench-link.ts';

const DAY_MS = 24 * 60 * 60_000;
const WITHIN_MS = 60_000;

/** An open link with its card. */
export interface Card {
  orderId: string;
  ts: string;
}

/** Open links with their cards, as the app would have left them. */
export const prepareCards = async (scene: {
  place: StorePlace;
  count: number;
  sandbox: SandboxService;
  client: WebClient;
  appUrl: string;
}): Promise<Card[]> => {
  // The pauses between posts of a channel are over by the time that it says.
  const store = await openStore(scene.place, { timeFrom: 'caller' });
  const ids = createIds(undefined, await store.identity.read());
  const at = Date.now();
  const cards: Card[] = [];
  for (let i = 0; i < scene.count; i += 1) {
    const id = ids.link();
    const token = ids.callbackToken(id);
    const invoiceId = `BENCH-${i}`;
    const callbackUrl = `${scene.appUrl}/callbacks/${token}`;
    const [made] = scene.sandbox.seedLinks(1, () => ({
      invoiceId,
      createdAt: at,
      amountFils: 25_000,
      callbackUrl,
    }));
    const { ts } = await scene.client.chat.postMessage({
      channel: FRONT_DESK,
      text: `Payment link ${invoiceId}`,
    });
    if (!made || !ts) throw new Error('no link to bench with');
    await store.links.reserve(
      buildBenchLink({
        id,
        nonce: ids.nonce(),
        teamId: 'T0PLAY',
        channelId: FRONT_DESK,
        creatorId: SARA,
        creatorName: 'sara',
        invoiceId,
        callbackTokenHash: hashToken(token),
        expiresAt: at + 30 * DAY_MS,
        at,
      }),
    );
    const address = `${scene.sandbox.url}/pay/${made.token}`;
    await store.links.move({ id, to: 'open', at, cause: 'answered', orderId: made.orderId, address });
    const link = await store.links.get(id);
    await store.jobs.addAll([buildFirstShow(link)], at);
    const later = at + (i + 1) * 2_000;
    const [claimed] = (
      await store.jobs.claim({ queue: 'notices', at: later, leaseMs: 1_000, limit: 1, token: ids.nonce() })
    ).jobs;
    if (!claimed) throw new Error('no card to bench with');
    await store.messages.place(cardOf(link), { channelId: FRONT_DESK, ts, refusedAs: null }, at);
    await store.jobs.finish(claimed, at);
    cards.push({ orderId: made.orderId, ts });
  }
  await store.close();
  return cards;
};

/** Pays it, and waits until its card says paid. In milliseconds. */
export const payAndWatch = async (
  slack: LocalSlack,
  sandbox: SandboxService,
  { orderId, ts }: Card,
): Promise<number> => {
  const seen = slack.updates().length;
  const paidAt = performance.now();
  void sandbox.pay(orderId);
  await slack.until(
    () =>
      slack
        .updates()
        .slice(seen)
        .some((edit) => edit.ts === ts && edit.text.includes('Paid')),
    WITHIN_MS,
  );
  return performance.now() - paidAt;
};
