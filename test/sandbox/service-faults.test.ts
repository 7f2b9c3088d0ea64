// @module-tag long

import { expect, test } from 'vitest';
import type { Fault } from '../../tools/sandbox/sandbox-service.ts';
import { EXAMPLE_BODY, startSandbox } from './call-sandbox.ts';

const BUSINESS = '/business-details';

test('a fault affects its operation as many times as set, after the signature check', async () => {
  const { faults, generate, call, requests, links } = await startSandbox();
  faults.add({ operation: 'generate', kind: 'status', status: 429, retryAfter: 7, times: 2 });
  const reply = await generate();
  expect([reply.status, reply.headers['retry-after'], reply.json.status]).toEqual([429, '7', '99']);
  expect(faults.list()).toMatchObject([{ times: 1 }]);
  expect((await generate({}, { 'X-HMAC-Signature': 'x' })).status).toBe(401);
  expect((await call(BUSINESS)).status).toBe(200);
  await generate();
  await generate();
  expect(requests.map(({ status }) => status)).toEqual([429, 401, 200, 429, 200]);
  expect([links().length, faults.list()]).toEqual([1, []]);
});

test.each<[Fault, number, string | undefined, RegExp]>([
  [{ kind: 'status', status: 403 }, 403, 'application/json', /^{"status":"90",/],
  [{ kind: 'body-failure', code: '97' }, 200, 'application/json', /^{"status":"97",/],
  [{ kind: 'body-failure', holds: 'echo' }, 200, 'application/json', /"FullName":"Sara Khan"/],
  [{ kind: 'html', status: 502 }, 502, 'text/html; charset=utf-8', /^<!doctype html>/],
  [{ kind: 'empty' }, 200, 'application/json', /^$/],
  [{ kind: 'huge', bytes: 300_000 }, 200, 'application/json', /^.{300000}/],
  [{ kind: 'delay', delayMs: 1 }, 200, 'application/json', /\/pay\//],
])('under %j the answer is %i, %s, %s', async (fault, status, type, text) => {
  const { faults, generate } = await startSandbox();
  faults.add({ ...fault, times: 1 });
  const reply = await generate();
  expect([reply.status, reply.headers['content-type']]).toEqual([status, type]);
  expect(reply.text).toMatch(text);
  expect((await generate()).text).toContain('/pay/');
});

test.each(['drop-before-work', 'drop-after-work', 'truncated'] as const)(
  'under %s the answer breaks off, once',
  async (kind) => {
    const { faults, generate, call, until, requests, links } = await startSandbox();
    faults.add({ kind, operation: 'generate', times: 1 });
    expect((await call(BUSINESS)).status).toBe(200);
    await expect(generate()).rejects.toThrow();
    await until(() => requests[1]?.status === (kind === 'truncated' ? 200 : 'dropped'));
    expect(links()).toHaveLength(kind === 'drop-after-work' ? 1 : 0);
    expect((await generate()).status).toBe(200);
  },
);

test('an answer can be spoilt after the work; it names a link only if the link is there', async () => {
  const { faults, generate, links } = await startSandbox();
  for (const kind of ['empty', 'html', 'huge'] as const) {
    faults.add({ kind, afterWork: true, times: 1, bytes: 1_000 });
    await generate();
  }
  expect(links()).toHaveLength(3);
  expect(() => faults.add({ kind: 'body-failure', holds: 'link' })).toThrow(/only after the work/);
});

test('after the work a delay leaves a link before its answer is there, and ends when the sandbox closes', async () => {
  const { faults, generate, until, links, requests, close } = await startSandbox();
  faults.add({ kind: 'delay', delayMs: 60_000, afterWork: true });
  const reply = generate().catch((error: unknown) => error);
  await until(() => links().length === 1);
  expect(requests[0]?.status).toBe(null);
  await close();
  expect(await reply).toBeInstanceOf(Error);
});

test('a link is created even if the caller has gone away', async () => {
  const gone = new AbortController();
  const { faults, generate, until, links, requests, made } = await startSandbox({
    onCall: () => gone.abort(),
  });
  faults.add({ kind: 'delay', delayMs: 1_000 });
  await expect(generate({}, {}, { signal: gone.signal })).rejects.toThrow('aborted');
  await until(() => requests[0]?.status === 'dropped');
  expect(links()).toEqual([]);
  await until(() => made()[0]?.answer === 'lost');
});

test('an address is left out of a generated link’s answer alone', async () => {
  const { faults, call, generate } = await startSandbox();
  faults.add({ kind: 'no-address', times: 1 });
  expect((await call(BUSINESS)).status).toBe(200);
  expect((await generate()).text).not.toContain('/pay/');
});

test('a delay and another fault apply to one call', async () => {
  const { faults, generate } = await startSandbox();
  faults.add({ kind: 'delay', delayMs: 20 });
  faults.add({ kind: 'status', status: 503, times: 1 });
  expect((await generate()).status).toBe(503);
  expect((await generate()).status).toBe(200);
});

test('an exact answer comes before the signature check and faults; what is left out, the sandbox answers', async () => {
  const { faults, answerWith, generate, call, links } = await startSandbox();
  faults.add({ kind: 'status', status: 503 });
  answerWith(({ method, target, body }) =>
    method === 'POST' ? { status: 418, headers: { 'X-Seen': target }, body: [body.length] } : undefined,
  );
  const reply = await generate({}, { 'X-HMAC-Signature': 'x' });
  const seen = [reply.status, reply.headers['x-seen'], reply.json];
  expect(seen).toEqual([418, '/api/payment-link/generate', [JSON.stringify(EXAMPLE_BODY).length]]);
  expect([(await call(BUSINESS)).status, links()]).toEqual([503, []]);
});

test('an answer of the sandbox itself can be changed, and a fault spoils what came of it', async () => {
  const { faults, answerWith, generate, links } = await startSandbox();
  answerWith(() => (own) => ({
    ...own,
    body: JSON.stringify({ ...JSON.parse(own.body), message: 'Changed' }),
  }));
  expect((await generate()).json).toMatchObject({ status: '00', message: 'Changed' });
  faults.add({ kind: 'empty', afterWork: true, times: 1 });
  expect([(await generate()).text, links().length]).toEqual(['', 2]);
});

test.each([
  ['drop-before-work', 'gone', 'none'],
  ['drop-after-work', 'gone', 'lost'],
  ['error-before-work', 500, 'none'],
  ['error-after-work', 500, 'lost'],
  ['rate-limited', 429, 'none'],
  ['rate-limited-after-work', 429, 'lost'],
  ['failed-after-work', 200, 'lost'],
  ['timed-out-after-work', 408, 'lost'],
  ['conflict', 409, 'none'],
  ['late', 200, 'sent'],
  ['late-after-work', 200, 'sent'],
] as const)(
  'by chance, %s: the caller hears %s, and of the link’s answer %s',
  async (kind, heard, answer) => {
    const { faults, generate, until, made } = await startSandbox();
    faults.random({ seed: 1, rate: 1, kinds: [kind], delayMs: 20 });
    const reply = await generate().catch(() => null);
    expect([reply?.status ?? 'gone', reply?.headers['retry-after']]).toEqual([
      heard,
      heard === 429 ? '1' : undefined,
    ]);
    await until(() => made().every((one) => one.answer !== 'waiting'));
    expect(made()).toMatchObject(answer === 'none' ? [] : [{ answer, payments: [] }]);
  },
);

test('random faults are listed, come after planned ones, and can be turned off', async () => {
  const { faults, call } = await startSandbox();
  const random = { seed: 1, rate: 1, kinds: ['error-before-work' as const] };
  const once = { kind: 'status', status: 429, times: 1 } as const;
  faults.random({ ...random, rate: 0 });
  faults.random(random);
  faults.add(once);
  expect(faults.list()).toEqual([{ kind: 'random', random }, once]);
  expect([(await call(BUSINESS)).status, (await call(BUSINESS)).status]).toEqual([429, 500]);
  faults.random(null);
  expect([faults.list(), (await call(BUSINESS)).status]).toEqual([[], 200]);
});
