import { createServer } from 'node:http';
import { WebClient } from '@slack/web-api';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createPaymentServiceClient } from '../../src/payment-service/index.ts';

/** The baseline: the same calls for a callback, one after the other, storing nothing. Its path names the card. */
const { config } = loadConfig(process.env);
if (config.credentials === null) throw new Error('no credentials to bench with');
const service = createPaymentServiceClient({ settings: { ...config.paymentService, ...config.credentials } });
const slack = new WebClient(process.env['SLACK_BOT_TOKEN'], { slackApiUrl: config.slack.apiUrl });

const show = async (ts: string, body: string): Promise<void> => {
  const [, orderId = ''] = /"orderId"\s*:\s*"?(\d+)/.exec(body) ?? [];
  const [[link], [transaction]] = await Promise.all([
    service.findLinks(orderId),
    service.findTransactions(orderId),
  ]);
  if (!link || !transaction) throw new Error(`the service knows nothing of ${orderId}`);
  await slack.chat.update({ channel: FRONT_DESK, ts, text: `Paid: ${orderId}` });
};

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
  await show(request.url?.split('/').at(-1) ?? '', Buffer.concat(parts).toString());
});
server.listen(config.port, '127.0.0.1', () => process.stdout.write('ready\n'));
