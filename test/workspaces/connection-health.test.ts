import { expect, test } from 'vitest';
import { createSandboxService } from '../../playground/sandbox/sandbox-service.ts';
import { NotConnectedError } from '../../src/payment-service/index.ts';
import { createConnectionHealths } from '../../src/workspaces/business-details.ts';
import { connectTo } from '../fixtures/payment-service.ts';

const GOOD = { state: 'good', at: 1_000, businessName: 'Saffron Dune Trading (Sandbox)' };

test('a person who has just connected the payment service is not told for a minute that it is not connected', async () => {
  const sandbox = await createSandboxService({ history: 'none' });
  const service = connectTo(sandbox);
  let isConnected = false;
  let asked = 0;
  const healths = createConnectionHealths({
    serviceOf: () => ({
      ...service,
      businessDetails: () => {
        asked += 1;
        if (isConnected) return service.businessDetails();
        return Promise.reject(
          new NotConnectedError('none', { operation: 'businessDetails', reference: 'REF' }),
        );
      },
    }),
    clock: { now: () => 1_000 },
  });
  expect(await healths.check('T1')).toEqual({ state: 'not-connected', at: 1_000 });
  isConnected = true;
  expect(healths.known('T1')).toBeNull();
  expect(await healths.check('T1')).toEqual(GOOD);
  // What does cost a call is remembered.
  expect(healths.known('T1')).toEqual(GOOD);
  expect(asked).toBe(2);
  await service.close();
  await sandbox.close();
});

test('a fault of ours is not told as a fault of the payment service, and is asked again', async () => {
  const sandbox = await createSandboxService({ history: 'none' });
  const service = connectTo(sandbox);
  let asked = 0;
  const healths = createConnectionHealths({
    serviceOf: () => ({
      ...service,
      businessDetails: () => {
        asked += 1;
        return Promise.reject(new TypeError('ours'));
      },
    }),
    clock: { now: () => 1_000 },
  });
  await expect(healths.check('T1')).rejects.toThrow(TypeError);
  await expect(healths.check('T1')).rejects.toThrow(TypeError);
  expect([asked, healths.known('T1')]).toEqual([2, null]);
  await service.close();
  await sandbox.close();
});
