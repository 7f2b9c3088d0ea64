import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startScene } from '../fixtures/start-paylink.ts';

/** The bare request line: a client library would mend what is wrong with the target. */
const ask = async (appUrl: string, target: string): Promise<string> => {
  const { hostname, port } = new URL(appUrl);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${target} HTTP/1.1\r\nHost: paylink\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
};

test('a path that leads nowhere, or is none, gets 404 without a word here or in the log', async () => {
  const scene = await startScene();
  const logged = scene.logLines.length;
  for (const target of ['/', '/callbacks', '/callbacks/%zz', '/callbacks/a/secret', '//', '/slack/secret']) {
    const [head = '', body] = (await ask(scene.appUrl, target)).split('\r\n\r\n');
    expect(head, target).toMatch(/^HTTP\/1\.1 404 /);
    expect(body === '' || body === '0').toBe(true);
  }
  expect(scene.logLines.slice(logged).join('')).not.toMatch(/secret|%zz/);
  expect(scene.logLines.slice(logged).filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  await scene.close();
});
