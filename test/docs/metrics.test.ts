import { expect, test } from 'vitest';
import { codeOf, readCode, readDocs, readFile, readTables } from './read-docs.ts';

const explained = readTables(readFile('docs/reference.md'), 'metric').map(([name]) => codeOf(name));

test('a metric that any text names is in docs/reference.md', () => {
  const lost = readDocs().flatMap(({ path, text }) =>
    readCode(text)
      .flatMap((code) => code.match(/\b(?:paylink|process|nodejs)_[a-z0-9_]*(?<!_)\b/g) ?? [])
      .filter((name) => !explained.includes(name.replace(/_(?:bucket|sum|count)$/, '')))
      .map((name) => `${path}: ${name}`),
  );
  expect(lost).toEqual([]);
});
