import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { environmentSchema } from '../../src/config/environment.ts';
import { parseCopy, ROOT, readDockerfile } from './read-dockerfile.ts';

const stages = readDockerfile();
const last = stages.at(-1);
const instructions = stages.flatMap((stage) => stage.instructions);
const givenTo = (name: string, within = instructions) =>
  within.filter((instruction) => instruction.name === name).map(({ given }) => given);

test('all stages use one small base image of an exact, supported version, by its digest', () => {
  const [base = '', ...others] = new Set(stages.map((stage) => stage.base));
  expect(others).toEqual([]);
  const [, major, minor] = /^node:(\d+)\.(\d+)\.\d+-slim@sha256:[0-9a-f]{64}$/.exec(base) ?? [];
  const [, least = ''] = /^>=(\d+\.\d+)/.exec(packageJson.engines.node) ?? [];
  expect(Number(`${major}.${minor}`)).toBeGreaterThanOrEqual(Number(least));
  expect(readFileSync(`${ROOT}.nvmrc`, 'utf8').trim()).toBe(major);
});

test('the app runs unprivileged, and no build step follows the user switch', () => {
  const names = last?.instructions.map(({ name }) => name) ?? [];
  expect(givenTo('USER', last?.instructions)).toEqual(['node']);
  expect(names.slice(names.indexOf('USER'))).not.toContain('RUN');
  expect(names.slice(names.indexOf('USER'))).not.toContain('COPY');
});

test('signals reach the app: it is process 1, without a shell or npm before it', () => {
  expect(givenTo('CMD', last?.instructions)).toEqual(['["node", "dist/paylink/index.js"]']);
  expect(givenTo('ENTRYPOINT')).toEqual([]);
  expect(readFileSync(`${ROOT}src/index.ts`, 'utf8')).toMatch(/'SIGTERM'.*process\.once/);
});

test('the health check asks whether the process answers, so that a database that is down restarts nothing', () => {
  const [check = ''] = givenTo('HEALTHCHECK', last?.instructions);
  const [, command = '[]'] = /CMD (\[.*\])$/.exec(check) ?? [];
  const parsed: unknown = JSON.parse(command);
  expect(parsed).toEqual(['node', '-e', expect.stringContaining('/healthz')]);
});

test('every source that is copied exists and passes .dockerignore', () => {
  const ignore = readFileSync(`${ROOT}.dockerignore`, 'utf8').split('\n');
  expect(ignore).toContain('*');
  const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copies = givenTo('COPY').map(parseCopy);
  const sources = copies.filter(({ from }) => from === null).flatMap((copy) => copy.sources);
  for (const source of sources) {
    expect(existsSync(`${ROOT}${source}`), source).toBe(true);
    expect(allowed).toContain(source.replace(/^\.\//, ''));
  }
  expect(allowed.sort()).toEqual([...new Set(sources.map((source) => source.replace(/^\.\//, '')))].sort());
  for (const { from } of copies) if (from !== null) expect(stages.map((stage) => stage.name)).toContain(from);
});

test('the build needs no secret and sets none', () => {
  const secrets = Object.keys(environmentSchema.shape).filter((name) => /KEY|SECRET|TOKEN|URL/.test(name));
  expect(givenTo('ARG')).toEqual(['BUILDKIT_SBOM_SCAN_STAGE=true', 'COMMIT=']);
  for (const { name, given } of instructions) {
    expect(name).not.toBe('ADD');
    for (const secret of secrets) expect(given).not.toContain(secret);
  }
  expect(givenTo('COPY').join(' ')).not.toMatch(/\.env|\s\.\s/);
});

test('installs exactly the lock file, and in the image only what is not in the bundle', () => {
  const runs = stages.flatMap((stage) => givenTo('RUN', stage.instructions));
  expect(runs.filter((run) => run.includes('npm '))).toEqual([
    'npm ci --no-audit --no-fund',
    'npm ci --omit=dev --no-audit --no-fund',
  ]);
  expect(givenTo('RUN', last?.instructions).join()).not.toMatch(/npm|apt|curl/);
});

test('compose keeps both read-only, waits for the database, and holds no password', () => {
  const compose = readFileSync(`${ROOT}compose.yaml`, 'utf8');
  expect(compose.match(/^ {4}read_only: true$/gm)).toHaveLength(2);
  expect(compose).toContain('condition: service_healthy');
  const [, major] = /image: postgres:(\d+)\.\d+-\w+@sha256:[0-9a-f]{64}$/m.exec(compose) ?? [];
  // From 18 on, the image keeps its data in a folder named after the version, below this one.
  expect(Number(major)).toBeGreaterThanOrEqual(18);
  expect(compose).toMatch(/^ {6}- database:\/var\/lib\/postgresql$/m);
  expect(compose.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/g, '')).not.toMatch(/PASSWORD: "[^"]|:\/\/\w+:[^@]/);
});

test('commands in the container of compose use the database of the app', () => {
  const [app = ''] = readFileSync(`${ROOT}compose.yaml`, 'utf8').split('\n  database:\n');
  expect(app).toMatch(/^ {4}environment:\n(?: {6}.*\n)* {6}DATABASE_URL: /m);
  expect(app).not.toContain('command:');
});
