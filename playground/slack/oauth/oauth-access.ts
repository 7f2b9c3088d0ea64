import type { IncomingHttpHeaders } from 'node:http';
import { type JsonRecord, readText } from '../parse-json.ts';
import { APP } from '../people-and-places.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { Team } from '../team.ts';
import type { Codes } from './codes.ts';
import type { Install, Installs } from './installs.ts';
import type { AppCredentials } from './read-authorize-request.ts';

interface AccessDeps {
  app: AppCredentials;
  codes: Codes;
  installs: Installs;
  teams: readonly Team[];
}

/** The app's id and secret, by basic authorisation or among the arguments; throws Slack's refusal. */
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
  app_id: APP,
  authed_user: { id: install.by },
  scope: install.scopes.join(','),
  token_type: 'bot',
  access_token: install.token,
  bot_user_id: team.ids.botUser,
  team: install.isEnterpriseInstall ? null : { id: team.id, name: team.name },
  enterprise: team.enterprise,
  is_enterprise_install: install.isEnterpriseInstall,
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
  const install = installs.add(consent.holder, consent.by, consent.scopes);
  const team = teams.find((one) => one.id === installs.teamsOf(install.holder)[0]);
  if (team === undefined) throw new Error(`${install.holder} has no workspace.`);
  return describeInstall(install, team);
};
