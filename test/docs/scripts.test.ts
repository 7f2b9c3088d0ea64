import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT, readDocs, readFile } from './read-docs.ts';

const scripts = Object.keys(packageJson.scripts);
const docs = readDocs();

/** `npm run [options] name`, and the two that npm has words of its own for. */
const namedIn = (text: string): string[] => [
  ...[...text.matchAll(/npm run (?:--?[a-z]+ )*([a-z][a-z:-]*)/g)].map((match) => match[1] ?? ''),
  ...[...text.matchAll(/npm (test|start)\b/g)].map((match) => match[1] ?? ''),
];

test('every script is named in a text', () => {
  const named = docs.flatMap(({ text }) => namedIn(text));
  // Run by npm before the script whose name follows.
  const commands = [...scripts, 'pack'];
  const own = scripts.filter((name) => !(name.startsWith('pre') && commands.includes(name.slice(3))));
  expect(own.filter((name) => !named.includes(name))).toEqual([]);
});

test('the whole suite runs before a change is taken', () => {
  expect(packageJson.scripts['test:whole']).toBe('WHOLE_SUITE=1 npm test');
  expect(readFile('.ci/run')).toMatch(/^CHANGED_TOOLS_ONLY=1 WHOLE_SUITE=1 npm test -- "\$@"$/m);
});

test('what a script imports is there, or is built', () => {
  const importing = ['test', 'tools', 'packages'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mjs') && !file.includes('node_modules'))
      .map((file) => new URL(`${folder}/${file}`, ROOT)),
  );
  const missing = importing.flatMap((script) =>
    [...readFileSync(script, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, path = '']) => new URL(path, script))
      // What the mutation tool needs is installed when it runs.
      .filter((path) => !existsSync(path) && !path.pathname.includes('/node_modules/')),
  );
  expect(missing.map(({ pathname }) => pathname)).toEqual([]);
});
