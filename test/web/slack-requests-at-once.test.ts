import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { readSlackBodies, SLACK_PATH } from '../../src/web/slack-bodies.ts';

/** A server that has room for four requests, and answers each on request. */
const startServer = async () => {
  const lines: Record<string, unknown>[] = [];
  const taken: ServerResponse[] = [];
  let onTaken = (): void => {};
  const take = readSlackBodies({
    log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
    limits: { unanswered: 4 },
  });
  const server = createServer(
    take((_request, response) => {
      taken.push(response);
      onTaken();
    }),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${SLACK_PATH}`;
  const post = (signal?: AbortSignal) =>
    fetch(url, { method: 'POST', body: 'x', ...(signal ? { signal } : {}) });
  const whenTaken = async (count: number) => {
    while (taken.length < count)
      await new Promise<void>((resolve) => {
        onTaken = resolve;
      });
  };
  return { post, taken, whenTaken, lines };
};

test('more requests than can be answered in time are refused at once, until there is room again', async () => {
  const { post, taken, whenTaken, lines } = await startServer();
  const first = [1, 2, 3, 4].map(() => post());
  await whenTaken(4);
  for (let more = 0; more < 2; more += 1) {
    const refused = await post();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  expect(lines).toMatchObject([{ unanswered: 4, msg: 'requests from Slack refused: too many at once' }]);
  taken[0]?.end('answered');
  expect(await (await Promise.any(first)).text()).toBe('answered');
  const next = post();
  await whenTaken(5);
  for (const response of taken) response.end();
  expect((await Promise.all([...first, next])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
});

test('a sender that hangs up frees its place, and each time of crowding is logged once', async () => {
  const { post, taken, whenTaken, lines } = await startServer();
  for (const round of [1, 2]) {
    const hangUp = new AbortController();
    const first = [1, 2, 3, 4].map(() => post(hangUp.signal).catch(() => null));
    await whenTaken(4 * round);
    expect((await post()).status).toBe(503);
    const gone = taken.slice(-4).map((response) => once(response, 'close'));
    hangUp.abort();
    await Promise.all([...first, ...gone]);
    expect(lines).toHaveLength(round);
  }
});
