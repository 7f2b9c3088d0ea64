/** What the app was allowed when it was installed. */
export interface Grant {
  isEnterpriseInstall: boolean;
  scopes: readonly string[];
  token: string;
}

/** Whether the app is installed in this workspace, and who may call for it. */
export interface Access {
  /** Null: the app is not installed here. */
  current(): Grant | null;
  /** What a token may; null: it is not good, and `refuse` says why. */
  grantOf(token: string): Grant | null;
  /** Slack's error code for this token; null: it is good. */
  refuse(token: string): string | null;
}

/** Slack's words for a token that is good no longer. */
export type TokenRefusal =
  | 'invalid_auth'
  | 'token_revoked'
  | 'account_inactive'
  | 'not_authed'
  | 'token_expired';

/** What is done to the token of a workspace that has one from the start, by the person who runs it. */
export interface TokenSwitch {
  /** A new token, with these scopes or the old ones; the one before it is refused from now on. */
  replace(change?: { refusal?: TokenRefusal; scopes?: readonly string[] }): string;
  /** Refuses the token that stands. */
  refuse(refusal: TokenRefusal): void;
  /** Takes the token that stands again. */
  restore(): void;
}

/** Installed from the start, with one token at a time. */
export const createFixedAccess = (
  botToken: string,
  givenScopes: readonly string[],
): Access & { tokens: TokenSwitch } => {
  const refusals = new Map<string, TokenRefusal>();
  const known = new Set([botToken]);
  let token = botToken;
  let scopes = givenScopes;
  const current = (): Grant => ({ isEnterpriseInstall: false, scopes, token });
  const refuse = (asked: string) => (known.has(asked) ? (refusals.get(asked) ?? null) : 'invalid_auth');
  return {
    current,
    grantOf: (asked) => (refuse(asked) === null ? current() : null),
    refuse,
    tokens: {
      replace({ refusal = 'token_revoked', scopes: wanted = scopes } = {}) {
        refusals.set(token, refusal);
        token = `${botToken}-${known.size + 1}`;
        known.add(token);
        scopes = wanted;
        return token;
      },
      refuse: (refusal) => void refusals.set(token, refusal),
      restore: () => void refusals.delete(token),
    },
  };
};
