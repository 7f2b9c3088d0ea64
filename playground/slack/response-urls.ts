import { limits } from '../../src/blocks/limits.ts';

/** Where a response_url leads: the conversation and person it came from, and the message that was acted on. */
export interface ResponseTarget {
  user: string;
  channel: string;
  messageTs: string | null;
}

interface Issued extends ResponseTarget {
  at: number;
  uses: number;
}

export interface ResponseUrls {
  issue(target: ResponseTarget): string;
  /** Uses it once, unless it is unknown, over or used up. */
  use(secret: string): ({ ok: true } & ResponseTarget) | { ok: false; error: 'expired_url' | 'used_url' };
}

export const responsePath = '/response/';

export const createResponseUrls = (deps: {
  now: () => number;
  secret: () => string;
  baseUrl: () => string;
}): ResponseUrls => {
  const issued = new Map<string, Issued>();
  return {
    issue(target) {
      const secret = deps.secret();
      issued.set(secret, { ...target, at: deps.now(), uses: 0 });
      return `${deps.baseUrl()}${responsePath}${secret}`;
    },
    use(secret) {
      const found = issued.get(secret);
      if (found === undefined) return { ok: false, error: 'expired_url' };
      if (deps.now() - found.at > limits.responseUrl.minutes * 60_000)
        return { ok: false, error: 'expired_url' };
      if (found.uses >= limits.responseUrl.uses) return { ok: false, error: 'used_url' };
      found.uses += 1;
      return { ok: true, ...found };
    },
  };
};
