import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startStandIn } from '../tools/stand-in.ts';

const urlOf = (file: string) =>
  JSON.stringify(fileURLToPath(new URL(`../dist/src/${file}.js`, import.meta.url)));

/** Logs a line, and when its input ends as many more as `lines`, and exits with 3. */
const SCRIPT = `
  const { createLog, openStandardOutput } = await import(${urlOf('log')});
  const log = createLog('info', openStandardOutput());
  log.info('ready');
  process.stdin.resume().on('end', () => {
    for (let line = 0; line < 3_000; line += 1) log.warn({ line, at: 'x'.repeat(500) }, 'Slack is not reached');
    log.fatal('over');
    process.exit(3);
  });`;

const start = async () => {
  const child = startStandIn(['--input-type=module', '-e', SCRIPT]);
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  await once(child.stdout, 'data');
  return { child, lines };
};

test('a process whose log nobody reads any more ends', async () => {
  const { child } = await start();
  child.stdout.destroy();
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('a process that stops while its log is read leaves all of its lines', async () => {
  const { child, lines } = await start();
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([3, null]);
  const messages = lines
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(messages.filter((message) => message === 'Slack is not reached')).toHaveLength(3_000);
  expect(messages.at(-1)).toBe('over');
});
