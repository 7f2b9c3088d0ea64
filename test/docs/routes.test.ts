import { expect, test } from 'vitest';
import { readCode, readDocs, readFile, readSources, readTables } from './read-docs.ts';

/** Written as in the code, `/callbacks/:token`. */
const ofApp = [
  ...new Set(
    readSources().flatMap(({ text }) => [
      ...[...text.matchAll(/\bpath: '(\/[^']*)'/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/\broute\('[A-Z]+', '(\/[^']*)'/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/\bendpoints: \['(\/[^']*)'\]/g)].map((match) => match[1] ?? ''),
    ]),
  ),
].sort();

const asInCode = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
const pathsIn = (text: string) =>
  [...text.matchAll(/(?:GET|POST|PUT) (\/[\w/{}.-]+)/g)].map((match) => asInCode(match[1] ?? ''));

test('docs/deploy.md lists every address that the app answers at, and no other', () => {
  const cells = readTables(readFile('docs/deploy.md'), 'address').map(([cell]) => cell ?? '');
  expect([...new Set(cells.flatMap(pathsIn))].sort()).toEqual(ofApp);
});

test('an address that a text names is one of the app', () => {
  const known = ofApp.map((path) => path.replace(/:\w+$/, ''));
  const lost = readDocs().flatMap(({ path, text }) =>
    readCode(text)
      .flatMap(
        (code) => code.match(/(?<![\w.}>/])\/(?:slack|callbacks|healthz|readyz|metrics)\b[\w/-]*/g) ?? [],
      )
      .filter((name) => !known.includes(name) && !known.includes(`${name}/`) && !ofApp.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(lost).toEqual([]);
});
