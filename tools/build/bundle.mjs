import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

// Bundles the app with its packages: one file for what a start loads, and one for each lazily loaded part. Finding
// and compiling more than a thousand files is half the cost of a start.
const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = at('dist/paylink');
const entry = at('dist/paylink/index.js');
const madeOf = ['dist/src/.tsbuildinfo', 'package-lock.json', 'tools/build/bundle.mjs'].map(at);

const writtenAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : Number.POSITIVE_INFINITY);
const isNew = existsSync(entry) && madeOf.every((path) => writtenAt(path) < writtenAt(entry));

if (!isNew) {
  const bundle = await rolldown({
    input: at('dist/src/index.js'),
    platform: 'node',
    // The compiler has read its settings already; the one of the root names folders that an image does not have.
    tsconfig: false,
    // Packages with native code stay in node_modules.
    external: ['libsql', 'pg-native'],
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
}
