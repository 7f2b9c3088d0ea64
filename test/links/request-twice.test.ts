// @module-tag postgres

import { request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { type LinksScene, SECOND, startLinks } from './link-verbs.ts';

let scene: LinksScene;
afterEach(() => scene.close());

/** As behind a proxy that loses the first answer: the caller gets the second one. */
const startDoubled = async () => {
  scene = await startLinks();
  const { sandbox } = scene;
  let isSecond = false;
  sandbox.answerWith(async ({ method, target, headers, body }) => {
    if (method === 'GET' || isSecond) return undefined;
    isSecond = true;
    const { connection: _, ...same } = headers;
    const first = await request(`${sandbox.url}${target}`, { method: 'POST', headers: same, body });
    expect(first.statusCode).toBe(200);
    await first.body.dump();
    return undefined;
  });
};

describe('a request that reaches the service twice, and is refused the second time', () => {
  test('leaves a link with Paylink’s own reference unknown until the listing shows it', async () => {
    await startDoubled();
    const link = await scene.issue();
    expect(link).toMatchObject({ state: 'unknown', address: null });
    expect(link.failure?.next).toContain('Don’t make it again');

    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    const [made] = scene.sandbox.links();
    const found = await scene.store.links.get(link.id);
    expect(found).toMatchObject({ state: 'open', orderId: made?.orderId, failure: null });
    expect(await scene.noticesOf(link)).toEqual(['show']);
  });

  test('is found at once under a number that a person chose, with this amount', async () => {
    await startDoubled();
    const link = await scene.issue({ invoiceId: 'INV-7' });
    const [made] = scene.sandbox.links();
    expect(link).toMatchObject({ state: 'open', orderId: made?.orderId, failure: null });
  });
});
