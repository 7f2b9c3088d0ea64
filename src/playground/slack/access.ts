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
  /** Slack's error code for this token; null: it is good. */
  refuse(token: string): string | null;
}

/** Installed from the start, with one token that is never revoked. */
export const createFixedAccess = (botToken: string, scopes: readonly string[]): Access => ({
  current: () => ({ isEnterpriseInstall: false, scopes, token: botToken }),
  refuse: (token) => (token === botToken ? null : 'invalid_auth'),
});
