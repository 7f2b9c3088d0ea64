import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { guessMimetype, shownImages } from './files.ts';
import { readPermalink } from './permalink.ts';
import { copyPath } from './pictures.ts';
import { handleResponseUrl, responsePath } from './response-urls.ts';
import { isForHere, readBody } from './serve-locally.ts';
import { uploadMethod } from './slack-faults.ts';
import type { World } from './slack-world.ts';
import { uploadPath } from './web-api/file-methods.ts';
import { handleWebApi } from './web-api/handle-web-api.ts';

/** Serves one flat folder of files and nothing else. */
const servePage = async (
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

/** Receives an announced file's bytes, raw or as a form's single file. */
const receiveUpload = async (
  request: IncomingMessage,
  response: ServerResponse,
  { secret, body }: { secret: string; body: Buffer },
  world: World,
): Promise<void> => {
  const file = world.files.findBySecret(secret);
  const call = { method: uploadMethod, args: { filename: file?.name } };
  world.onCall({ ...call, when: 'arrived' });
  const fault = world.faults.take(uploadMethod);
  if (fault?.delayMs) await delay(fault.delayMs);
  if (fault?.dropBeforeWork) {
    response.socket?.destroy();
    return;
  }
  const bytes = await readFileBytes(request, body);
  const fits = file?.declaredLength === bytes.length ? 200 : 400;
  const status = fault?.status ?? (file && !file.uploaded ? fits : 404);
  const isDone = status === 200 || fault?.afterWork || fault?.dropAfterWork;
  if (file && !file.uploaded && fits === 200 && isDone) world.files.upload(file, bytes);
  world.journal.add({
    direction: 'app-to-slack',
    what: 'file upload',
    status,
    durationMs: 0,
    request: { bytes: body.length },
    answer: status === 200 ? 'OK' : 'refused',
  });
  if (fault?.dropAfterWork) {
    response.socket?.destroy();
    return;
  }
  if (status === 200) response.once('finish', () => world.onCall({ ...call, when: 'answered' }));
  response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 200 ? 'OK' : 'refused');
};

async function readFileBytes(request: IncomingMessage, body: Buffer): Promise<Buffer> {
  const contentType = request.headers['content-type'] ?? '';
  if (!contentType.startsWith('multipart/form-data')) return body;
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  for (const [, value] of form) if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  return Buffer.alloc(0);
}

interface ServerParts {
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
    // Slack answers with its sign-in page.
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>');
    return;
  }
  response.writeHead(200, {
    'content-type': file.mimetype,
    'x-content-type-options': 'nosniff',
    // Only images are shown inline: an uploaded document must not run in the page's origin.
    ...(shownImages.includes(file.mimetype)
      ? {}
      : { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}` }),
  });
  response.end(file.bytes);
}
