import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describePackages } from './notices.mjs';

// Bundles the app and its commands with their packages: one file for what a start loads, and one for each lazily loaded
// part. Finding and compiling more than a thousand files is half the cost of a start.
const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = at('dist/paylink');
// Written last.
const notices = at('dist/paylink/THIRD-PARTY.txt');
const madeOf = [
  'dist/src/.tsbuildinfo',
  'package.json',
  'package-lock.json',
  'tools/build/bundle.mjs',
  'tools/build/notices.mjs',
].map(at);

const writtenAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : Number.POSITIVE_INFINITY);
const isNew = existsSync(notices) && madeOf.every((path) => writtenAt(path) < writtenAt(notices));

if (!isNew) {
  // These have native code. They are installed with the bundle; what is in it stands in `devDependencies`.
  const outside = Object.keys(JSON.parse(readFileSync(at('package.json'), 'utf8')).dependencies);
  const bundle = await rolldown({
    input: { index: at('dist/src/index.js'), cli: at('dist/src/cli.js') },
    platform: 'node',
    // The compiler has read its settings already; the one of the root names folders that an image does not have.
    tsconfig: false,
    external: outside,
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // V8 keeps a file with a character beyond Latin-1 as two bytes for each, and scans it slower.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(folder)) if (!written.has(name)) rmSync(at(`dist/paylink/${name}`));
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(notices, describePackages({ modules, root: at('.') }));
}
