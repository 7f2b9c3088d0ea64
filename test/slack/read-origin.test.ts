import { expect, test } from 'vitest';
import { findTeamId } from '../../src/slack/read-origin.ts';

const ORG = 'E0ORG';
const north = { id: 'T0NORTH', domain: 'north' };
const inOrg = { ...north, enterprise_id: ORG, enterprise_name: 'Org' };
const enterprise = { id: ORG, name: 'Org' };
const view = { team_id: 'T0NORTH' };
/** The person, with their workspace or organisation as Slack names it. */
const by = (team_id?: string) => ({ user: { id: 'U1', ...(team_id ? { team_id } : {}) } });

test.each([
  ['a command', 'T0NORTH', { team_id: 'T0NORTH', user_id: 'U1' }],
  ['a press', 'T0NORTH', { team: north, ...by('T0NORTH') }],
  ['a press by an outsider in a shared channel', 'T0SOUTH', { team: north, ...by('T0SOUTH') }],
  ['a press without its person’s workspace', 'T0NORTH', { team: north, ...by() }],
  ['a press by a member of the organisation, named by it', 'T0NORTH', { team: inOrg, ...by(ORG) }],
  ['the same with the organisation in the request', 'T0NORTH', { team: north, enterprise, ...by(ORG) }],
  ['a press by a member of another organisation', 'E0OTHER', { team: inOrg, ...by('E0OTHER') }],
  ['a press by a member of an organisation, in a workspace without one', ORG, { team: north, ...by(ORG) }],
  [
    'a modal of a member of several workspaces of an organisation',
    'T0NORTH',
    { team: inOrg, view, ...by('T0HOME') },
  ],
  [
    'a modal of an outsider in a shared channel',
    'T0SOUTH',
    {
      team: { id: 'T0SOUTH' },
      view: { team_id: 'T0SOUTH', app_installed_team_id: 'T0NORTH' },
      ...by('T0SOUTH'),
    },
  ],
  ['a modal of an organisation’s install', 'T0SOUTH', { team: null, view, ...by('T0SOUTH') }],
  ['the same if Slack names the organisation', 'T0NORTH', { team: null, enterprise, view, ...by(ORG) }],
  [
    'an event in a shared channel, caused by another workspace',
    'T0SOUTH',
    { team_id: 'T0NORTH', authorizations: [{ team_id: 'T0SOUTH' }] },
  ],
  [
    'an event of an organisation’s install',
    null,
    { team_id: 'T0NORTH', authorizations: [{ team_id: null }] },
  ],
  ['a body that is not Slack’s', null, 'x'],
])('%s belongs to %s', (_, teamId, body) => {
  expect(findTeamId(body)).toBe(teamId);
});
