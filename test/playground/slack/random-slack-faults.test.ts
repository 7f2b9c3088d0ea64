import { afterEach, expect, test } from 'vitest';
import {
  createLocalSlack,
  type LocalSlack,
  type SlackMishap,
} from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK } from '../../../playground/slack/people-and-places.ts';
import { createClient, play, typeCommand } from './call-slack.ts';

const open: LocalSlack[] = [];
afterEach(() => Promise.all(open.splice(0).map((slack) => slack.close())));
const start = async () => {
  const slack = await createLocalSlack({ allowance: Number.POSITIVE_INFINITY });
  open.push(slack);
  return slack;
};

/** The app's result of a post: a status, or `gone` if the connection was dropped. */
const post = async (
  slack: LocalSlack,
  text = 'x',
): Promise<{ heard: number | 'gone'; retryAfter: string | null }> => {
  try {
    const answer = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: FRONT_DESK, text }),
    });
    await answer.text();
    return { heard: answer.status, retryAfter: answer.headers.get('retry-after') };
  } catch {
    return { heard: 'gone', retryAfter: null };
  }
};

test.each<[SlackMishap, RegExp, number]>([
  ['rate-limited', /429/, 0],
  ['error-before-work', /50\d/, 0],
  ['error-after-work', /50\d/, 1],
  ['drop-before-work', /gone/, 0],
  ['drop-after-work', /gone/, 1],
  ['late', /200/, 1],
])('random fault %s: the app gets %s and there are %i messages', async (kind, heard, posted) => {
  const slack = await start();
  slack.faults.random({ seed: 1, rate: 1, kinds: [kind], retryAfter: 7, delayMs: 20 });
  const told = await post(slack);
  expect(String(told.heard)).toMatch(heard);
  expect(told.retryAfter).toBe(kind === 'rate-limited' ? '7' : null);
  expect(slack.posts()).toHaveLength(posted);
});

test('random faults are listed, come after planned ones, and can be turned off', async () => {
  const slack = await start();
  const plan = { seed: 5, rate: 1, kinds: ['drop-before-work' as const] };
  slack.faults.random(plan);
  slack.faults.add({ method: 'chat.postMessage', error: 'not_in_channel', times: 1 });
  expect(slack.faults.list()).toEqual([
    { method: 'chat.postMessage', error: 'not_in_channel', times: 1 },
    { random: plan },
  ]);
  expect((await post(slack)).heard).toBe(200);
  expect((await post(slack)).heard).toBe('gone');
  slack.faults.random(null);
  expect(slack.faults.list()).toEqual([]);
  expect((await post(slack)).heard).toBe(200);
  slack.faults.add({ random: plan });
  slack.faults.clear();
  expect([slack.faults.list(), (await post(slack)).heard]).toEqual([[], 200]);
});

test('random faults affect only the given methods, and can be set over HTTP', async () => {
  const slack = await start();
  const random = { seed: 1, rate: 1, methods: ['chat.update'], kinds: ['error-before-work'] };
  await play(slack, 'faults', { random });
  expect(slack.faults.list()).toMatchObject([{ random: { rate: 1 } }]);
  expect((await post(slack)).heard).toBe(200);
  await expect(
    createClient(slack).chat.update({ channel: FRONT_DESK, ts: '1.1', text: 'x' }),
  ).rejects.toThrow(/50\d/);
  expect((await play(slack, 'faults', { random: { seed: 1, rate: 2 } })).status).toBe(400);
  await fetch(`${slack.url}/_play/faults`, { method: 'DELETE' });
  expect(slack.faults.list()).toEqual([]);
});

test('an answer through a response_url can be lost after it was shown', async () => {
  const slack = await start();
  const { responseUrl } = await typeCommand(slack);
  const respond = () => fetch(responseUrl, { method: 'POST', body: JSON.stringify({ text: 'for you' }) });
  slack.faults.add({ method: 'response_url', dropBeforeWork: true, times: 1 });
  await expect(respond()).rejects.toThrow();
  expect(slack.messages(FRONT_DESK)).toEqual([]);
  slack.faults.add({ method: 'response_url', status: 500, afterWork: true, times: 1 });
  expect((await respond()).status).toBe(500);
  slack.faults.random({ seed: 1, rate: 1, methods: ['response_url'], kinds: ['drop-after-work'] });
  await expect(respond()).rejects.toThrow();
  expect(slack.messages(FRONT_DESK)).toHaveLength(2);
});
