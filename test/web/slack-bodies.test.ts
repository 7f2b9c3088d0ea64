// @module-tag long
// @module-tag store

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { postAsSlack } from '../fixtures/post-as-slack.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const sign = (body: string) => {
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', scene.slack.signingSecret).update(`v0:${at}:${body}`).digest('hex');
  return [`X-Slack-Request-Timestamp: ${at}`, `X-Slack-Signature: v0=${signature}`];
};
/** Looks like a signature but is not one. */
const FORGED = [`X-Slack-Request-Timestamp: 1795251200`, `X-Slack-Signature: v0=${'a'.repeat(64)}`];

interface Talk {
  socket: Socket;
  /** All that came back, when the server has hung up. */
  heard: Promise<string>;
}

const talk = (head: string[], body = ''): Talk => {
  const socket = connect(Number(new URL(scene.appUrl).port), '127.0.0.1').on('error', () => {});
  let heard = '';
  socket.on('data', (part: Buffer) => {
    heard += part.toString();
  });
  socket.write(['POST /slack/events HTTP/1.1', 'Host: paylink', ...head, '', body].join('\r\n'));
  return { socket, heard: once(socket, 'close').then(() => heard) };
};

const opensForm = async (): Promise<void> => {
  const outcome = await scene.slack.command(SARA, FRONT_DESK, '/paylink');
  expect(outcome).toMatchObject({ ok: true });
  await scene.slack.until(() => scene.slack.topModal(SARA));
};

test('a body above 512 KiB is refused before it is read, signed or not', async () => {
  scene = await startScene();
  const tooLong = 512 * 1024 + 1;
  expect(await talk([`Content-Length: ${tooLong}`]).heard).toMatch(/^HTTP\/1\.1 413 /);
  expect(await talk([...FORGED, `Content-Length: ${tooLong}`]).heard).toMatch(/^HTTP\/1\.1 413 /);
  const chunk = `${tooLong.toString(16)}\r\n${'x'.repeat(tooLong)}\r\n`;
  expect(await talk([...FORGED, 'Transfer-Encoding: chunked'], chunk).heard).toMatch(
    /^HTTP\/1\.1 413 .*connection: close/is,
  );
  expect(scene.logLines.filter((line) => line.includes('too large'))).toHaveLength(2);
});

test('a signed body of nearly 512 KiB is taken', async () => {
  scene = await startScene();
  const filler = 'x'.repeat(511 * 1024);
  const answer = await postAsSlack(
    { appUrl: scene.appUrl, signingSecret: scene.slack.signingSecret },
    { event: { type: 'url_verification', challenge: 'taken', filler } },
  );
  expect(answer).toEqual({ status: 200, text: '{"challenge":"taken"}' });
});

test('without signature headers, at most 2 KiB are read', async () => {
  scene = await startScene();
  const check = 'ssl_check=1&token=x';
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const asked = talk(['Connection: close', form, `Content-Length: ${check.length}`], check);
  expect(await asked.heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(await talk(['Content-Length: 2049'], 'x').heard).toMatch(/^HTTP\/1\.1 401 /);
  const chunk = `801\r\n${'x'.repeat(2_049)}\r\n`;
  expect(await talk(['Transfer-Encoding: chunked'], chunk).heard).toMatch(/^HTTP\/1\.1 401 /);
});

test('a signature is checked over exactly the bytes that arrived, in any number of parts', async () => {
  scene = await startScene();
  const body = JSON.stringify({ type: 'url_verification', challenge: '✅ '.repeat(3_000) });
  const bytes = Buffer.from(body);
  const { socket, heard } = talk(['Connection: close', ...sign(body), 'Transfer-Encoding: chunked']);
  for (let at = 0; at < bytes.length; at += 7) {
    const part = bytes.subarray(at, at + 7);
    socket.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]));
  }
  socket.write('0\r\n\r\n');
  expect(await heard).toMatch(/^HTTP\/1\.1 200 /);
});

testAtLength('slow bodies beyond 256 evict the oldest, and a command still opens its form', async () => {
  scene = await startScene();
  const head = [...FORGED, 'Content-Length: 500000'];
  const first = Array.from({ length: 256 }, () => talk(head, 'payload='));
  await Promise.all(first.map(({ socket }) => once(socket, 'connect')));
  await opensForm();
  const later = Array.from({ length: 256 }, () => talk(head, 'payload='));
  const answers = await Promise.all(first.map(({ heard }) => heard));
  expect(new Set(answers.map((answer) => answer.split('\r\n')[0]))).toEqual(
    new Set(['HTTP/1.1 503 Service Unavailable']),
  );
  expect(answers[0]).toMatch(/retry-after: 1/i);
  for (const { socket } of later) socket.destroy();
});

const FORM = 'application/x-www-form-urlencoded';
const NESTED = '['.repeat(200_000) + ']'.repeat(200_000);

test.each<[string, string, string]>([
  ['null', FORM, 'payload=null'],
  ['null after a hundred spaces', FORM, `payload=${'+'.repeat(100)}null`],
  ['null after empty fields', FORM, `${'&'.repeat(200)}payload=null`],
  ['null as JSON', 'application/json', 'null'],
  ['null as long JSON', 'application/json', `${' '.repeat(100)}null`],
  ['null as a form with a character set', `${FORM}; charset=utf-8`, `${' '.repeat(100)}null`],
  ['a number', FORM, 'payload=5'],
  ['a text', 'application/json', `"${'x'.repeat(100)}"`],
  ['a list', 'application/json', '[null]'],
  ['a deep challenge', 'application/json', `{"type":"url_verification","challenge":${NESTED}}`],
])('a signed body that is %s is refused, and the next request is answered', async (_, type, body) => {
  scene = await startScene();
  const head = ['Connection: close', `Content-Type: ${type}`, `Content-Length: ${body.length}`];
  expect(await talk([...head, ...sign(body)], body).heard).toMatch(/^HTTP\/1\.1 400 /);
  await opensForm();
});
