import type { TeamOptions } from '../../src/local-slack.ts';

export const NORTH = 'T0NORTH';
export const SOUTH = 'T0SOUTH';
/** Two workspaces of one organisation. */
export const ORG = 'E0ORG';
export const EAST = 'T0EAST';
export const WEST = 'T0WEST';
export const enterprise = { id: ORG, name: 'Org' };

export const TEAMS: TeamOptions[] = [
  { id: NORTH, name: 'North', domain: 'north' },
  { id: SOUTH, name: 'South', domain: 'south' },
  { id: EAST, name: 'East', domain: 'east', enterprise },
  { id: WEST, name: 'West', domain: 'west', enterprise },
];

export const CREDENTIALS = {
  clientId: '11.22',
  clientSecret: 'client-secret',
  signingSecret: 'signing-secret',
};
