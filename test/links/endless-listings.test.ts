// @module-tag long
// @module-tag store

import { describe, expect, onTestFinished, test } from 'vitest';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { SECOND, startLinks } from './link-verbs.ts';

describe('a service with endless listings costs a bounded number of requests', () => {
  const start = async () => {
    const scene = await startLinks({ env: { PAYLINK_LINK_PATH: '', PAYLINK_TRANSACTION_PATH: '' } });
    onTestFinished(scene.close);
    const link = await scene.issue();
    await scene.issue();
    let requests = 0;
    scene.sandbox.answerWith(() => {
      requests += 1;
      return { body: { status: '00', message: 'OK', response: { content: [{ rank: requests }] } } };
    });
    return { scene, link, count: () => requests };
  };

  test('for each callback', async () => {
    const { scene, link, count } = await start();
    await scene.callBack(link);
    await scene.checkDue();
    expect(count()).toBe(100);
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect(count()).toBe(200);
  });

  testAtLength('for each sweep', async () => {
    const { scene, count } = await start();
    await scene.sweep();
    expect(count()).toBe(2_000);
  });
});
