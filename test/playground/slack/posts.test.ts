import { expect, test } from 'vitest';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, SALES, SARA } from '../../../playground/slack/people-and-places.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { createClient } from './call-slack.ts';
import { section } from './limit-cases.ts';

const slack = perTest(createLocalSlack);

test('every post that took effect is listed in order, with its current state', async () => {
  const { chat } = createClient(slack);
  const card = { channel: FRONT_DESK, text: 'card', blocks: [section('Open')] as never };
  const { ts = '' } = await chat.postMessage(card);
  await chat.postMessage({ channel: FRONT_DESK, text: 'paid', thread_ts: ts });
  await chat.postMessage({ channel: SALES, text: 'elsewhere' });
  await chat.update({ channel: FRONT_DESK, ts, text: 'card, paid', blocks: [section('Paid')] as never });
  await chat.postMessage({ channel: 'C0NOWHERE1', text: 'nobody hears' }).catch(() => undefined);

  const paid = { text: 'card, paid', blocks: [section('Paid')] };
  expect(slack.posts(FRONT_DESK)).toMatchObject([
    { ts, threadTs: null, text: 'card', blocks: [section('Open')], updates: 1, final: paid },
    { threadTs: ts, text: 'paid', updates: 0, final: { text: 'paid' } },
  ]);
  expect(slack.posts().map(({ channel }) => channel)).toEqual([FRONT_DESK, FRONT_DESK, SALES]);
  expect(slack.updates()).toMatchObject([{ ts, text: 'card, paid' }]);
  await slack.until(() => slack.posts().every(({ answer }) => answer === 'sent'));
  expect(slack.posts()[0]?.answeredAt).toBeGreaterThan(Date.now() - 10_000);
});

test('a post whose answer was lost says so, and a deleted one has no final state', async () => {
  const { chat } = createClient(slack);
  const before = slack.posts().length;
  slack.faults.add({ method: 'chat.postMessage', dropAfterWork: true, times: 1 });
  await expect(chat.postMessage({ channel: SALES, text: 'lost' })).rejects.toThrow();
  slack.faults.add({ method: 'chat.postMessage', status: 500, afterWork: true, times: 1 });
  await expect(chat.postMessage({ channel: SALES, text: 'spoilt' })).rejects.toThrow();
  const { ts = '' } = await chat.postMessage({ channel: SALES, text: 'gone' });
  await chat.delete({ channel: SALES, ts });
  await slack.until(() => slack.posts().every(({ answer }) => answer !== 'waiting'));
  expect(slack.posts().slice(before)).toMatchObject([
    { text: 'lost', answer: 'lost', final: { text: 'lost' } },
    { text: 'spoilt', answer: 'lost', final: { text: 'spoilt' } },
    { text: 'gone', answer: 'sent', final: null },
  ]);
  expect(slack.effects('chat.delete', SALES)).toMatchObject([{ ts }]);
});

test('an answer to an app that has gone away is lost', async () => {
  slack.faults.add({ method: 'chat.postMessage', delayMs: 60, times: 1 });
  const leaving = new AbortController();
  const call = fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: FRONT_DESK, text: 'for nobody' }),
  }).catch(() => undefined);
  await slack.until(() => slack.faults.list().length === 0);
  leaving.abort();
  await call;
  const seen = await slack.until(() => slack.posts().find(({ text }) => text === 'for nobody'));
  await slack.until(() => slack.posts().find(({ ts }) => ts === seen.ts)?.answer === 'lost');
});

test('an ephemeral message is not a post', async () => {
  await createClient(slack).chat.postEphemeral({ channel: FRONT_DESK, user: SARA, text: 'psst' });
  expect(slack.posts().some(({ text }) => text === 'psst')).toBe(false);
  expect(slack.effects('chat.postEphemeral')).toMatchObject([{ text: 'psst' }]);
});

test('a wait that fails names what was waited for and the latest messages, in a few short lines', async () => {
  const { chat } = createClient(slack);
  for (const channel of [SALES, SALES, SALES, FRONT_DESK, FRONT_DESK, FRONT_DESK])
    await chat.postMessage({ channel, text: 'long '.repeat(100) });
  const failed = await slack.until(() => slack.modals(SARA).length > 3, 1).catch((error: Error) => error);
  const lines = failed instanceof Error ? failed.message.split('\n') : [];
  expect(lines[0]).toMatch(/slack\.modals\(.*SARA.*> 3/);
  expect(lines.at(-1)).toContain('chat.postMessage 200');
  expect(lines.filter((line) => line.includes('message in'))).toHaveLength(5);
  expect(lines.every((line) => line.length < 250)).toBe(true);
  expect(failed).toHaveProperty('stack', expect.stringContaining('posts.test.ts'));
});
