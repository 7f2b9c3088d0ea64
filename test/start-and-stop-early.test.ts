// @module-tag long

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameStandInDatabase, startStandIn } from '../tools/stand-in.ts';
import { nowhereEnvironment } from './fixtures/nowhere.ts';
import { sample } from './fixtures/whole-suite.ts';

const ENTRY = fileURLToPath(new URL('../dist/paylink/index.js', import.meta.url));
let folder: string;
let child: ChildProcess | null = null;
let output = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paylink-early-'));
  output = '';
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const start = (changes: Record<string, string>): ChildProcess => {
  const env = { ...nowhereEnvironment(folder), ...changes };
  const started = startStandIn([ENTRY], { env });
  const read = (chunk: Buffer) => {
    output += String(chunk);
  };
  started.stdout.on('data', read);
  started.stderr.on('data', read);
  child = started;
  return started;
};

const stop = async (started: ChildProcess, signal: NodeJS.Signals) => {
  const ended = once(started, 'exit');
  started.kill(signal);
  const [code, endedBy] = await ended;
  return { code, endedBy };
};

/** Said last, after the database was closed. */
const STOPPED = '"msg":"stopped"';

/** Something that takes connections and never says a word; resolves `heard` when somebody comes. */
const startMute = async (onUpgrade: 'http' | 'tcp') => {
  const server = onUpgrade === 'http' ? createHttpServer() : createServer();
  const heard = once(server, onUpgrade === 'http' ? 'request' : 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, heard, close: () => server.close() };
};

test('SIGTERM while Slack does not answer the start ends it cleanly', async () => {
  const slack = await startMute('http');
  const started = start({ SLACK_APP_TOKEN: 'xapp-1', SLACK_API_URL: `http://127.0.0.1:${slack.port}/api` });
  await slack.heard;
  const { code } = await stop(started, 'SIGTERM');
  expect(code, output).toBe(0);
  expect(output).not.toContain('Paylink is ready');
  expect(output).toContain(STOPPED);
  slack.close();
});

test('SIGTERM while the database does not answer ends the process before any work begins', async () => {
  const postgres = await startMute('tcp');
  const name = nameStandInDatabase('mute');
  const started = start({ DATABASE_URL: `postgres://paylink@127.0.0.1:${postgres.port}/${name}` });
  await postgres.heard;
  const { code } = await stop(started, 'SIGTERM');
  expect(code, output).toBe(0);
  expect(output).not.toContain(STOPPED);
  postgres.close();
});

test('a signal at any moment of the start leaves nothing open', async () => {
  const moments = process.env['LONG_TESTS'] ? [60, 150, 300, 500, 800] : sample([150, 500]);
  for (const [index, afterMs] of moments.entries()) {
    output = '';
    const files = await readdir(folder);
    const started = start({});
    await pause(afterMs);
    const { code, endedBy } = await stop(started, index % 2 === 0 ? 'SIGTERM' : 'SIGINT');
    // Before its first line Node itself ends the process, which has touched nothing by then.
    if (endedBy !== null) expect(await readdir(folder)).toEqual(files);
    else expect([code, output.includes(STOPPED)], output).toEqual([0, true]);
  }
});
