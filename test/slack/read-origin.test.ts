import { expect, test } from 'vitest';
import { findTeamId } from '../../src/slack/read-origin.ts';

const ORG = 'E0ORG';
const north = { id: 'T0NORTH', domain: 'north' };
const inOrg = { ...north, enterprise_id: ORG, enterprise_name: 'Org' };

test.each([
  ['a command', { team_id: 'T0NORTH', user_id: 'U1' }, 'T0NORTH'],
  ['a press', { team: north, user: { id: 'U1', team_id: 'T0NORTH' } }, 'T0NORTH'],
  [
    'a press of somebody from outside, in a channel that is shared',
    { team: north, user: { id: 'U1', team_id: 'T0SOUTH' } },
    'T0SOUTH',
  ],
  ['a press that does not say where its person belongs', { team: north, user: { id: 'U1' } }, 'T0NORTH'],
  [
    'a press of an organisation’s member, whom Slack names by the organisation',
    { team: inOrg, user: { id: 'U1', team_id: ORG } },
    'T0NORTH',
  ],
  [
    'the same with the organisation next to the workspace',
    { team: north, enterprise: { id: ORG, name: 'Org' }, user: { id: 'U1', team_id: ORG } },
    'T0NORTH',
  ],
  [
    'a press of somebody from another organisation',
    { team: inOrg, user: { id: 'U1', team_id: 'E0OTHER' } },
    'E0OTHER',
  ],
  [
    'a press of somebody from an organisation, in a workspace of none',
    { team: north, user: { id: 'U1', team_id: ORG } },
    ORG,
  ],
  [
    'a window of an organisation’s install',
    { team: null, user: { id: 'U1', team_id: 'T0SOUTH' }, view: { team_id: 'T0NORTH' } },
    'T0SOUTH',
  ],
  [
    'the same where Slack names the organisation',
    { team: null, enterprise: { id: ORG }, user: { id: 'U1', team_id: ORG }, view: { team_id: 'T0NORTH' } },
    'T0NORTH',
  ],
  [
    'an event that a shared channel of another workspace caused',
    { team_id: 'T0NORTH', authorizations: [{ team_id: 'T0SOUTH' }] },
    'T0SOUTH',
  ],
  [
    'an event of an organisation’s install',
    { team_id: 'T0NORTH', authorizations: [{ team_id: null }] },
    'T0NORTH',
  ],
  ['nothing of Slack’s', 'x', null],
])('%s', (_, body, teamId) => {
  expect(findTeamId(body)).toBe(teamId);
});
