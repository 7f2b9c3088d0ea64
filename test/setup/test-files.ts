import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** What is imported at run time. */
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?|import\()'(\.[^']+)'/gm;

const IMPORTS = FILES.flatMap((file) =>
  [...readFileSync(join('test', file), 'utf8').matchAll(IMPORT)].map(([, target = '']) => ({
    file,
    target: join(file, '..', target),
  })),
);

/** The tests that load this file of `test/`, themselves or through others. */
export const listTestsWith = (loaded: string): readonly string[] => {
  const reached = new Set([loaded]);
  for (const one of reached) for (const { file, target } of IMPORTS) if (target === one) reached.add(file);
  return onlyTests([...reached], loaded);
};

/** The tests below `test/` whose path begins like one of these. */
export const listTestsAt = (...starts: string[]): readonly string[] =>
  starts.flatMap((start) =>
    onlyTests(
      FILES.filter((file) => file.startsWith(start)),
      start,
    ),
  );

/** Throws where there is none: a list that names a renamed file would silently lose its tests. */
function onlyTests(files: string[], of: string): string[] {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  if (tests.length === 0) throw new Error(`no test is at test/${of} or loads it`);
  return tests;
}
