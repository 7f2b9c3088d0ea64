import type { RequestListener } from 'node:http';
import { runWithRequest } from '../request-context.ts';

type WatchedRoute = 'slack' | 'callbacks' | 'other';

interface Answered {
  route: WatchedRoute;
  /** Null: the connection was gone before the answer. */
  status: number | null;
}

/** Gives every HTTP request an id and its arrival time, and reports how it was answered. */
export const watchRequests =
  (
    listen: RequestListener,
    {
      newId,
      now,
      onAnswered,
    }: { newId: () => string; now: () => number; onAnswered: (answered: Answered) => void },
  ): RequestListener =>
  (request, response) => {
    const route = readRoute(request.url ?? '');
    response.once('close', () => {
      onAnswered({ route, status: response.writableFinished ? response.statusCode : null });
    });
    runWithRequest(newId(), () => listen(request, response), now());
  };

/** Never returns the path itself: it can hold a callback's token. */
function readRoute(url: string): WatchedRoute {
  if (/^\/slack\/events(?:\?|$)/.test(url)) return 'slack';
  return url.startsWith('/callbacks/') ? 'callbacks' : 'other';
}
