import type { App } from '@slack/bolt';
import {
  createSlackOfTeams,
  type SlackOfTeams,
  type SlackOfTeamsOptions,
} from '../../../playground/slack/slack-of-teams.ts';
import { serveBolt } from './call-slack.ts';

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
  const { stop } = await serveBolt(
    { ...slack, signingSecret: CREDENTIALS.signingSecret },
    {
      authorize: async ({ teamId, enterpriseId, isEnterpriseInstall }) => {
        const token = slack.latestToken((isEnterpriseInstall ? enterpriseId : teamId) ?? '');
        return token === null ? {} : { botToken: token, teamId: teamId ?? '' };
      },
    },
    listen,
  );
  return {
    slack,
    close: async () => {
      await stop();
      await slack.close();
    },
  };
};
