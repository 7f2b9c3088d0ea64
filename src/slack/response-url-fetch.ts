/** Slack's own answer is quick, or it is lost. */
const PATIENCE_MS = 20_000;
/** Slack answers `ok`, or says in a few words why not. */
const MOST_BYTES = 16 * 1024;

export interface ResponseUrlLimits {
  patienceMs?: number;
  maxBytes?: number;
}

/**
 * Posts to a `response_url`. Of the answer so much is read as a reason needs, and for so long: the rest is cut off, and
 * what came until then is the answer. Rejects when no answer began in time.
 */
export const fetchResponseUrl = async (
  url: string | URL | Request,
  init: RequestInit = {},
  { patienceMs = PATIENCE_MS, maxBytes = MOST_BYTES }: ResponseUrlLimits = {},
): Promise<Response> => {
  const inTime = AbortSignal.timeout(patienceMs);
  const signal = init.signal ? AbortSignal.any([inTime, init.signal]) : inTime;
  const answer = await fetch(url, { ...init, signal });
  const body = await readBeginning(answer, maxBytes);
  const { status, statusText, headers } = answer;
  // A Response with one of these must have no body at all.
  return new Response([204, 205, 304].includes(status) ? null : body, { status, statusText, headers });
};

/** For Bolt, which asks for one `fetch` for both: calls of the Web API have limits of their own. */
export const createSlackFetch = (slackApiUrl: string, limits: ResponseUrlLimits = {}): typeof fetch =>
  ((url, init) =>
    String(url).startsWith(slackApiUrl)
      ? fetch(url, init)
      : fetchResponseUrl(url, init, limits)) as typeof fetch;

async function readBeginning(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const kept = new Uint8Array(maxBytes);
  let length = 0;
  const reader = answer.body?.getReader();
  try {
    while (reader && length < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, maxBytes - length);
      kept.set(part, length);
      length += part.length;
    }
  } catch {
    // Whether it was taken stood in the status: a rest that does not come changes nothing about that.
  }
  await reader?.cancel().catch(() => undefined);
  return kept.slice(0, length);
}
