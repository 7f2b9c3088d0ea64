import { createRecentMap } from '../recent-map.ts';

/** Slack does not take these blocks; everything else would be refused again without them. */
export const ABOUT_BLOCKS = /invalid_blocks|msg_blocks_too_long|invalid_attachments|unsupported_block/;
/** Five posts, or thirty minutes, are over. */
const OVER = /used_url|expired_url/;

/** Slack would not take what was said; carries Slack's reason. */
export class ResponseRefused extends Error {
  override name = 'ResponseRefused';
  readonly reason: string;

  /** With other blocks it might have been taken. */
  get isAboutBlocks(): boolean {
    return ABOUT_BLOCKS.test(this.reason);
  }

  /** Nothing more can be said there. */
  get isOver(): boolean {
    return OVER.test(this.reason);
  }

  constructor(reason: string) {
    super(`Slack did not take the answer: ${reason}`);
    this.reason = reason;
  }
}

/** Slack's own answer is quick, or it is lost. */
const PATIENCE_MS = 20_000;
/** Slack answers `ok`, or says in a few words why not. */
const MOST_BYTES = 16 * 1024;
/** So many posts Slack takes at one `response_url`, within thirty minutes. What it refuses may count as well. */
const MOST_POSTS = 5;
const MOST_KEPT = 5_000;

/** The one way to answer at a `response_url`, which therefore knows how many answers are left. */
export interface ResponseUrls {
  /**
   * Of the answer so much is read as a reason needs, and for so long: the rest is cut off, and what came until then is
   * the answer. Rejects when no answer began in time.
   */
  post(url: string, init: RequestInit): Promise<Response>;
  /** As far as this process has posted. */
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
      const inTime = AbortSignal.timeout(patienceMs);
      const signal = init.signal ? AbortSignal.any([inTime, init.signal]) : inTime;
      const answer = await fetchSlack(url, { ...init, signal });
      const body = await readBeginning(answer, maxBytes);
      const { status, statusText, headers } = answer;
      // A Response with one of these must have no body at all.
      return new Response([204, 205, 304].includes(status) ? null : body, {
        status,
        statusText,
        headers: [...headers],
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
    // Whether it was taken stood in the status: a rest that does not come changes nothing about that.
  }
  await reader?.cancel().catch(() => undefined);
  return kept.slice(0, length);
}
