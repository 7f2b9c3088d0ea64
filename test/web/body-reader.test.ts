import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createBodyReader } from '../../src/web/body-reader.ts';

const PATIENCE_MS = 30;

const holdProcess = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('a body that arrived while the process was busy is read, even late', async () => {
  const bodies = createBodyReader({ atOnce: 1, maxBytes: 1_024 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nHost: paylink\r\nContent-Length: 4\r\n\r\n');
  const [request] = await once(server, 'request');
  const reading = bodies.read(request, { maxBytes: 1_024, patienceMs: PATIENCE_MS });
  sender.write('body');
  holdProcess(3 * PATIENCE_MS);
  const body = await reading;
  sender.destroy();
  server.close();
  expect(String(body)).toBe('body');
});
