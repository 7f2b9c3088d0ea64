import { expect, test } from 'vitest';
import { codeOf, readCode, readDocs, readFile, readTables } from './read-docs.ts';

const METRIC = /\b(?:paylink|process|nodejs)_[a-z0-9_]*(?<!_)\b/g;

const explained = readTables(readFile('docs/reference.md'), 'metric').map(([name]) => codeOf(name));

const isExplained = (name: string) => explained.includes(name.replace(/_(?:bucket|sum|count)$/, ''));

test('a metric that any text names is in docs/reference.md', () => {
  const lost = readDocs().flatMap(({ path, text }) =>
    readCode(text)
      .flatMap((code) => code.match(METRIC) ?? [])
      .filter((name) => !isExplained(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(lost).toEqual([]);
});

test('each alert watches metrics that exist, and says what is wrong', () => {
  const [, ...alerts] = readFile('docs/deploy/alerts.yml').split('- alert: ');
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) {
    const [, condition = ''] = /^ +expr: (.*)$/m.exec(alert) ?? [];
    const names = condition.match(METRIC) ?? [];
    expect(names.length > 0 || condition.startsWith('up{'), alert).toBe(true);
    expect(names.filter((name) => !isExplained(name))).toEqual([]);
    expect(alert).toMatch(/^ +labels: \{ severity: (?:page|ticket) \}$/m);
    expect(alert).toMatch(/^ +summary: [A-Z“].*\.$/m);
  }
});
