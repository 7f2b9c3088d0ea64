import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { guessMimetype, shownImages } from './files.ts';
import { readPermalink } from './permalink.ts';
import { copyPath } from './pictures.ts';
import { PLAY_PATH } from './play-routes.ts';
import { handleResponseUrl, responsePath } from './response-urls.ts';
import { createLocalServer, type LocalRequest } from './serve-locally.ts';
import { uploadMethod } from './slack-faults.ts';
import type { World } from './slack-world.ts';
import { uploadPath } from './web-api/file-methods.ts';
import { handleWebApi } from './web-api/handle-web-api.ts';

/** Nothing from elsewhere runs in the page, except the panels at the address that it was given. */
const buildPolicy = (panels: string | null): string => {
  const origin = panels === null ? '' : ` ${new URL(panels).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${origin}`,
    `style-src 'self' 'unsafe-inline'${origin}`,
    "img-src 'self' data: http: https:",
    `connect-src 'self'${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
};

/** Serves one flat folder of files and nothing else. */
const servePage = async (
  response: ServerResponse,
  path: string,
  folders: (URL | string)[],
  policy: string,
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
        'content-security-policy': policy,
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
  play: (incoming: LocalRequest) => Promise<void>;
  /** A picture file. */
  icon: URL | string;
  /** Address of the panels’ script. */
  panels: string | null;
}

export const createHttpServer = ({ world, pageDirs, play, icon, panels }: ServerParts): Server => {
  const policy = buildPolicy(panels);
  return createLocalServer(world, (incoming) => {
    const { request, response, path, query, body } = incoming;
    const rest = (start: string): string | null => (path.startsWith(start) ? path.slice(start.length) : null);
    const name = rest('/api/');
    if (name !== null) return handleWebApi(request, response, { name, body, query }, world);
    if (path.startsWith(PLAY_PATH)) return play(incoming);
    const upload = rest(uploadPath);
    if (upload !== null) return receiveUpload(request, response, { secret: upload, body }, world);
    const secret = rest(responsePath);
    if (secret !== null) return handleResponseUrl(response, { secret, body }, world);
    const place = readPermalink(path, query);
    if (place !== null) return void response.writeHead(302, { location: `/#${place}` }).end();
    const file = rest('/files/');
    if (file !== null)
      return sendFile(response, file.replace(/\/download$/, ''), request.headers.authorization, world);
    const copy = rest(copyPath);
    if (copy !== null) return sendCopy(response, copy, world);
    if (path === '/app-icon') return sendIcon(response, icon);
    return servePage(response, path, pageDirs, policy);
  });
};

async function sendIcon(response: ServerResponse, icon: URL | string): Promise<void> {
  response.writeHead(200, {
    'content-type': guessMimetype(String(icon)),
    'x-content-type-options': 'nosniff',
  });
  response.end(await readFile(icon));
}

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
