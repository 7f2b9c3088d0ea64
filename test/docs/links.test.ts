import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCode, readDocs } from './read-docs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const docs = readDocs();

const SOURCES = ['src', 'test', 'packages', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);

const withoutFences = (text: string) => text.replace(/^ *```.*?^ *```/gms, '');

/** As GitHub makes them of headings. */
const anchorsIn = (text: string): string[] =>
  [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const targetsIn = (text: string): string[] =>
  [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');

describe.each(docs)('$path', ({ path, text }) => {
  test('leads to files and headings that are there', () => {
    const lost = targetsIn(text)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const place = file === '' ? path : normalize(join(dirname(path), file));
        if (!existsSync(join(ROOT, place))) return true;
        const there = docs.find((doc) => doc.path === place);
        return anchor !== undefined && !(there && anchorsIn(there.text).includes(anchor));
      });
    expect(lost).toEqual([]);
  });

  test('names only source files that are there', () => {
    const named = readCode(text).filter((code) => /^\w[\w./-]*\.(?:ts|mjs)$/.test(code));
    expect(named.filter((name) => !SOURCES.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });

  test('names no folder of somebody’s machine', () => {
    expect(text).not.toMatch(/(?:^|[\s`"(])\/(?:home|Users|root|work|mnt|opt)\//m);
    expect(text).not.toContain(ROOT);
  });
});

test('every text in docs/ is reached from the README', () => {
  const readme = docs.find(({ path }) => path === 'README.md')?.text ?? '';
  const reached = targetsIn(readme).map((target) => target.split('#')[0]);
  const lost = docs
    .map(({ path }) => path)
    .filter((path) => path.startsWith('docs/') && !reached.includes(path));
  expect(lost).toEqual([]);
});

test('the README has at most 500 words', () => {
  const readme = docs.find(({ path }) => path === 'README.md')?.text ?? '';
  expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(500);
});
