import { createConnections } from './answer-call.ts';
import { createChanges, createUntil } from './changes.ts';
import { createIds } from './ids.ts';
import { createJournal, describeLatest } from './journal.ts';
import { createTeamSlack, type TeamSlack } from './local-slack.ts';
import { buildReturn, createCodes, readAuthorizeRequest } from './oauth/authorize.ts';
import { createRemovals } from './oauth/install-events.ts';
import { createInstalls } from './oauth/installs.ts';
import { createLocalServer, listenLocally } from './serve-locally.ts';
import { createFaults } from './slack-faults.ts';
import type { SlackOfTeams, SlackOfTeamsOptions } from './slack-of-teams-api.ts';
import { createFrontHandler } from './slack-of-teams-handler.ts';
import { createSocketHub } from './sockets/socket-hub.ts';
import { buildTeam, TEAM, type TeamOptions } from './team.ts';

export type * from './slack-of-teams-api.ts';

const SCOPES = ['commands', 'chat:write', 'files:read', 'files:write'];

const withMark = (team: TeamOptions): TeamOptions => ({
  idMark: team.id === TEAM ? '' : team.id.replace(/^T/, ''),
  ...team,
});

/** A Slack with several workspaces where one app can be installed. Rejects if the port is taken. */
export const createSlackOfTeams = async (options: SlackOfTeamsOptions): Promise<SlackOfTeams> => {
  const { app, now = Date.now, teams: given, port = 0, appUrl: _, ...common } = options;
  let url = '';
  const teamOptions = given.map(withMark);
  const teams = teamOptions.map(buildTeam);
  const changes = createChanges();
  const ids = createIds(now);
  const installs = createInstalls({ teams, secret: ids.secret });
  const codes = createCodes({ now, secret: ids.secret });
  const faults = createFaults({ changes });
  const journal = createJournal({ changes, now });
  const sockets = createSocketHub({
    appId: buildTeam().ids.app,
    appToken: app.appToken ?? null,
    baseUrl: () => url,
    secret: ids.secret,
    changed: changes.changed,
  });
  const slacks = new Map<string, TeamSlack>();
  for (const [at, team] of teams.entries()) {
    const own = teamOptions[at];
    const made = await createTeamSlack(
      { ...common, now, signingSecret: app.signingSecret, ...(own === undefined ? {} : { team: own }) },
      { access: installs.accessOf(team), sockets },
    );
    made.world.changes.onChange(changes.changed);
    slacks.set(team.id, made);
  }
  const removals = createRemovals({ installs, findTeam: (id) => slacks.get(id) });
  const all = () => [...slacks.values()];

  const handle = createFrontHandler({
    app,
    appName: options.appName ?? 'App',
    slacks,
    installs,
    codes,
    removals,
    sockets,
    connections: createConnections(),
    faults,
    journal,
  });
  const server = createLocalServer({ baseUrl: () => url, now }, handle);
  sockets.attach(server);
  const listening = await listenLocally(server, port);
  url = listening.url;

  const read = (address: string) => {
    const found = readAuthorizeRequest(new URL(address).searchParams, app);
    if (!found.ok) throw new Error(`Slack refuses to ask for consent: ${found.error}`);
    return found.request;
  };
  const team = (id: string) => {
    const found = slacks.get(id);
    if (found === undefined) throw new Error(`There is no workspace ${id}.`);
    return found.slack;
  };
  const setAppUrl = (appUrl: string) => {
    for (const { slack } of all()) slack.setAppUrl(appUrl);
  };
  if (options.appUrl !== undefined) setAppUrl(options.appUrl);

  return {
    url,
    apiUrl: `${url}/api/`,
    authorizeUrl: `${url}/oauth/v2/authorize`,
    app,
    team,
    teams: () => all().map(({ slack }) => slack),
    setAppUrl,
    allow: async (address, teamId, by) => {
      const request = read(address);
      return buildReturn(request, {
        code: codes.issue({ teamId, by, scopes: request.scopes, redirectUri: request.redirectUri }),
      });
    },
    allowFromAdminPages: (teamId, by) => {
      const target = app.redirectUrls?.[0];
      if (target === undefined) throw new Error('The app has no address to which Slack sends people back.');
      const code = codes.issue({ teamId, by, scopes: SCOPES, redirectUri: null });
      return buildReturn({ scopes: SCOPES, state: null, redirectUri: null, target }, { code });
    },
    deny: async (address) => buildReturn(read(address), { error: 'access_denied' }),
    install: (teamId, by, scopes = SCOPES) =>
      installs.add(teamId, by ?? team(teamId).team.ids.ravi, scopes).token,
    latestToken: (teamId) => installs.latest(teamId)?.token ?? null,
    uninstall: async (teamId) => removals.begin(teamId, 'account_inactive')(),
    beginUninstall: (teamId) => removals.begin(teamId, 'account_inactive'),
    revokeTokens: async (teamId) => removals.begin(teamId, 'token_revoked')(),
    sockets,
    calls: journal.calls,
    exchanges: () => journal.exchanges(),
    faults,
    until: createUntil({
      changes,
      describe: () =>
        describeLatest(
          [journal, ...all().map(({ world }) => world.journal)]
            .flatMap((one) => one.exchanges())
            .sort((one, other) => one.at.localeCompare(other.at)),
        ),
    }),
    close: async () => {
      sockets.close();
      await Promise.all(all().map(({ slack }) => slack.close()));
      await listening.close();
    },
  };
};
