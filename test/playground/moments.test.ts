import { expect, test } from 'vitest';
import type { SandboxService } from '../../playground/sandbox/sandbox-service.ts';
import { createLocalSlack, type LocalSlack } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK } from '../../playground/slack/people-and-places.ts';
import { generate } from './sandbox/call-sandbox.ts';
import { createSandboxes } from './sandbox/create-sandboxes.ts';
import { createClient } from './slack/call-slack.ts';

const start = createSandboxes();

test('the sandbox reports a call before it is processed, and again when its answer is sent', async () => {
  const heard: string[] = [];
  const sandbox: SandboxService = await start({
    onCall: ({ operation, when, body }) =>
      heard.push(`${operation} ${when} ${JSON.stringify(body).includes('INV-1')} ${sandbox.links().length}`),
  });
  await generate(sandbox, { Invoice_Id: 'INV-1' });
  await generate(sandbox, { Invoice_Id: 'INV-1', invoiceAmount: 'much' });
  await expect
    .poll(() => heard)
    .toEqual(['generate arrived true 0', 'generate answered true 1', 'generate arrived true 1']);
});

test('the local Slack reports a call before it is processed, and again when its answer is sent', async () => {
  const heard: string[] = [];
  const slack: LocalSlack = await createLocalSlack({
    onCall: ({ method, when, args }) =>
      heard.push(`${method} ${when} ${args['text']} ${slack.posts().length}`),
  });
  try {
    const client = createClient(slack);
    await client.chat.postMessage({ channel: FRONT_DESK, text: 'one' });
    await client.chat.postMessage({ channel: 'C0NOWHERE', text: 'two' }).catch(() => undefined);
    await expect
      .poll(() => heard)
      .toEqual([
        'chat.postMessage arrived one 0',
        'chat.postMessage answered one 1',
        'chat.postMessage arrived two 1',
      ]);
  } finally {
    await slack.close();
  }
});
