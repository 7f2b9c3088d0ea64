import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { handleResponseUrl } from './handle-response-url.ts';
import { readPermalink } from './permalink.ts';
import { shownImages } from './picture-type.ts';
import { isForHere, readBody } from './read-body.ts';
import { receiveUpload } from './receive-upload.ts';
import { responsePath } from './response-urls.ts';
import { servePage } from './serve-page.ts';
import { copyPath } from './slack-pictures.ts';
import type { World } from './slack-world.ts';
import { uploadPath } from './web-api/file-methods.ts';
import { handleWebApi } from './web-api/handle-web-api.ts';

export interface ServerParts {
  world: World;
  pageDirs: (URL | string)[];
  play: (
    request: IncomingMessage,
    response: ServerResponse,
    call: { name: string; body: Buffer; query: URLSearchParams },
  ) => Promise<void>;
}

export const createHttpServer = ({ world, pageDirs, play }: ServerParts): Server => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isForHere(request, world.baseUrl())) {
      response.writeHead(403).end();
      return;
    }
    const url = new URL(request.url ?? '/', world.baseUrl());
    const body = await readBody(request);
    if (body === null) {
      response.writeHead(413).end();
      return;
    }
    const { pathname: path, searchParams: query } = url;
    if (path.startsWith('/api/'))
      return handleWebApi(request, response, { name: path.slice(5), body, query }, world);
    if (path.startsWith('/_play/')) return play(request, response, { name: path.slice(7), body, query });
    if (path.startsWith(uploadPath)) {
      return receiveUpload(request, response, { secret: path.slice(uploadPath.length), body }, world);
    }
    if (path.startsWith(responsePath)) {
      return handleResponseUrl(response, { secret: path.slice(responsePath.length), body }, world);
    }
    const place = readPermalink(path, query);
    if (place !== null) {
      response.writeHead(302, { location: `/#${place}` }).end();
      return;
    }
    if (path.startsWith('/files/'))
      return sendFile(
        response,
        path.slice(7).replace(/\/download$/, ''),
        request.headers.authorization,
        world,
      );
    if (path.startsWith(copyPath)) return sendCopy(response, path.slice(copyPath.length), world);
    if (await servePage(response, path, pageDirs)) return;
    response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here\n');
  };

  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`local Slack: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
};

function sendCopy(response: ServerResponse, id: string, { pictures }: World): void {
  const copy = pictures.find(id);
  if (copy === undefined) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, { 'content-type': copy.mimetype, 'x-content-type-options': 'nosniff' })
    .end(copy.bytes);
}

function sendFile(
  response: ServerResponse,
  id: string,
  authorization: string | undefined,
  { files, access }: World,
): void {
  const file = files.find(id);
  if (!file?.completed || file.deletedAs !== null) {
    response.writeHead(404).end();
    return;
  }
  const may = access.grantOf(authorization?.replace(/^Bearer /, '') ?? '')?.scopes.includes('files:read');
  if (file.givenBy !== null && !may) {
    // Slack answers with the page on which people sign in.
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>');
    return;
  }
  response.writeHead(200, {
    'content-type': file.mimetype,
    'x-content-type-options': 'nosniff',
    // Shown in the page: pictures only. An uploaded document must not run beside the page's own script.
    ...(shownImages.includes(file.mimetype)
      ? {}
      : { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}` }),
  });
  response.end(file.bytes);
}
