import { HTTPReceiver } from '@slack/bolt';
import { systemClock } from '../../src/clock.ts';
import { hashToken } from '../../src/ids.ts';
import { buildCallbackRoutes } from '../../src/links/callbacks/callback-routes.ts';
import { createLog } from '../../src/log.ts';
import { openStore } from '../../src/open-store.ts';
import { buildHealthRoutes } from '../../src/operations/health.ts';
import { buildBenchLink } from './bench-link.ts';
import { BENCH_IDENTITY, benchToken, LINKS, readPlace } from './callback-place.ts';

/** The app's own receiver, routes and store, with links to receive callbacks for; nothing reads the links back. */
const store = await openStore(readPlace(process.env));
const at = Date.now();
for (let number = 0; number < LINKS; number += 1) {
  await store.links.reserve(
    buildBenchLink({
      id: `lnk_${number}`,
      nonce: `nonce-${number}`,
      teamId: 'T0BENCH',
      channelId: 'C0BENCH',
      creatorId: 'U0BENCH',
      creatorName: 'bench',
      invoiceId: `PL-BENCH-${number}`,
      callbackTokenHash: hashToken(benchToken(number)),
      expiresAt: at + 86_400_000,
      at,
    }),
  );
  await store.links.move({ id: `lnk_${number}`, to: 'open', at, cause: 'answered' });
}

const receiver = new HTTPReceiver({
  signingSecret: 'bench',
  customRoutes: [
    ...buildCallbackRoutes({
      identity: BENCH_IDENTITY,
      callbacks: store.callbacks,
      clock: systemClock,
      log: createLog('error'),
    }),
    ...buildHealthRoutes({ readiness: async () => ({ isReady: true, detail: '' }) }),
  ],
});
await receiver.start(Number(process.env['PORT']));
process.stdout.write('ready\n');
