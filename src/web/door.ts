import type { RequestListener } from 'node:http';
import { refuseUnread } from './refuse-unread.ts';

/** A year: browsers then come by https alone, whatever address they are given. */
const ONLY_BY_HTTPS = 'max-age=31536000';

export interface DoorDependencies {
  /** As routes are written: `/callbacks/:token`, `/pictures/:token.png`. */
  paths: readonly string[];
  publicUrl: string | null;
}

/**
 * Lets through what is asked for by a path of ours, letter for letter. Bolt resolves `..`, and takes `/METRICS/` for
 * `/metrics`: a proxy that closes a path to the public would then have closed less than it says.
 */
export const openDoor = ({ paths, publicUrl }: DoorDependencies) => {
  const ours = new RegExp(`^(?:${paths.map(writeShape).join('|')})$`);
  const isByHttps = publicUrl?.startsWith('https:') ?? false;
  return (listen: RequestListener): RequestListener =>
    (request, response) => {
      if (isByHttps) response.setHeader('strict-transport-security', ONLY_BY_HTTPS);
      const [path = ''] = (request.url ?? '').split('?', 1);
      if (ours.test(path) && isPlain(path)) listen(request, response);
      else refuseUnread(response, 404);
    };
};

function writeShape(path: string): string {
  return path
    .split('/')
    .map((step) => {
      const [, end = null] = /^:\w+(.*)$/.exec(step) ?? [];
      return end === null ? asPattern(step) : `[^/]+${asPattern(end)}`;
    })
    .join('/');
}

const asPattern = (text: string): string => text.replace(/\W/g, '\\$&');

/** Means what it says: no step of it leads up or nowhere, however that is written. */
function isPlain(path: string): boolean {
  return URL.canParse(path, 'http://app.invalid') && new URL(path, 'http://app.invalid').pathname === path;
}
