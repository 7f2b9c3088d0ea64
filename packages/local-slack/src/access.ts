/** What an installation allows. */
export interface Grant {
  scopes: readonly string[];
  token: string;
}

/** Whether the app is installed in this workspace, and with which tokens. */
export interface Access {
  /** Null: the app is not installed here. */
  current(): Grant | null;
  /** What the token allows; null: it is invalid, and `refuse` says why. */
  grantOf(token: string): Grant | null;
  /** Slack's error code for this token; null: it is valid. */
  refuse(token: string): string | null;
}

/** Slack's error codes for a token that is no longer valid. */
type TokenRefusal = 'invalid_auth' | 'token_revoked' | 'account_inactive' | 'not_authed' | 'token_expired';

/** Lets a test change the token of a workspace with a fixed one. */
export interface TokenSwitch {
  /** A new token with these or the old scopes; the old token is refused from now on. */
  replace(change?: { refusal?: TokenRefusal; scopes?: readonly string[] }): string;
  /** Refuses the current token. */
  refuse(refusal: TokenRefusal): void;
  /** Accepts the current token again. */
  restore(): void;
}

/** A workspace where the app is installed from the start, with one token at a time. */
export const createFixedAccess = (
  botToken: string,
  givenScopes: readonly string[],
): Access & { tokens: TokenSwitch } => {
  const refusals = new Map<string, TokenRefusal>();
  const known = new Set([botToken]);
  let token = botToken;
  let scopes = givenScopes;
  const current = (): Grant => ({ scopes, token });
  const refuse = (given: string) => (known.has(given) ? (refusals.get(given) ?? null) : 'invalid_auth');
  return {
    current,
    grantOf: (given) => (refuse(given) === null ? current() : null),
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
