import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';

/** tsc compiles the scripts; this copies the HTML, styles and pictures next to them. */
const from = new URL('.//', import.meta.url);
const to = new URL('../../../../dist/packages/local-slack/src/page/', import.meta.url);
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from)) {
  if (/\.(html|css|svg)$/.test(name)) copyFileSync(new URL(name, from), new URL(name, to));
}
