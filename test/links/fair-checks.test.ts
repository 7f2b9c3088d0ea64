// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import type { SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { NORTH, SOUTH, startManyStill } from '../fixtures/start-many.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { createLinkVerbs, type LinkVerbs, SECOND, START } from './link-verbs.ts';
import { reserveLink } from './open-link.ts';

/** The merchant of all workspaces whose service hangs. */
const SLOW = 'SLOW';
const MANY = 101;
const quiet = { callback: false };

let scene: Awaited<ReturnType<typeof startManyStill>>;
let north: LinkVerbs & { sandbox: SandboxService };
let release = () => {};

afterEach(async () => {
  release();
  await scene.close();
});

const settle = async (teamId: string, merchant: string) => {
  const { ravi } = scene.slack.team(teamId).team.ids;
  expect((await scene.connect(await scene.install(teamId, ravi), merchant)).status).toBe(200);
};
/** Several workspaces, of which `NORTH` has its own merchant. */
const start = async (others: readonly string[], merchant: string, isHeld = () => false) => {
  scene = await startManyStill({
    teams: [NORTH, ...others].map((id) => ({ id, name: id, domain: id.toLowerCase() })),
    merchants: [NORTH, merchant],
    isHeld,
    // Soon, so that little else happens in between.
    env: { PAYLINK_SWEEP_SECONDS: '10' },
  });
  await settle(NORTH, NORTH);
  for (const teamId of others) await settle(teamId, merchant);
  const at = { ...scene, sandbox: scene.merchants.of(NORTH) };
  north = { ...createLinkVerbs(at), sandbox: at.sandbox };
};

const issue = () => north.issue({ teamId: NORTH });
const stateOf = async ({ id }: Link) => (await scene.store.links.get(id)).state;
const pay = (link: Link) => north.sandbox.pay(link.orderId ?? '', quiet);

describe('where the payment service of some never answers', () => {
  const startWithSlow = async (slow: readonly string[]) => {
    await start(slow, SLOW, () => true);
    const service = scene.merchants.of(SLOW);
    const released = new Promise<{ status: number }>((resolve) => {
      release = () => resolve({ status: 500 });
    });
    service.answerWith(() => released);
    return service;
  };

  /** An open link of a slow workspace whose check is long overdue. */
  const openSlow = async (at: number, teamId: string) => {
    const id = `slow_${at}`;
    await reserveLink(scene.store, id, START - 1, teamId);
    const address = `https://pay.example/${at}`;
    const answer = { cause: 'answered', orderId: `9${at}`, address } as const;
    await scene.store.links.move({ id, to: 'open', at: START, ...answer });
  };

  test('a workspace whose service hangs, with a hundred due links, does not delay another workspace', async () => {
    await startWithSlow([SOUTH]);
    for (let at = 0; at < MANY; at += 1) await openSlow(at, SOUTH);
    const link = await issue();
    await scene.clock.advance(SECOND);
    await pay(link);
    await north.callBack(link);
    await expect.poll(() => stateOf(link)).toBe('paid');
    expect(scene.clock.now()).toBe(START + SECOND);
  });

  testAtLength('workspaces whose services hang block the sweep’s places for two seconds each', async () => {
    // Their names come first, and so do they.
    const slow = Array.from({ length: 5 }, (_, at) => `T0FIRST${at}`);
    const service = await startWithSlow(slow);
    for (const [at, teamId] of slow.entries()) await openSlow(at, teamId);
    const link = await issue();
    await pay(link);
    await scene.clock.advance(10 * SECOND);
    // Four workspaces at a time: the last begins after two seconds.
    expect(await stateOf(link)).toBe('open');
    await scene.clock.advance(3 * SECOND);
    await expect.poll(() => stateOf(link)).toBe('paid');
    const next = await issue();
    await pay(next);
    const before = service.requests.length;
    // The next sweep comes on time, and skips the workspaces that have not ended.
    await scene.clock.advance(10 * SECOND);
    await expect.poll(() => stateOf(next)).toBe('paid');
    expect(service.requests).toHaveLength(before);
  });
});

testAtLength('a workspace that cannot be read does not stop the others', async () => {
  await start([SOUTH], SOUTH);
  const south = scene.merchants.of(SOUTH);
  const link = await issue();
  await createLinkVerbs({ ...scene, sandbox: south }).issue({ teamId: SOUTH, nonce: 'south' });
  await pay(link);
  const down = { kind: 'status', status: 500 } as const;
  south.faults.add(down);
  expect(await north.sweep()).toMatchObject({ changed: 1 });
  north.sandbox.faults.add(down);
  await expect(north.sweep()).rejects.toThrow('500');
  await scene.slack.uninstall(NORTH);
  await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
  expect(await north.sweep()).toEqual({ links: 0, changed: 0 });
});
