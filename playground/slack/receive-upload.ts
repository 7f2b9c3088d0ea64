import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadMethod } from './slack-faults.ts';
import type { World } from './slack-world.ts';

/** The bytes of an announced file, raw or as the one file of a form. */
export const receiveUpload = async (
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
