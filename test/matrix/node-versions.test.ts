import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import versions from './node-versions.json' with { type: 'json' };

const numbersOf = (version: string) => version.split('.').map(Number);

test('the matrix starts with the oldest Node that engines allows, in ascending order', () => {
  expect(`>=${versions[0]}`).toBe(manifest.engines.node);
  const majors = versions.map((version) => numbersOf(version)[0] ?? 0);
  expect(majors).toEqual([...new Set(majors)].toSorted((a, b) => a - b));
});
