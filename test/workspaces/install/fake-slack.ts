import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeSlack {
  apiUrl: string;
  /** The forms sent to `oauth.v2.access`. */
  exchanges: Record<string, string>[];
  /** Its answer from the next call on. */
  answer: object;
  close(): Promise<void>;
}

export const ACCESS = {
  ok: true,
  access_token: 'xoxb-planted-token',
  token_type: 'bot',
  scope: 'chat:write,commands,files:write',
  bot_user_id: 'U0BOT',
  app_id: 'A1',
  team: { id: 'T1', name: 'Corner <Shop>' },
  enterprise: null,
  is_enterprise_install: false,
  authed_user: { id: 'U0SARA' },
};

/** The part of Slack's Web API that an install needs. */
export const startFakeSlack = async (): Promise<FakeSlack> => {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'));
    const isKnown = request.method === 'POST' && request.url === '/api/oauth.v2.access';
    if (isKnown) slack.exchanges.push(Object.fromEntries(form));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? slack.answer : { ok: false, error: 'unknown_method' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const slack: FakeSlack = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    exchanges: [],
    answer: ACCESS,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return slack;
};
