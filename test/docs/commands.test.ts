import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readCode, readDocs, SUBCOMMANDS } from './read-docs.ts';

/** Programs of others. What only a person can run of them stands in CONTRIBUTING.md. */
const OUTSIDE = [
  ...['cp', 'printf', 'umask', 'sudo', 'systemctl', 'openssl', 'curl', 'sqlite3'],
  ...['docker', 'kubectl', 'createdb', 'pg_dump', 'pg_restore', 'psql'],
];

const OURS = [
  ...['npm ci', 'npm install', 'npm pack', 'npm test', packageJson.scripts.start],
  ...Object.keys(packageJson.scripts).map((name) => (name === 'start' ? 'npm start' : `npm run ${name}`)),
  ...SUBCOMMANDS.flatMap((name) => [`paylink ${name}`, `node ${packageJson.bin.paylink} ${name}`]),
];

/** As it is listed: without the options of npm itself, and without what follows the name. */
const isOurs = (command: string): boolean => {
  const plain = command.replace(/^npm run (?:--?[a-z]+ )+/, 'npm run ');
  return OURS.some((one) => plain.startsWith(one) && !/^[\w:.-]/.test(plain.slice(one.length)));
};

const split = (lines: string): string[] =>
  lines
    .replaceAll('\\\n', ' ')
    .replace(/(^|\s)#.*$/gm, '')
    .split(/&&|[|;\n]/)
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=\S* +)+/, ''))
    .filter(Boolean);

const docs = readDocs();
const lostIn = (find: (text: string) => string[]): string[] =>
  docs.flatMap(({ path, text }) => find(text).map((command) => `${path}: ${command}`));

test('every program that a fence starts is ours, or known', () => {
  const fences = /^ *```sh\n(.*?)^ *```/gms;
  expect(
    lostIn((text) =>
      [...text.matchAll(fences)]
        .flatMap(([, lines = '']) => split(lines))
        .filter((command) => !['npm', 'node', 'paylink', ...OUTSIDE].includes(command.split(' ')[0] ?? '')),
    ),
  ).toEqual([]);
});

test('every command of ours that a text gives is there', () => {
  expect(
    lostIn((text) =>
      readCode(text)
        .flatMap(split)
        .flatMap((command) => /(?:\b(?:npm|node)|^paylink) [a-z-].*/.exec(command)?.[0] ?? [])
        .filter((command) => !isOurs(command)),
    ),
  ).toEqual([]);
});

test('every fence of commands is marked as such', () => {
  expect(lostIn((text) => text.match(/^ *```(?:bash|shell|console|zsh)$/gm) ?? [])).toEqual([]);
});
