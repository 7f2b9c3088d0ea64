import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderSlackBehaviours } from '../../../playground/page/faults-panel.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK } from '../../../playground/slack/people-and-places.ts';
import { createClient } from './call-slack.ts';

let slack: LocalSlack;
let client: WebClient;

beforeEach(async () => {
  slack = await createLocalSlack({ allowance: Number.POSITIVE_INFINITY });
  client = createClient(slack);
});
afterEach(() => slack.close());

const answer = async (name: string, wanted: string): Promise<unknown> => {
  const response = await fetch(`${slack.url}/_play/behaviours`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, answer: wanted }),
  });
  return response.json();
};

/** Where a message in the thread of a reply goes. */
const answerToReply = async (): Promise<{ parent: string; reply: string; found: string | undefined }> => {
  const parent = (await client.chat.postMessage({ channel: FRONT_DESK, text: 'card' })).ts ?? '';
  const reply =
    (await client.chat.postMessage({ channel: FRONT_DESK, text: 'paid', thread_ts: parent })).ts ?? '';
  await client.chat.postMessage({ channel: FRONT_DESK, text: 'refunded', thread_ts: reply });
  return { parent, reply, found: slack.messages(FRONT_DESK).at(-1)?.threadTs ?? undefined };
};

test('a message in the thread of a reply goes to that thread, apart from it, or nowhere', async () => {
  const usual = await answerToReply();
  expect(usual.found).toBe(usual.parent);
  await answer('threadOfReply', 'apart');
  const apart = await answerToReply();
  expect(apart.found).toBe(apart.reply);
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
