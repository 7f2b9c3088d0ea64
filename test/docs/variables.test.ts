import { expect, test } from 'vitest';
import { ENVIRONMENT_NAMES } from '../../src/config/config.ts';
import { readCode, readDocs, readFile } from './read-docs.ts';

test('.env.example names each variable that is read once, and no other', () => {
  const named = [...readFile('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual(ENVIRONMENT_NAMES.toSorted());
});

test('no text names a variable of ours that there is not', () => {
  const named = readDocs().flatMap(({ path, text }) =>
    readCode(text)
      .flatMap((code) => code.match(/\b(?:PAYLINK|SLACK)_[A-Z_]*[A-Z]\b/g) ?? [])
      .filter((name) => !ENVIRONMENT_NAMES.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(named).toEqual([]);
});
