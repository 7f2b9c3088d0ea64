import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The compiler leaves what it made of a file that has moved since, and such a leftover may still be imported.
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist');
const sources = { '.d.ts': '.ts', '.js.map': '.ts', '.js': '.ts' };

for (const path of existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []) {
  const compiled = Object.entries(sources).find(([ending]) => path.endsWith(ending));
  // What is made of the compiled files looks after itself.
  if (!compiled || path.startsWith('paylink/')) continue;
  const [ending, source] = compiled;
  if (!existsSync(join(root, path.slice(0, -ending.length) + source))) rmSync(join(dist, path));
}
