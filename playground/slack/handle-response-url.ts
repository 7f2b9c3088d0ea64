import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord, parseJson } from './parse-json.ts';
import { postResponse } from './post-response.ts';
import { SlackFailure } from './slack-failure.ts';
import { responseUrlMethod } from './slack-faults.ts';
import type { World } from './slack-world.ts';
import { fail } from './web-api/method.ts';

/** A post to a `response_url`: a new message, or the original replaced or deleted. Every refusal is a 404 with a word. */
export const handleResponseUrl = async (
  response: ServerResponse,
  { secret, body }: { secret: string; body: Buffer },
  world: World,
): Promise<void> => {
  const json = parseJson(body.toString('utf8'));
  const fault = world.faults.take(responseUrlMethod, world.connections.isReused(response.socket));
  const finish = (status: number, answer: unknown) => {
    world.journal.addCall({ method: responseUrlMethod, args: isRecord(json) ? json : {}, answer, status });
    world.journal.add({
      direction: 'app-to-slack',
      what: responseUrlMethod,
      status,
      durationMs: 0,
      request: json,
      answer,
    });
    if (status === 0) {
      if (fault?.closedWhileIdle) response.socket?.end();
      else response.socket?.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  if (fault?.delayMs) await delay(fault.delayMs);
  if (fault?.closedWhileIdle) return finish(0, null);
  if (fault?.dropBeforeWork) return finish(0, null);
  const isRefused = fault?.status !== undefined || fault?.error !== undefined;
  if (isRefused && !fault.afterWork) {
    return finish(fault.status ?? 200, { ok: false, error: fault.error ?? 'internal_error' });
  }
  await world.pictures.bring(json);
  const target = world.responseUrls.use(secret);
  if (!target.ok) return finish(404, { ok: false, error: target.error });
  if (!isRecord(json)) return finish(404, { ok: false, error: 'invalid_payload' });
  try {
    postResponse(json, target, world);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    return finish(404, fail(error.code, error.messages));
  }
  if (fault?.dropAfterWork) return finish(0, { ok: true });
  if (isRefused) return finish(fault.status ?? 200, fail(fault.error ?? 'internal_error'));
  finish(200, { ok: true });
};
