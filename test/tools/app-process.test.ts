import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppProcess } from '../../tools/app-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-process-'));
});
afterAll(() => rm(folder, { recursive: true }));

const writeEntry = async (name: string, code: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, code);
  return path;
};
const STAYS = `console.log(JSON.stringify({ msg: 'Paylink is ready' })); setInterval(() => {}, 1e6);`;

test('the app is started, stopped and started again, and every end is reported', async () => {
  const happened: string[] = [];
  const env = () => ({ STARTED: String(happened.push('start')) });
  const app = createAppProcess(env, () => {}, await writeEntry('stays.mjs', STAYS));
  app.onEnd(() => happened.push('end'));
  expect(app.isRunning()).toBe(false);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await app.start();
    expect(app.isRunning()).toBe(true);
    await app.stop(signal);
    expect(app.isRunning()).toBe(false);
  }
  await app.stop();
  expect(happened).toEqual(['start', 'end', 'start', 'end']);
});

test('a process that ends before it is ready is reported with its output', async () => {
  const code = `console.error('PORT must be a port number'); process.exit(78);`;
  const entry = await writeEntry('ends.mjs', code);
  const app = createAppProcess({}, () => {}, entry);
  await expect(app.start()).rejects.toThrow(/78:\s+PORT must be a port number/);
  expect(app.isRunning()).toBe(false);
});
