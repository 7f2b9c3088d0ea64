import { App, HTTPReceiver, type Logger, LogLevel } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import {
  createSlackOfTeams,
  type SlackOfTeams,
  type SlackOfTeamsOptions,
} from '../../../playground/slack/slack-of-teams.ts';

export const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

export const NORTH = 'T0NORTH';
export const SOUTH = 'T0SOUTH';
/** Two workspaces of one organisation. */
export const ORG = 'E0ORG';
export const EAST = 'T0EAST';
export const WEST = 'T0WEST';

export const CREDENTIALS = {
  clientId: '11.22',
  clientSecret: 'client-secret',
  signingSecret: 'signing-secret',
};

export const openSlack = (more: Partial<SlackOfTeamsOptions> = {}): Promise<SlackOfTeams> =>
  createSlackOfTeams({
    teams: [
      { id: NORTH, name: 'North', domain: 'north' },
      { id: SOUTH, name: 'South', domain: 'south' },
      { id: EAST, name: 'East', domain: 'east', enterprise: { id: ORG, name: 'Org' } },
      { id: WEST, name: 'West', domain: 'west', enterprise: { id: ORG, name: 'Org' } },
    ],
    app: CREDENTIALS,
    answerWithinMs: 1_000,
    eventRetryDelaysMs: [0, 0, 0],
    ...more,
  });

export const createClient = (slack: Pick<SlackOfTeams, 'apiUrl'>, token?: string): WebClient =>
  new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  });

export interface TeamsScene {
  slack: SlackOfTeams;
  close(): Promise<void>;
}

/** A real Bolt app that uses the token of each request's installation. */
export const startAppOfTeams = async (
  listen: (app: App) => void,
  more: Partial<SlackOfTeamsOptions> = {},
): Promise<TeamsScene> => {
  const slack = await openSlack(more);
  const receiver = new HTTPReceiver({
    signingSecret: CREDENTIALS.signingSecret,
    logger: silent,
    unhandledRequestTimeoutMillis: 500,
  });
  const app = new App({
    receiver,
    logger: silent,
    authorize: async ({ teamId, enterpriseId, isEnterpriseInstall }) => {
      const token = slack.latestToken((isEnterpriseInstall ? enterpriseId : teamId) ?? '');
      return token === null ? {} : { botToken: token, teamId: teamId ?? '' };
    },
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  const server = await receiver.start(0);
  const address = server.address();
  slack.setAppUrl(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  return {
    slack,
    close: async () => {
      await receiver.stop();
      await slack.close();
    },
  };
};
