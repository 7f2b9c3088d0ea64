import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The compiler does not remove the output of files that have moved, and something may still import it.
const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
const sources = { '.d.ts': '.ts', '.js.map': '.ts', '.js': '.ts' };

for (const path of existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []) {
  const compiled = Object.entries(sources).find(([ending]) => path.endsWith(ending));
  // The bundler cleans up its own folder.
  if (!compiled || path.startsWith('paylink/')) continue;
  const [ending, source] = compiled;
  if (!existsSync(join(root, path.slice(0, -ending.length) + source))) rmSync(join(dist, path));
}
