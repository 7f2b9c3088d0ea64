import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// The compiler makes the scripts of a page; this copies its HTML, styles and pictures next to them.
const [from = '', to = ''] = process.argv.slice(2);
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from))
  if (/\.(html|css|svg)$/.test(name)) copyFileSync(join(from, name), join(to, name));
