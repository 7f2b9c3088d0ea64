/** What an app registers at Slack. */
export interface AppCredentials {
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  /** `xapp-…`, for Socket Mode. */
  appToken?: string;
  /** Without them every address is good. */
  redirectUrls?: readonly string[];
}

export interface AuthorizeRequest {
  scopes: readonly string[];
  state: string | null;
  /** As the app named it. */
  redirectUri: string | null;
  /** Where the answer goes. */
  target: string;
}

type Read = { ok: true; asked: AuthorizeRequest } | { ok: false; error: string };

/** What stands in the address to which an app sends somebody who installs it. */
export const readAuthorizeRequest = (query: URLSearchParams, app: AppCredentials): Read => {
  if (query.get('client_id') !== app.clientId) return { ok: false, error: 'invalid_client_id' };
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  if (scopes.length === 0) return { ok: false, error: 'no_scopes' };
  const redirectUri = query.get('redirect_uri');
  const target = redirectUri ?? app.redirectUrls?.[0];
  if (target === undefined || !URL.canParse(target)) return { ok: false, error: 'bad_redirect_uri' };
  // Slack takes addresses below a registered one too.
  if (app.redirectUrls !== undefined && !app.redirectUrls.some((one) => target.startsWith(one)))
    return { ok: false, error: 'bad_redirect_uri' };
  return { ok: true, asked: { scopes, state: query.get('state'), redirectUri, target } };
};

/** The address that takes Slack's answer back to the app. */
export const buildReturn = (
  { target, state }: AuthorizeRequest,
  answer: { code: string } | { error: string },
): string => {
  const address = new URL(target);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  if (state !== null) address.searchParams.set('state', state);
  return address.href;
};
