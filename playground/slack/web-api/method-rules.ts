import { type JsonRecord, readText } from '../parse-json.ts';
import type { World } from '../slack-world.ts';

/** Calls a minute, workspace and app; Slack promises the number and more (docs.slack.dev/apis/web-api/rate-limits). */
export const TIERS = { 1: 1, 2: 20, 3: 50, 4: 100, special: 300 } as const;

export type Tier = keyof typeof TIERS;

export interface MethodRule {
  /** Any one of them lets in; none: every token of the app does. */
  scopes: readonly string[];
  tier: Tier;
}

const KINDS = ['channels', 'groups', 'im', 'mpim'];
const ofKinds = (right: 'read' | 'history'): string[] => KINDS.map((kind) => `${kind}:${right}`);

const rule = (tier: Tier, ...scopes: string[]): MethodRule => ({ tier, scopes });

/** Scopes and tiers as the method references have them. */
const RULES: Readonly<Record<string, MethodRule>> = {
  'api.test': rule(4),
  'auth.test': rule('special'),
  'auth.revoke': rule(3),
  'team.info': rule(3, 'team:read'),
  'bots.info': rule(3, 'users:read'),
  'users.info': rule(4, 'users:read'),
  'users.list': rule(2, 'users:read'),
  'conversations.list': rule(2, ...ofKinds('read')),
  'conversations.info': rule(3, ...ofKinds('read')),
  'conversations.members': rule(4, ...ofKinds('read')),
  'conversations.open': rule(3, 'im:write', 'mpim:write', 'channels:manage', 'groups:write'),
  'conversations.join': rule(3, 'channels:join'),
  'conversations.history': rule(3, ...ofKinds('history')),
  'conversations.replies': rule(3, ...ofKinds('history')),
  // Besides this one there is a limit for each channel.
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
};

export const findRule = (method: string): MethodRule | undefined => RULES[method];

const OF_A_PLACE = new Set(['conversations.info', 'conversations.members', 'conversations.history']);

/** The scopes of which one is needed for this call; with a channel that is known, those of its kind. */
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
