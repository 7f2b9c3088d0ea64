import type { IncomingHttpHeaders } from 'node:http';
import { type JsonRecord, readText } from '../page/read-json.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { Team } from '../team.ts';
import type { Install, Installs } from './installs.ts';

/** An app's registration at Slack. */
export interface AppCredentials {
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  /** `xapp-…`, for Socket Mode. */
  appToken?: string;
  /** Default: any address. */
  redirectUrls?: readonly string[];
}

interface AuthorizeRequest {
  scopes: readonly string[];
  state: string | null;
  /** As given by the app. */
  redirectUri: string | null;
  /** The redirect target. */
  target: string;
}

type Read = { ok: true; request: AuthorizeRequest } | { ok: false; error: string };

/** Parses the authorize URL to which an app sends somebody who installs it. */
export const readAuthorizeRequest = (query: URLSearchParams, app: AppCredentials): Read => {
  if (query.get('client_id') !== app.clientId) return { ok: false, error: 'invalid_client_id' };
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  if (scopes.length === 0) return { ok: false, error: 'no_scopes' };
  const redirectUri = query.get('redirect_uri');
  const target = redirectUri ?? app.redirectUrls?.[0];
  if (target === undefined || !URL.canParse(target)) return { ok: false, error: 'bad_redirect_uri' };
  if (app.redirectUrls !== undefined && !app.redirectUrls.includes(target))
    return { ok: false, error: 'bad_redirect_uri' };
  return { ok: true, request: { scopes, state: query.get('state'), redirectUri, target } };
};

/** The redirect back to the app with Slack's answer. */
export const buildReturn = (
  { target, state }: AuthorizeRequest,
  answer: { code: string } | { error: string },
): string => {
  const address = new URL(target);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  if (state !== null) address.searchParams.set('state', state);
  return address.href;
};

const LIFE_MS = 10 * 60_000;

/** A person's consent. */
interface Consent {
  teamId: string;
  by: string;
  scopes: readonly string[];
  /** The redirect URI, if the app gave one; it must then repeat it. */
  redirectUri: string | null;
}

export const createCodes = (deps: { now: () => number; secret: () => string }) => {
  const issued = new Map<string, { consent: Consent; at: number; isUsed: boolean }>();
  return {
    issue(consent: Consent): string {
      const code = `${issued.size + 1}.${deps.secret()}`;
      issued.set(code, { consent, at: deps.now(), isUsed: false });
      return code;
    },
    /** Works once, within ten minutes; throws Slack's refusal. */
    take(code: string, redirectUri: string | null): Consent {
      const found = issued.get(code);
      if (found === undefined || deps.now() - found.at > LIFE_MS) throw new SlackFailure('invalid_code');
      if (found.isUsed) throw new SlackFailure('code_already_used');
      if (found.consent.redirectUri !== redirectUri) throw new SlackFailure('bad_redirect_uri');
      found.isUsed = true;
      return found.consent;
    },
  };
};

export type Codes = ReturnType<typeof createCodes>;

interface AccessDeps {
  app: AppCredentials;
  codes: Codes;
  installs: Installs;
  teams: readonly Team[];
}

/** Checks client id and secret from basic auth or the arguments; throws Slack's refusal. */
export const checkApp = (headers: IncomingHttpHeaders, args: JsonRecord, app: AppCredentials): void => {
  const encoded = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  const [, id = '', secret = ''] =
    encoded === undefined
      ? ['', readText(args['client_id']), readText(args['client_secret'])]
      : (/^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []);
  if (id !== app.clientId) throw new SlackFailure('invalid_client_id');
  if (secret !== app.clientSecret) throw new SlackFailure('bad_client_secret');
};

const describeInstall = (install: Install, team: Team): JsonRecord => ({
  ok: true,
  app_id: team.ids.app,
  authed_user: { id: install.by },
  scope: install.scopes.join(','),
  token_type: 'bot',
  access_token: install.token,
  bot_user_id: team.ids.botUser,
  team: { id: team.id, name: team.name },
  enterprise: team.enterprise,
  is_enterprise_install: false,
});

/** `oauth.v2.access`: a code becomes a token. */
export const exchangeCode = (
  headers: IncomingHttpHeaders,
  args: JsonRecord,
  { app, codes, installs, teams }: AccessDeps,
): JsonRecord => {
  checkApp(headers, args, app);
  const redirectUri = readText(args['redirect_uri']);
  const consent = codes.take(readText(args['code']), redirectUri === '' ? null : redirectUri);
  const install = installs.add(consent.teamId, consent.by, consent.scopes);
  const team = teams.find((one) => one.id === install.teamId);
  if (team === undefined) throw new Error(`There is no workspace ${install.teamId}.`);
  return describeInstall(install, team);
};
