import { SlackFailure } from '../slack-failure.ts';

const LIFE_MS = 10 * 60_000;

/** What a person allowed. */
export interface Consent {
  /** A workspace's id, or an organisation's. */
  holder: string;
  by: string;
  scopes: readonly string[];
  /** Where the code was sent, when the app named it; it must then name it again. */
  redirectUri: string | null;
}

export interface Codes {
  issue(consent: Consent): string;
  /** Once, within ten minutes; throws Slack's refusal. */
  take(code: string, redirectUri: string | null): Consent;
}

export const createCodes = (deps: { now: () => number; secret: () => string }): Codes => {
  const issued = new Map<string, { consent: Consent; at: number; isUsed: boolean }>();
  return {
    issue(consent) {
      const code = `${issued.size + 1}.${deps.secret()}`;
      issued.set(code, { consent, at: deps.now(), isUsed: false });
      return code;
    },
    take(code, redirectUri) {
      const found = issued.get(code);
      if (found === undefined || deps.now() - found.at > LIFE_MS) throw new SlackFailure('invalid_code');
      if (found.isUsed) throw new SlackFailure('code_already_used');
      if (found.consent.redirectUri !== redirectUri) throw new SlackFailure('bad_redirect_uri');
      found.isUsed = true;
      return found.consent;
    },
  };
};
