import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KNOWN_NAMES } from '../../src/config/variables.ts';
import {
  buildStandInEnvironment,
  nameStandInDatabase,
  runStandIn,
  startStandIn,
} from '../../tools/stand-in.ts';
import vitestConfig from '../../vitest.config.ts';

const NAME = nameStandInDatabase('test');

test.each([
  ['a database of its own', `postgres://u@localhost/${NAME}`],
  ['a schema of its own', `postgres://u@localhost/postgres?options=-csearch_path%3D${NAME}`],
  [
    'a schema of its own, among other options',
    `postgres://u@localhost/postgres?options=${encodeURIComponent(`-c search_path=${NAME} -c synchronous_commit=off`)}`,
  ],
])('%s is taken', (_, DATABASE_URL) => {
  expect(buildStandInEnvironment({ DATABASE_URL })).toMatchObject({ DATABASE_URL });
});

test.each([
  ['of somebody', 'postgres://paylink:hunter2@db.example.com:5432/paylink'],
  ['without a name', 'postgres://localhost'],
  ['that only another option names', `postgres://localhost/paylink?application_name=${NAME}`],
  [
    'with a schema that others see, too',
    `postgres://localhost/paylink?options=-csearch_path%3D${NAME},public`,
  ],
])('a database %s is refused before anything starts, and its address is not said', (_, DATABASE_URL) => {
  expect(() => startStandIn(['-e', ''], { env: { DATABASE_URL } })).toThrow(/was not made for this/);
  expect(() => buildStandInEnvironment({ DATABASE_URL })).not.toThrow(/hunter2|example/);
});

test('a process gets the given environment and nothing else, in an empty folder that goes with it', async () => {
  const look = `console.log(JSON.stringify({ env: process.env, folder: process.cwd(), files: fs.readdirSync('.') }))`;
  const { code, stdout } = await runStandIn(['-e', look], { env: { SLACK_BOT_TOKEN: 'xoxb-playground' } });
  const { env, folder, files } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(env).toEqual({
    PATH: process.env['PATH'],
    TMPDIR: expect.any(String),
    PAYLINK_ENV_FILE: 'off',
    SLACK_BOT_TOKEN: 'xoxb-playground',
  });
  expect(files).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test('the tests themselves know no setting of a Paylink of this machine', () => {
  const known = KNOWN_NAMES.filter((name) => process.env[name] !== undefined);
  expect(known).toEqual(['PAYLINK_ENV_FILE']);
});

test('Vite reads no .env for the tests', async () => {
  const config = await vitestConfig({ command: 'serve', mode: 'test' });
  for (const part of [config, ...(config.test?.projects ?? [])])
    expect(part).toMatchObject({ envDir: false });
});
