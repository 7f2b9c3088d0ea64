import { readFileSync } from 'node:fs';
import type { Answer } from './answer.ts';

/** Where the compiler puts the scripts of `panels/`, and those of the page that they import. */
const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../../', import.meta.url);
const SERVED = /^\/((?:tools\/sandbox\/panels|packages\/local-slack\/src\/page)\/[\w-]+\.(js|css))$/;

/** Path of the script that adds the sandbox's panels to the page of the local Slack. */
export const PANELS_PATH = '/tools/sandbox/panels/panels.js';

/** The scripts of the panels; undefined for other paths. */
export const servePanels = (path: string): Answer | undefined => {
  const [, file, ending] = SERVED.exec(path) ?? [];
  if (file === undefined) return undefined;
  return {
    status: 200,
    contentType: ending === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    // A page of another address imports them; they hold no secret.
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' },
    body: readFileSync(new URL(file, BUILT), 'utf8'),
  };
};
