import { createRecentMap } from '../recent-map.ts';
import { readSlackCode } from './slack-errors.ts';
import { buildAnswer, within } from './slack-fetch.ts';

/** Slack refused the message; carries Slack's reason. */
export class ResponseRefused extends Error {
  override name = 'ResponseRefused';
  readonly reason: string;

  /** Slack might accept it with other blocks. */
  get isAboutBlocks(): boolean {
    return readSlackCode(this.reason) === 'blocks';
  }

  /** No more posts are possible there. */
  get isOver(): boolean {
    return readSlackCode(this.reason) === 'addressUsed';
  }

  constructor(reason: string) {
    super(`Slack did not take the answer: ${reason}`);
    this.reason = reason;
  }
}

/** Slack answers quickly or not at all. */
const PATIENCE_MS = 20_000;
/** Slack answers `ok`, or a few words on why not. */
const MOST_BYTES = 16 * 1024;
/** Slack takes this many posts at one `response_url`, within thirty minutes. Refused posts may count too. */
const MOST_POSTS = 5;
const MOST_KEPT = 5_000;

/** The only way to post to a `response_url`, so it knows how many posts are left. */
export interface ResponseUrls {
  /**
   * Reads only as much of the answer as a reason needs, and only for a while; cuts off the rest. Rejects if no answer
   * began in time.
   */
  post(url: string, init: RequestInit): Promise<Response>;
  /** Counts only posts by this process. */
  left(url: string): number;
}

export const createResponseUrls = ({
  fetchSlack,
  patienceMs = PATIENCE_MS,
  maxBytes = MOST_BYTES,
}: {
  fetchSlack: typeof fetch;
  patienceMs?: number;
  maxBytes?: number;
}): ResponseUrls => {
  const posts = createRecentMap<number>(MOST_KEPT);
  return {
    left: (url) => Math.max(0, MOST_POSTS - (posts.get(url) ?? 0)),
    post: async (url, init) => {
      posts.set(url, (posts.get(url) ?? 0) + 1);
      return within(patienceMs, init.signal, async (signal) => {
        const answer = await fetchSlack(url, { ...init, signal });
        const { status, statusText, headers } = answer;
        return buildAnswer({ status, statusText, headers }, await readBeginning(answer, maxBytes));
      });
    },
  };
};

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
    // The status already says whether Slack accepted it; a missing rest does not change that.
  }
  await reader?.cancel().catch(() => undefined);
  return kept.slice(0, length);
}
