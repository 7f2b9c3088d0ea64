import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readFile } from './read-docs.ts';

test('docs/security.md names each package that runs in the app, at its version, and no other', () => {
  const [, table = ''] = readFile('docs/security.md').split('## Dependencies');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => {
    const [, names = '', versions = ''] = row.split('|');
    const ranges = versions.trim().split(', ');
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name], at) => [name, ranges[at]]);
  });
  expect(Object.fromEntries(named)).toEqual(packageJson.dependencies);
  expect(named).toHaveLength(Object.keys(packageJson.dependencies).length);
});
