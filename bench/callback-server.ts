import { HTTPReceiver } from '@slack/bolt';
import { systemClock } from '../src/clock.ts';
import { hashToken } from '../src/ids.ts';
import { buildCallbackRoutes } from '../src/links/callbacks/callback-routes.ts';
import { createLog } from '../src/log.ts';
import { buildHealthRoutes } from '../src/operations/health-routes.ts';
import { openStore } from '../src/store/open-store.ts';
import { benchToken, LINKS, readPlace } from './callback-place.ts';

/** The app's own receiver, routes and store, with links to take callbacks for; nothing reads them back. */
const store = await openStore(readPlace(process.env));
const at = Date.now();
for (let number = 0; number < LINKS; number += 1) {
  await store.links.reserve({
    id: `lnk_${number}`,
    nonce: `nonce-${number}`,
    teamId: 'T0BENCH',
    replacesLinkId: null,
    besideLinkId: null,
    threadTs: null,
    channelId: 'C0BENCH',
    creatorId: 'U0BENCH',
    creatorName: 'bench',
    invoiceId: `PL-BENCH-${number}`,
    invoiceIdIsOurs: true,
    callbackTokenHash: hashToken(benchToken(number)),
    amountFils: 25_000,
    expiresAt: at + 86_400_000,
    details: {
      FullName: 'Sara Khan',
      Email: 'sara@example.com',
      Phone: '+971501234567',
      notes: 'bench',
      expiryOn: '2027-01-01 00:00:00',
      Is_QR_needed: false,
      Is_invoice_generated: false,
    },
    at,
  });
  await store.links.move({ id: `lnk_${number}`, to: 'open', at, cause: 'answered' });
}

const receiver = new HTTPReceiver({
  signingSecret: 'bench',
  customRoutes: [
    ...buildCallbackRoutes({
      callbacks: store.callbacks,
      clock: systemClock,
      log: createLog('error'),
      onStored: () => {},
    }),
    ...buildHealthRoutes({ readiness: async () => ({ isReady: true, detail: '' }) }),
  ],
});
await receiver.start(Number(process.env['PORT']));
process.stdout.write('ready\n');
