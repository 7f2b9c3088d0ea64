// @module-tag postgres

import { afterEach, describe, expect, test } from 'vitest';
import { connectTo, ZONE } from '../fixtures/payment-service.ts';
import { SECOND, type Stage, startLinkWork } from './start-link-work.ts';

let stage: Stage;
afterEach(() => stage.close());

/** As behind a proxy that loses the first answer: the caller gets the second one. */
const startDoubled = async () => {
  stage = await startLinkWork({
    connect: (sandbox) => {
      const service = connectTo(sandbox, { timeZone: ZONE });
      return {
        ...service,
        generateLink: async (...asked) => {
          await service.generateLink(...asked);
          return service.generateLink(...asked);
        },
      };
    },
  });
};

describe('a request that reaches the service twice, and is refused the second time', () => {
  test('leaves a link with Paylink’s own reference unknown until the listing shows it', async () => {
    await startDoubled();
    const link = await stage.issue();
    expect(link).toMatchObject({ state: 'unknown', address: null });
    expect(link.failure?.next).toContain('Do not make it again');

    await stage.clock.advance(5 * SECOND);
    await stage.checkDue();
    const [made] = stage.sandbox.links();
    const found = await stage.store.links.get(link.id);
    expect(found).toMatchObject({ state: 'open', orderId: made?.orderId, failure: null });
    expect(await stage.noticesOf(link)).toEqual(['card']);
  });

  test('is found at once under a number that a person chose, with this amount', async () => {
    await startDoubled();
    const link = await stage.issue({ invoiceId: 'INV-7' });
    const [made] = stage.sandbox.links();
    expect(link).toMatchObject({ state: 'open', orderId: made?.orderId, failure: null });
  });
});
