import { Agent, fetch as fetchOver } from 'undici';
import { z } from 'zod';

/** Doing these twice has the same result as doing them once. A second `views.open` finds its trigger already used. */
const REPEATABLE = new Set([
  'views.open',
  'views.push',
  'views.update',
  'views.publish',
  'chat.update',
  'chat.getPermalink',
  'conversations.info',
  'conversations.open',
  'users.info',
  'team.info',
  'bots.info',
  'files.info',
  'files.getUploadURLExternal',
  'auth.test',
]);

/** The connection ended before an answer began. */
const ENDED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const failureSchema = z.object({ cause: z.object({ code: z.string() }) });

/**
 * Sends calls to Slack. Slack closes connections that were idle for a while, sometimes just as the next call
 * goes out (`fetch failed: other side closed`). Calls that are safe to repeat share connections, and are
 * repeated once on a new one. Every other call gets a connection of its own, because after such an end we
 * could not tell whether Slack accepted a post.
 */
export const createSlackFetch = (slackApiUrl: string): typeof fetch => {
  // Without pipelining, a connection closes after its answer.
  const once = new Agent({ pipelining: 0 });
  // The cast: Node's types and undici's each declare the standard's `Response`, and differ in their streams.
  const fetchOnce: typeof fetch = async (url, init) =>
    (await fetchOver(String(url), { ...(init as object), dispatcher: once })) as unknown as Response;
  return async (url, init) => {
    const address = String(url);
    const method = address.startsWith(slackApiUrl) ? address.slice(slackApiUrl.length) : '';
    // A form with files in it is not of the FormData class that this `undici` knows.
    if (init?.body instanceof FormData) return fetch(url, init);
    if (!REPEATABLE.has(method)) return fetchOnce(url, init);
    try {
      return await fetch(url, init);
    } catch (error) {
      const code = failureSchema.safeParse(error).data?.cause.code;
      if (code === undefined || !ENDED.has(code)) throw error;
      return fetchOnce(url, init);
    }
  };
};
