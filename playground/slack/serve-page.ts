import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { guessMimetype } from './guess-mimetype.ts';

/** One flat folder of files; nothing else can be named. */
export const servePage = async (
  response: ServerResponse,
  path: string,
  folders: (URL | string)[],
): Promise<boolean> => {
  const name = path === '/' ? 'index.html' : path.slice(1);
  if (!/^[\w-]+(\.[\w-]+)+$/.test(name)) return false;
  for (const folder of folders) {
    const root = typeof folder === 'string' ? folder : fileURLToPath(folder);
    try {
      const bytes = await readFile(`${root.replace(/\/$/, '')}/${name}`);
      response.writeHead(200, {
        'content-type': `${guessMimetype(name)}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      });
      response.end(bytes);
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return false;
};
