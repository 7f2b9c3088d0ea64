import { expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { ENVIRONMENT_NAMES } from '../../src/config/variables.ts';
import { readFile, readTables } from './read-docs.ts';

const unit = readFile('docs/deploy/paylink.service');
const kubernetes = readFile('docs/deploy/kubernetes.yaml');
const proxies = ['docs/deploy/nginx.conf', 'docs/deploy/Caddyfile'].map(readFile);
const addresses = readTables(readFile('docs/deploy.md'), 'address');
const app = readFile('src/run-process.ts');

/** A constant of the process, without the underscores. */
const constantOf = (name: string) =>
  Number(new RegExp(`${name} = ([\\d_]+)`).exec(app)?.[1]?.replaceAll('_', ''));
const of = (text: string, setting: RegExp) => setting.exec(text)?.[1] ?? '';

test('a wrong environment is not started again, as far as the tool can tell', () => {
  expect(of(unit, /^RestartPreventExitStatus=(.*)$/m)).toBe(String(new ConfigError([]).exitCode));
});

test.each([
  ['systemd', of(unit, /^TimeoutStopSec=(\d+)$/m)],
  ['Kubernetes', of(kubernetes, /terminationGracePeriodSeconds: (\d+)/)],
  ['compose', of(readFile('compose.yaml'), /stop_grace_period: (\d+)s/)],
])('%s waits longer than the app takes to stop', (_, seconds) => {
  const stopsWithin = constantOf('STOP_WITHIN_MS');
  expect(stopsWithin).toBeGreaterThan(constantOf('LEAVE_FOR_MS'));
  expect(Number(seconds) * 1_000).toBeGreaterThan(stopsWithin);
});

test('what they start, and the variables that they set, are Paylink’s', () => {
  const started = of(unit, /^ExecStart=\/usr\/bin\/node (\S+)$/m);
  expect(readFile('Dockerfile')).toContain(`CMD ["node", "${started}"]`);
  const set = [
    ...of(unit, /^Environment=(.*)$/m).split(' '),
    ...[...kubernetes.matchAll(/- \{ name: ([A-Z_]+), value/g)].map(([, name = '']) => name),
  ].map((pair) => pair.split('=')[0] ?? '');
  const others = ['NODE_ENV', 'MALLOC_ARENA_MAX'];
  expect(set.filter((name) => !ENVIRONMENT_NAMES.includes(name))).toEqual(others);
});

test('a proxy asks the same instance for readiness every second, and one refusal is enough', () => {
  const [, readiness = ''] = kubernetes.split('readinessProbe:');
  expect(readiness).toMatch(/path: \/readyz.*\n.*periodSeconds: 1\n.*\n.*failureThreshold: 1\n/);
  const probed = [...kubernetes.matchAll(/httpGet: \{ path: ([^,]+), port: http \}/g)].map(
    ([, path]) => path,
  );
  expect(probed).toEqual(['/healthz', '/readyz', '/healthz']);
  const port = (name: string) => of(kubernetes, new RegExp(`name: ${name}, value: "(\\d+)"`));
  expect(kubernetes).toContain(`{ name: http, containerPort: ${port('PORT')} }`);
  expect(kubernetes).toContain(`{ name: metrics, containerPort: ${port('METRICS_PORT')} }`);
  expect(kubernetes).toContain(`prometheus.io/port: "${port('METRICS_PORT')}"`);
});

const pathsOf = (rows: string[][]) =>
  rows.flatMap(([cell = '']) =>
    [...cell.matchAll(/(?:GET|POST) (\/[\w/{}.-]+)/g)].map(([, path = '']) =>
      path.replace(/\{\w+\}/, '3f_-aZ'),
    ),
  );
const isOwn = ([, by = '']: string[]) => by.includes('your own machines');

test('the proxies pass what is called from outside, and nothing else', () => {
  const [one, other] = proxies.map((text) => of(text, /(?:location ~|path_regexp) (\^\S+\$)(?: \{)?$/m));
  expect(one).toBe(other);
  const outside = pathsOf(addresses.filter((row) => !isOwn(row)));
  const own = pathsOf(addresses.filter(isOwn));
  expect([outside.length, own.length]).toEqual([8, 3]);
  const passes = (path: string) => new RegExp(one ?? '').test(path);
  expect(outside.filter((path) => !passes(path))).toEqual([]);
  const closed = [...own, '/', '/slack/events/', '/SLACK/events', '/callbacks/', '/callbacks/a/b', '/slack'];
  expect(closed.filter(passes)).toEqual([]);
  const prefixes = [...kubernetes.matchAll(/path: (\/\w+), pathType: Prefix/g)].map(([, path = '']) => path);
  expect(outside.filter((path) => !prefixes.some((prefix) => path.startsWith(`${prefix}/`)))).toEqual([]);
  expect(own.filter((path) => prefixes.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});
