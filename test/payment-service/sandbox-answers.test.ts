import { expect, test } from 'vitest';
import { POST_OUTCOMES, type PostOutcome } from '../../src/payment-service/post-answer.ts';
import { buildServiceFaults } from '../../tools/sandbox/panels/service-faults.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { faultSchema } from '../../tools/sandbox/service-faults.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { catchError, connectTo } from '../fixtures/payment-service.ts';
import { buildLinkRequest } from './link-requests.ts';

/** The demo’s switches, by their ids. */
const SWITCHES: Record<PostOutcome, string> = {
  made: 'slow very-slow no-address failed-with-link',
  refused: 'forbidden',
  'answered-no': 'rate-limit refused limit',
  lost: 'drop-after error html outage',
};

test('each switch of the demo proves what it says of a request for a link', async () => {
  const sandbox = await createSandboxService({ history: 'none', now: () => NOON });
  const client = connectTo(sandbox);
  for (const { id, fault } of buildServiceFaults('').switches) {
    if (id === 'sandbox-random') continue;
    const expected = POST_OUTCOMES.find((one) =>
      SWITCHES[one].split(' ').includes(id.replace('sandbox-', '')),
    );
    const { delayMs, ...rest } = faultSchema.parse(fault);
    sandbox.faults.clear();
    sandbox.faults.add({ ...rest, ...(delayMs !== undefined && { delayMs: 1 }) });
    const asked = client.generateLink(buildLinkRequest({ Invoice_Id: `INV-${id}` }));
    if (expected === 'made') await asked;
    else expect([id, (await catchError(asked)).proves]).toEqual([id, expected]);
  }
  await client.close();
  await sandbox.close();
});
