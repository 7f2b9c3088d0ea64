// @module-tag long

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { NotConnectedError, type PaymentServiceClient } from '../../src/payment-service/index.ts';
import {
  createBusinessName,
  createConnectionHealths,
  readBusinessName,
} from '../../src/tenancy/business-details.ts';
import { createSandboxService, type SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { connectTo } from '../fixtures/payment-service.ts';

let sandbox: SandboxService;
let service: PaymentServiceClient;
let now: number;

beforeEach(async () => {
  sandbox = await createSandboxService({ history: 'none' });
  service = connectTo(sandbox);
  now = 1_000_000;
});

afterEach(async () => {
  await service.close();
  await sandbox.close();
});

const calls = () => sandbox.calls().business;
const create = () =>
  createBusinessName({ serviceOf: () => service, clock: { now: () => now, sleep: systemClock.sleep } });
const HOUR = 3_600_000;

describe('the merchant’s name', () => {
  test('is read once a day, and once for many requests at the same time', async () => {
    const businessName = create();
    const names = await Promise.all([businessName.of('T1'), businessName.of('T1'), businessName.of('T1')]);
    expect(new Set(names)).toEqual(new Set(['Saffron Dune Trading (Sandbox)']));
    now += 23 * HOUR;
    await businessName.of('T1');
    expect(calls()).toBe(1);
    now += 2 * HOUR;
    await businessName.of('T1');
    expect(calls()).toBe(2);
  });

  test('is null for a minute after the service refuses', async () => {
    sandbox.faults.add({ operation: 'business', kind: 'status', status: 403, times: 1 });
    const businessName = create();
    expect(await businessName.of('T1')).toBeNull();
    expect(await businessName.of('T1')).toBeNull();
    expect(calls()).toBe(1);
    now += 61_000;
    expect(await businessName.of('T1')).toBe('Saffron Dune Trading (Sandbox)');
  });

  test('stays the last known one if the service fails later', async () => {
    const businessName = create();
    await businessName.of('T1');
    now += 25 * HOUR;
    sandbox.faults.add({ operation: 'business', kind: 'status', status: 403 });
    expect(await businessName.of('T1')).toBe('Saffron Dune Trading (Sandbox)');
    expect(calls()).toBe(2);
  });

  test('that arrives late delays nothing, and is shown the next time', async () => {
    sandbox.faults.add({ operation: 'business', kind: 'delay', delayMs: 2_000, times: 1 });
    const businessName = create();
    expect(await businessName.of('T1')).toBeNull();
    expect(await businessName.of('T1')).toBe('Saffron Dune Trading (Sandbox)');
    expect(calls()).toBe(1);
  });
});

describe('in the service’s answer', () => {
  const answer = { httpStatus: 200, status: '00', message: null, reference: 'REF' };
  const read = (response: unknown) => readBusinessName({ ...answer, response, body: { response } });

  test.each([
    [{ business_name: ' Saffron ' }, 'Saffron'],
    [{ MerchantName: 'Saffron' }, 'Saffron'],
    [{ business: { name: 'Saffron' }, owner: { name: 'Ali' } }, 'Saffron'],
    [{ data: { tradeName: 'Saffron' } }, 'Saffron'],
    [[{ companyName: 'Saffron' }], 'Saffron'],
    [{ name: 'Saffron', city: 'Dubai' }, 'Saffron'],
    [{ owner: { name: 'Ali' }, city: 'Dubai' }, null],
    [{ businessName: '' }, null],
    [{ businessName: 'x'.repeat(500) }, 'x'.repeat(100)],
    ['Saffron', null],
    [null, null],
  ])('%j gives %j', (response, name) => {
    expect(read(response)).toBe(name);
  });
});

describe('the connection to the service', () => {
  /** `ask` answers in place of the service. */
  const watch = (ask: () => ReturnType<PaymentServiceClient['businessDetails']>) => {
    let asked = 0;
    const businessDetails = () => {
      asked += 1;
      return ask();
    };
    const healths = createConnectionHealths({
      serviceOf: () => ({ ...service, businessDetails }),
      clock: { now: () => 1_000 },
    });
    return { healths, countAsked: () => asked };
  };

  test('“not connected” is not remembered, so a new connection shows immediately', async () => {
    let isConnected = false;
    const none = new NotConnectedError('none', { operation: 'businessDetails', reference: 'REF' });
    const { healths, countAsked } = watch(() =>
      isConnected ? service.businessDetails() : Promise.reject(none),
    );
    expect(await healths.check('T1')).toEqual({ state: 'not-connected', at: 1_000 });
    isConnected = true;
    expect(healths.known('T1')).toBeNull();
    const good = { state: 'good', at: 1_000, businessName: 'Saffron Dune Trading (Sandbox)' };
    expect(await healths.check('T1')).toEqual(good);
    // Answers that cost a call are remembered.
    expect(healths.known('T1')).toEqual(good);
    expect(countAsked()).toBe(2);
  });

  test('an error of ours is not reported as the payment service’s, and is not remembered', async () => {
    const { healths, countAsked } = watch(() => Promise.reject(new TypeError('ours')));
    await expect(healths.check('T1')).rejects.toThrow(TypeError);
    await expect(healths.check('T1')).rejects.toThrow(TypeError);
    expect([countAsked(), healths.known('T1')]).toEqual([2, null]);
  });
});
