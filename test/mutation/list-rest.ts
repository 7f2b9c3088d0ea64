import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const list = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .sort();

/** Tests with several processes, a browser or the whole app are too slow to run once per fault. */
export const SLOW = /stand-in\.ts'|playwright|chromium|start-paylink|start-many/;

const importsOf = (file: string, text: string) =>
  [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path = '']) =>
    relative(ROOT, join(ROOT, dirname(file), path)),
  );

/**
 * Every file of the app that is not in `mutated-files.json`, with the quick tests that import it, or otherwise its
 * room's.
 */
export const listRest = (): Record<string, string[]> => {
  const held: object = JSON.parse(read('test/mutation/mutated-files.json'));
  const tests = list('test')
    .filter((file) => file.endsWith('.test.ts') && !/^test\/(browser|crash|container)\//.test(file))
    .map((file) => ({ file, text: read(file) }))
    .filter(({ text }) => !SLOW.test(text))
    .map(({ file, text }) => ({ file, imports: new Set(importsOf(file, text)) }));
  const testsOf = (file: string): string[] => {
    const own = tests.filter(({ imports }) => imports.has(file));
    const [, room = ''] = file.split('/');
    const ofRoom = tests.filter((test) => test.file.startsWith(`test/${room}/`));
    return (own.length > 0 ? own : ofRoom).map((test) => test.file);
  };
  return Object.fromEntries(
    list('src')
      .filter((file) => file.endsWith('.ts') && !(file in held))
      .map((file) => [file, testsOf(file)]),
  );
};
