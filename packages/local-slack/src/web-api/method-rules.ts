import { type JsonRecord, readText } from '../page/read-json.ts';
import type { World } from '../slack-world.ts';

/** Calls per minute, workspace and app: Slack's documented minimum (docs.slack.dev/apis/web-api/rate-limits). */
const TIERS = { 1: 1, 2: 20, 3: 50, 4: 100, special: 300 } as const;

type Tier = keyof typeof TIERS;

interface MethodRule {
  /** One of these is enough; empty: any token of the app. */
  scopes: readonly string[];
  tier: Tier;
}

const KINDS = ['channels', 'groups', 'im', 'mpim'];
const ofKinds = (right: 'read' | 'history'): string[] => KINDS.map((kind) => `${kind}:${right}`);

const rule = (tier: Tier, ...scopes: string[]): MethodRule => ({ tier, scopes });

/** Scopes and tiers from the method references. */
const RULES: Readonly<Record<string, MethodRule>> = {
  'api.test': rule(4),
  'auth.test': rule('special'),
  'auth.revoke': rule(3),
  'reactions.add': rule(3, 'reactions:write'),
  'team.info': rule(3, 'team:read'),
  'users.info': rule(4, 'users:read'),
  'users.list': rule(2, 'users:read'),
  'conversations.list': rule(2, ...ofKinds('read')),
  'conversations.info': rule(3, ...ofKinds('read')),
  'conversations.members': rule(4, ...ofKinds('read')),
  'conversations.open': rule(3, 'im:write', 'mpim:write', 'channels:manage', 'groups:write'),
  'conversations.join': rule(3, 'channels:join'),
  'conversations.history': rule(3, ...ofKinds('history')),
  'conversations.replies': rule(3, ...ofKinds('history')),
  // There is also a limit per channel.
  'chat.postMessage': rule('special', 'chat:write'),
  'chat.postEphemeral': rule(4, 'chat:write'),
  'chat.update': rule(3, 'chat:write'),
  'chat.delete': rule(3, 'chat:write'),
  'chat.getPermalink': rule('special'),
  'views.open': rule(4),
  'views.push': rule(4),
  'views.update': rule(4),
  'views.publish': rule(4),
  'files.getUploadURLExternal': rule(4, 'files:write'),
  'files.completeUploadExternal': rule(4, 'files:write'),
  'files.info': rule(4, 'files:read'),
  'files.delete': rule(3, 'files:write'),
  'functions.completeSuccess': rule(3),
  'functions.completeError': rule(3),
};

export const findRule = (method: string): MethodRule | undefined => RULES[method];

const OF_A_PLACE = new Set(['conversations.info', 'conversations.members', 'conversations.history']);

/** The call needs one of these scopes; for a known channel, those for its kind. */
export const findNeededScopes = (
  method: string,
  args: JsonRecord,
  { workspace }: Pick<World, 'workspace'>,
): readonly string[] => {
  const scopes = findRule(method)?.scopes ?? [];
  if (!OF_A_PLACE.has(method) && method !== 'conversations.replies') return scopes;
  const kind = workspace.conversation(readText(args['channel']))?.kind;
  const prefix =
    kind === 'public' ? 'channels:' : kind === 'private' ? 'groups:' : kind === 'dm' ? 'im:' : '';
  return scopes.filter((scope) => scope.startsWith(prefix));
};

/** Slack accepts one post per second and channel, with short bursts. */
const POST_BURST = 4;
const POSTS_PER_SECOND = 1;

interface Bucket {
  left: number;
  at: number;
}

/**
 * One workspace's rate limits, as token buckets. `allowance` multiplies them; `Number.POSITIVE_INFINITY` disables
 * them.
 */
export const createRateLimits = (deps: { now: () => number; allowance: number }) => {
  const { now, allowance } = deps;
  const buckets = new Map<string, Bucket>();

  /** Milliseconds until a call is allowed; 0: now. */
  const waitFor = (key: string, size: number, perSecond: number): number => {
    const at = now();
    const known = buckets.get(key) ?? { left: size, at };
    const left = Math.min(size, known.left + (Math.max(0, at - known.at) / 1000) * perSecond);
    buckets.set(key, { left, at });
    return left >= 1 ? 0 : ((1 - left) / perSecond) * 1000;
  };
  const use = (key: string): void => {
    const bucket = buckets.get(key);
    if (bucket !== undefined) bucket.left -= 1;
  };

  return {
    /** Counts a call. Returns `Retry-After` in seconds if it exceeds a limit, otherwise null. */
    take(method: string, channel: string): number | null {
      const rule = findRule(method);
      if (rule === undefined || allowance === Number.POSITIVE_INFINITY) return null;
      const perMinute = TIERS[rule.tier] * allowance;
      const wanted: [string, number, number][] = [[method, perMinute, perMinute / 60]];
      if (method === 'chat.postMessage' && channel !== '')
        wanted.push([`${method} ${channel}`, POST_BURST * allowance, POSTS_PER_SECOND * allowance]);
      const waitMs = Math.max(...wanted.map((one) => waitFor(...one)));
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      for (const [key] of wanted) use(key);
      return null;
    },
  };
};

export type RateLimits = ReturnType<typeof createRateLimits>;
