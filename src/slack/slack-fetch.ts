import { Agent, fetch as fetchOver } from 'undici';
import { z } from 'zod';

/** Done twice, these show what they show once. A second `views.open` finds its trigger used. */
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
 * How calls reach Slack, which closes a connection that was idle for a while, sometimes at the very moment when the
 * next call goes out on it (`fetch failed: other side closed`). A call that may be repeated shares connections and is
 * repeated once, on a new one. Any other has a connection of its own: whether a post was taken could not be told.
 */
export const createSlackFetch = (slackApiUrl: string): typeof fetch => {
  // Without pipelining a connection is closed after its answer.
  const once = new Agent({ pipelining: 0 });
  const fetchOnce: typeof fetch = async (url, init) =>
    (await fetchOver(String(url), { ...(init as object), dispatcher: once })) as unknown as Response;
  return async (url, init) => {
    const address = String(url);
    const method = address.startsWith(slackApiUrl) ? address.slice(slackApiUrl.length) : '';
    // A form with files in it is of another make than the one that `undici` knows.
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
