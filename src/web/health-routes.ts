import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';

/** `/healthz`: the process answers. `/readyz`: it can also do its work. */
export const buildHealthRoutes = ({ isReady }: { isReady: () => Promise<boolean> }): CustomRoute[] => [
  { path: '/healthz', method: 'GET', handler: (_request, response) => answer(response, true) },
  {
    path: '/readyz',
    method: 'GET',
    // A rejection here would leave the request hanging for ever: Bolt does not wait for it.
    handler: (_request: IncomingMessage, response: ServerResponse) => {
      isReady().then(
        (ready) => answer(response, ready),
        () => answer(response, false),
      );
    },
  },
];

function answer(response: ServerResponse, isGood: boolean): void {
  response.writeHead(isGood ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end(isGood ? 'ok\n' : 'not ready\n');
}
