// @module-tag postgres

import { afterEach, expect, test } from 'vitest';
import type { PaymentServiceClient } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { reserveLink } from './open-link.ts';
import { MINUTE, SECOND, START, type Stage, startLinkWork } from './start-link-work.ts';

const SLOW = 'T0SLOW';
const MANY = 101;
const quiet = { callback: false };

let stage: Stage;
let release: () => void;

afterEach(async () => {
  release();
  await stage.close();
});

/** The payment service never answers for workspaces whose ids start with `SLOW`. */
const startWithSlow = async () => {
  const asked: string[] = [];
  const released = new Promise<never>((_, reject) => {
    release = () => reject(new Error('the connection ended'));
  });
  released.catch(() => undefined);
  const hang = (teamId: string) => () => {
    asked.push(teamId);
    return released;
  };
  stage = await startLinkWork({
    serviceOf: (teamId, service): PaymentServiceClient =>
      teamId.startsWith(SLOW)
        ? {
            ...service,
            findLink: hang(teamId),
            findTransaction: hang(teamId),
            listLinks: hang(teamId),
            listTransactions: hang(teamId),
          }
        : service,
  });
  return asked;
};

const stateOf = async ({ id }: Link) => (await stage.store.links.get(id)).state;

/** An open link of a slow workspace whose check is long overdue. */
const openSlow = async (at: number, teamId = SLOW) => {
  const id = `slow_${at}`;
  await stage.claimAccount(teamId);
  await reserveLink(stage.store, id, START - 1, teamId);
  const address = `https://pay.example/${at}`;
  await stage.store.links.move({ id, to: 'open', at: START, cause: 'answered', orderId: `9${at}`, address });
};

test('a workspace whose service hangs, with a hundred due links, does not delay another workspace', async () => {
  await startWithSlow();
  await Promise.all(Array.from({ length: MANY }, (_, at) => openSlow(at)));
  const link = await stage.issue();
  await stage.watcher.start();
  await stage.clock.advance(SECOND);
  await stage.sandbox.pay(link.orderId ?? '', quiet);
  await stage.callBack(link);
  stage.watcher.wake();
  await stage.clock.advance(1);
  expect(await stateOf(link)).toBe('paid');
});

test('workspaces whose services hang block the sweep’s places for two seconds each', async () => {
  const asked = await startWithSlow();
  await Promise.all(Array.from({ length: 20 }, (_, at) => openSlow(at, `${SLOW}${at}`)));
  const link = await stage.issue();
  await stage.sandbox.pay(link.orderId ?? '', quiet);
  // Only the sweep reads, four workspaces at a time: the last begins after five times two seconds.
  await stage.watcher.start();
  await stage.clock.advance(11 * SECOND);
  expect(await stateOf(link)).toBe('paid');
  const next = await stage.issue();
  await stage.sandbox.pay(next.orderId ?? '', quiet);
  const before = asked.length;
  // The next sweep comes on time, and skips the workspaces that have not ended.
  await stage.clock.advance(10 * MINUTE);
  expect(await stateOf(next)).toBe('paid');
  expect(asked).toHaveLength(before);
});
