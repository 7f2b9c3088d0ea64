import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, buildRefusal } from './answer.ts';
import { CONTROL_PREFIX } from './create-control.ts';
import { API_PREFIX } from './match-route.ts';
import { sendAnswer } from './send-answer.ts';

interface Parts {
  api: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  control: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;
  pages: (method: string, path: string, query: URLSearchParams) => Answer | undefined;
}

/** Hands each request to the part that owns its path. */
export const buildHandler = ({ api, control, pages }: Parts) => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '' } = request;
    const [path = '', ...rest] = target.split('?');
    if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`)) return api(request, response);
    if (path.startsWith(CONTROL_PREFIX)) return control(request, response, path);
    request.resume();
    sendAnswer(response, pages(method, path, new URLSearchParams(rest.join('?'))) ?? NOTHING_HERE);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch((error: unknown) => {
      // Half a request: the caller hung up while sending, and nobody is left to answer.
      if (request.destroyed && !request.complete) return;
      if (response.headersSent) response.destroy();
      else sendAnswer(response, buildRefusal(500, `The sandbox itself has failed: ${String(error)}`));
    });
  };
};

const NOTHING_HERE: Answer = { status: 404, contentType: 'text/plain; charset=utf-8', body: 'Not found' };
