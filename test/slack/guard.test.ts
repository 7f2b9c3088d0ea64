// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { createIds } from '../../src/ids.ts';
import { LinkInDoubtError } from '../../src/links/issuing/issuer.ts';
import { createLog } from '../../src/log.ts';
import { guard } from '../../src/slack/listener.ts';
import { buildLink } from '../fixtures/links.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { startLinks } from '../links/link-verbs.ts';

const tellOf = async (work: () => Promise<void>): Promise<string[]> => {
  const messages: string[] = [];
  await guard({ ids: createIds(), log: createLog('silent') }, 'test', work, async (text) =>
    messages.push(text),
  );
  return messages;
};

test('an error is shown with a reference, and never as if nothing had been done', async () => {
  const [text = ''] = await tellOf(async () => {
    throw new Error('broken');
  });
  expect(text).toMatch(/may not be finished.*reference [A-Z0-9]+/);
  expect(text).not.toMatch(/nothing/i);
});

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])(
  'a full disk (%s) is named, with whom to tell',
  async (code) => {
    const [text = ''] = await tellOf(async () => {
      throw new Error('not saved', { cause: Object.assign(new Error('full'), { code }) });
    });
    expect(text).toMatch(/disk is full.*person who runs Paylink.*Reference [A-Z0-9]+/);
  },
);

test.each([
  [
    { error: 'expired_trigger_id' },
    /three seconds to open a window, and they were over. Try again.*reference [A-Z0-9]+/,
  ],
  [{ status: 500 }, /did not open the window in time. Nothing was done: try again.*reference [A-Z0-9]+/],
  [{ delayMs: 4_000 }, /did not open the window in time. Nothing was done: try again.*reference [A-Z0-9]+/],
])('a window that Slack did not open (%j) is for another try', async (fault, words) => {
  const scene = await startScene();
  try {
    scene.slack.faults.add({ method: 'views.open', times: 3, ...fault });
    await scene.slack.command(SARA, FRONT_DESK, '/paylink', '250');
    const [answer] = await scene.slack.until(() => {
      const found = scene.slack.messages(FRONT_DESK, { as: SARA });
      return found.length > 0 && found;
    });
    expect(answer?.text).toMatch(words);
  } finally {
    await scene.close();
  }
});

test('a link whose answer could not be stored is shown as unknown', async () => {
  const [text = ''] = await tellOf(async () => {
    throw new LinkInDoubtError(buildLink(), new Error('disk full'));
  });
  expect(text).toMatch(
    /don’t know yet whether the payment link of AED 1,250.50 .* was made. Don’t make it again/,
  );
});

test('a database failure after the request is sent leaves an unknown link that is settled later', async () => {
  const scene = await startLinks();
  try {
    const { move } = scene.store.links;
    scene.store.links.move = async () => {
      throw new Error('disk full');
    };
    const issued = expect(scene.issue()).rejects.toMatchObject({
      name: 'LinkInDoubtError',
      cause: new Error('disk full'),
    });
    await scene.sandbox.until(() => scene.sandbox.links().length === 1);
    // The write is tried again for a while.
    await scene.clock.advance(20_000);
    await issued;
    scene.store.links.move = move;
    expect(scene.sandbox.links()).toHaveLength(1);
    const [left] = await scene.store.links.inState('reserved');
    await scene.clock.advance(125_000);
    await scene.checkDue();
    expect((await scene.store.links.get(left?.id ?? '')).state).toBe('unknown');
    await scene.clock.advance(10_000);
    await scene.checkDue();
    expect((await scene.store.links.get(left?.id ?? '')).state).toBe('open');
    expect(scene.sandbox.links()).toHaveLength(1);
  } finally {
    await scene.close();
  }
});
