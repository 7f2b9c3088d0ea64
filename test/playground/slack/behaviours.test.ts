import type { WebClient } from '@slack/web-api';
import { beforeEach, expect, test } from 'vitest';
import { renderSlackBehaviours } from '../../../playground/page/faults-panel.ts';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK } from '../../../playground/slack/people-and-places.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { createClient, play } from './call-slack.ts';

let client: WebClient;

const slack = perTest(() => createLocalSlack({ allowance: Number.POSITIVE_INFINITY }));

beforeEach(() => {
  client = createClient(slack);
});

const answer = async (name: string, wanted: string): Promise<unknown> =>
  (await play(slack, 'behaviours', { name, answer: wanted })).json();

/** The card, a reply in its thread, and the thread of a message in the thread of that reply. */
const answerToReply = async () => {
  const say = async (text: string, thread_ts = '') =>
    (await client.chat.postMessage({ channel: FRONT_DESK, text, thread_ts })).ts;
  const card = await say('card');
  const reply = await say('paid', card);
  await say('refunded', reply);
  return { card, reply, thread: slack.messages(FRONT_DESK).at(-1)?.threadTs };
};

test('a message in the thread of a reply goes to that thread, apart from it, or nowhere', async () => {
  const usual = await answerToReply();
  expect(usual.thread).toBe(usual.card);
  await answer('threadOfReply', 'apart');
  const apart = await answerToReply();
  expect(apart.thread).toBe(apart.reply);
  await answer('threadOfReply', 'refused');
  await expect(answerToReply()).rejects.toThrow('cannot_reply_to_message');
});

test('every question has its default answer, or the given one', async () => {
  for (const { answer: now, answers } of slack.behaviours.list())
    expect(answers.map((one) => one.answer)).toContain(now);
  const other = await createLocalSlack({ behaviours: { threadOfReply: 'refused' } });
  expect(other.behaviours.of('threadOfReply')).toBe('refused');
  await other.close();
});

test('unknown questions and answers change nothing', async () => {
  const before = slack.behaviours.list();
  expect(await answer('threadOfReply', 'sometimes')).toMatchObject({ ok: false });
  expect(await answer('toString', 'parent')).toMatchObject({ ok: false });
  expect(await answer('threadOfReply', 'constructor')).toMatchObject({ ok: false });
  expect(slack.behaviours.list()).toEqual(before);
});

test('the page shows each question with its current answer', async () => {
  await answer('threadOfReply', 'apart');
  const page = renderSlackBehaviours(slack.behaviours.list());
  expect(page).toContain('data-slack-behaviour="threadOfReply"');
  expect(page.match(/threadOfReply"[^/]*>.*?<option value="(\w+)" selected>/)?.[1]).toBe('apart');
  expect(renderSlackBehaviours([])).toBe('');
});
