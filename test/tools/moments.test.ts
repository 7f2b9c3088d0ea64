import { expect, test } from 'vitest';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { perTest } from '../fixtures/per-test.ts';
import { startSandbox } from '../sandbox/call-sandbox.ts';

const heard: string[] = [];
const slack = perTest(() =>
  createLocalSlack({
    onCall: ({ method, when, args }) =>
      heard.push(`${method} ${when} ${args['text']} ${slack.posts().length}`),
  }),
);

test('the sandbox reports a call before it is processed, and again when its answer is sent', async () => {
  const told: string[] = [];
  const { generate, links } = await startSandbox({
    onCall: ({ operation, when, body }) =>
      told.push(`${operation} ${when} ${JSON.stringify(body).includes('INV-1')} ${links().length}`),
  });
  await generate({ Invoice_Id: 'INV-1' });
  await generate({ Invoice_Id: 'INV-1', invoiceAmount: 'much' });
  await expect
    .poll(() => told)
    .toEqual(['generate arrived true 0', 'generate answered true 1', 'generate arrived true 1']);
});

test('the local Slack does so, too', async () => {
  const post = (channel: string, text: string) =>
    fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}` },
      body: new URLSearchParams({ channel, text }),
    });
  await post(FRONT_DESK, 'one');
  await post('C0NOWHERE', 'two');
  await expect
    .poll(() => heard)
    .toEqual([
      'chat.postMessage arrived one 0',
      'chat.postMessage answered one 1',
      'chat.postMessage arrived two 1',
    ]);
});
