import { createIds, hashToken } from '../../../src/ids.ts';
import type { StorePlace } from '../../../src/open-store.ts';
import { buildBenchLink } from '../bench-link.ts';
import type { Calls } from './count-calls.ts';
import { startCountedApp } from './counted-app.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Open, unpaid links of one workspace, watched for a while from noon on. */
export const countIdle = async ({
  links,
  ms,
  place = null,
}: {
  links: number;
  ms: number;
  place?: StorePlace | null;
}): Promise<Calls> => {
  const app = await startCountedApp({
    place,
    prepare: async ({ store, sandbox, now }) => {
      const ids = createIds();
      // Created over the last day, the latest a minute ago.
      const madeAt = (at: number) => now - 60_000 - Math.floor((at * DAY_MS) / links);
      const made = sandbox.seedLinks(links, (at) => ({ invoiceId: `IDLE-${at}`, createdAt: madeAt(at) }));
      for (const [at, { orderId, token }] of made.entries()) {
        const id = ids.link();
        const link = buildBenchLink({
          id,
          nonce: ids.nonce(),
          teamId: 'T0PLAY',
          channelId: 'C0FRONTDSK',
          creatorId: 'U0SARA0001',
          creatorName: 'sara',
          invoiceId: `IDLE-${at}`,
          callbackTokenHash: hashToken(ids.callbackToken(id)),
          expiresAt: now + 30 * DAY_MS,
          at: madeAt(at),
        });
        await store.links.reserve(link);
        const address = `${sandbox.url}/pay/${token}`;
        await store.links.move({ id, to: 'open', at: link.at, cause: 'answered', orderId, address });
      }
    },
  });
  try {
    // The start checks all links once.
    app.counter.take();
    await app.clock.advance(ms);
    return app.counter.take();
  } finally {
    await app.close();
  }
};
