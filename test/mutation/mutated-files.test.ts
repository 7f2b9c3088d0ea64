import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SLOW } from './list-rest.ts';
import files from './mutated-files.json' with { type: 'json' };
import survivors from './survivors.json' with { type: 'json' };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every mutated file exists and has quick tests', () => {
  for (const [file, tests] of Object.entries(files)) {
    expect(read(file).length, file).toBeGreaterThan(0);
    expect(tests.length, file).toBeGreaterThan(0);
    for (const path of tests) expect(read(path), path).not.toMatch(SLOW);
  }
});

test('every listed survivor can still be planted, and says why it goes unnoticed', () => {
  for (const [file, explained] of Object.entries(survivors)) {
    expect(Object.keys(files)).toContain(file);
    const lines = read(file)
      .split('\n')
      .map((line) => line.trim());
    for (const [why, mutants] of Object.entries(explained)) {
      expect(why).toMatch(/\.$/);
      for (const line of Object.keys(mutants)) expect(lines, file).toContain(line);
    }
  }
});
