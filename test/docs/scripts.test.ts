import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readDocs, readFile } from './read-docs.ts';

const scripts = Object.keys(packageJson.scripts);
const docs = readDocs();

/** `npm run [options] name`, and the two that npm has words of its own for. */
const namedIn = (text: string): string[] => [
  ...[...text.matchAll(/npm run (?:--?[a-z]+ )*([a-z][a-z:]*)/g)].map((match) => match[1] ?? ''),
  ...[...text.matchAll(/npm (test|start)\b/g)].map((match) => match[1] ?? ''),
];

test('every script that a text names is there', () => {
  const missing = docs.flatMap(({ path, text }) =>
    namedIn(text)
      .filter((name) => !scripts.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every script is named in the README or in CONTRIBUTING', () => {
  const named = docs
    .filter(({ path }) => path === 'README.md' || path === 'CONTRIBUTING.md')
    .flatMap(({ text }) => namedIn(text));
  // Run by npm before the script whose name follows.
  const own = scripts.filter((name) => !(name.startsWith('pre') && scripts.includes(name.slice(3))));
  expect(own.filter((name) => !named.includes(name))).toEqual([]);
});

test('the long form of each test that has one is run by a script', () => {
  const named = Object.values(packageJson.scripts)
    .filter((script) => script.includes('LONG_TESTS=1'))
    .flatMap((script) => script.split(' ').filter((word) => word.startsWith('test/')));
  const long = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => `test/${file}`)
    .filter((file) => /env\[.LONG_TESTS.\]/.test(readFile(file)));
  expect(long.length).toBeGreaterThan(5);
  expect(long.filter((file) => !named.some((word) => file.startsWith(word)))).toEqual([]);
});

test('what npm test leaves out is run before a change is taken', () => {
  expect(packageJson.scripts['test:whole']).toBe('WHOLE_SUITE=1 npm test');
  expect(readFile('.ci/run')).toMatch(/^WHOLE_SUITE=1 npm test$/m);
});
