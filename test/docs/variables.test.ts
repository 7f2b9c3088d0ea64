import { expect, test } from 'vitest';
import { ENVIRONMENT_NAMES, KNOWN_NAMES, SECRETS } from '../../src/config/variables.ts';
import { readCode, readDocs, readFile } from './read-docs.ts';

/** Tests have a database of their own. */
const OURS = /\b(?!TEST_)(?:(?:PAYLINK|SLACK)_[A-Z_]*[A-Z]|[A-Z_]+_(?:URL|PORT|DIR|DAYS))\b/g;

test('.env.example names each variable that is read once, and no other', () => {
  const named = [...readFile('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual(ENVIRONMENT_NAMES.toSorted());
});

test('.env.example lists the secrets that can stand in a file', () => {
  const [, listed = ''] =
    /such as SLACK_BOT_TOKEN_FILE:\n((?:# .*\n)+)\n/.exec(readFile('.env.example')) ?? [];
  expect(listed.match(/[A-Z_]{2,}/g)?.sort()).toEqual(SECRETS.toSorted());
});

test('no text names a variable of ours that there is not', () => {
  const named = readDocs().flatMap(({ path, text }) =>
    readCode(text)
      .flatMap((code) => code.match(OURS) ?? [])
      .filter((name) => !KNOWN_NAMES.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(named).toEqual([]);
});
