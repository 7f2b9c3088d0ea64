// @module-tag long

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import type { Exchange, Snapshot } from '../src/page/page-api.ts';
import { FRONT_DESK, SARA } from '../src/people-and-places.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Somebody's project, empty but for what they install. */
const project = mkdtempSync(join(tmpdir(), 'local-slack-packed-'));
const running: ReturnType<typeof spawn>[] = [];
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(project, { recursive: true, force: true });
});

const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_prefer_offline: 'true',
};
const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const APP = `import bolt from '@slack/bolt';
const [port, slackApiUrl, token, signingSecret] = process.argv.slice(2);
const app = new bolt.App({ token, signingSecret, clientOptions: { slackApiUrl } });
app.command('/hello', async ({ ack, respond }) => {
  await ack();
  await respond('Hello from Bolt');
});
app.command('/shout', async ({ ack, command, client }) => {
  await ack();
  const text = { type: 'mrkdwn', text: 'A'.repeat(3001) };
  await client.chat.postMessage({ channel: command.channel_id, text: 'A', blocks: [{ type: 'section', text }] }).catch((error) => console.log('refused', error.data.error));
});
await app.start(Number(port));
console.log('ready');
`;

/** Starts a program of the project; resolves to what `found` reads in a line that it prints. */
const start = (args: string[]) => {
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  return async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null);
      if (found) return found[1] ?? found[0];
      await once(reader, 'line');
    }
  };
};

test('packed and installed in an empty folder, it runs a ten-line Bolt app in its page, and says why it refuses', async () => {
  npm(PACKAGE, 'pack', '--pack-destination', project);
  const [tarball = ''] = readdirSync(project);
  const packed = execFileSync('tar', ['-tf', tarball], { cwd: project, encoding: 'utf8' }).split('\n');
  expect(packed.filter((file) => /\.(ts|test\.js)$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
  expect(packed).toEqual(
    expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/RULES.md']),
  );
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'app.js'), APP);
  const { version } = JSON.parse(
    execFileSync('cat', [join(ROOT, 'node_modules/@slack/bolt/package.json')], { encoding: 'utf8' }),
  );
  npm(project, 'install', '--no-audit', '--no-fund', `./${tarball}`, `@slack/bolt@${version}`);

  const port = String(await freePort(0));
  const printed = start([
    'node_modules/.bin/local-slack',
    ...['--port', '0', '--app', `http://127.0.0.1:${port}`, '--name', 'Ten lines'],
  ]);
  const url = await printed(/Open\s+(\S+)/);
  const tokens = [await printed(/Its bot token\s+(\S+)/), await printed(/signing secret\s+(\S+)/)];
  const said = start(['app.js', port, `${url}/api/`, ...tokens]);
  await said(/^ready$/);

  const html = await (await fetch(url)).text();
  const script = /src="(\/[\w.-]+\.js)"/.exec(html)?.[1] ?? '';
  expect((await fetch(`${url}${script}`)).headers.get('content-type')).toContain('text/javascript');

  const type = (command: string) =>
    fetch(`${url}/_play/command`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as: SARA, channel: FRONT_DESK, command, text: '' }),
    });
  const read = async <T>(path: string): Promise<T> =>
    (await fetch(`${url}/_play/${path}`)).json() as Promise<T>;
  await type('/hello');
  await expect
    .poll(async () => (await read<Snapshot>(`snapshot?as=${SARA}&since=0`)).messages.map(({ text }) => text))
    .toContain('Hello from Bolt');

  await type('/shout');
  await said(/^refused invalid_blocks$/);
  const refused = (await read<Exchange[]>('exchanges')).find(({ what }) => what === 'chat.postMessage');
  expect(refused?.broken).toEqual([
    {
      rule: 'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
      source: 'https://docs.slack.dev/reference/block-kit/blocks/section-block',
    },
  ]);
});
