import { expect, test } from 'vitest';
import { parseActionPlace } from '../../src/slack/button.ts';
import { readOrigin } from '../../src/slack/read-origin.ts';

/**
 * Requests as in Slack's own samples, with our ids. Sources: the tests of bolt-python
 * (`tests/slack_bolt/request/test_internals.py`, `tests/scenario_tests`), `buildSource` of bolt-js, the pages
 * /enterprise/apps/reference and /reference/events of docs.slack.dev, java-slack-sdk#1041 and bolt-js#1875.
 */
type Body = Record<string, unknown>;

/**
 * Our workspace, with and without an organisation; a sister workspace; and another company, with and without an
 * organisation.
 */
const OURS = 'T0OURS0001';
const SISTER = 'T0SISTER01';
const ORG = 'E0OURS0001';
const OUTSIDE = 'T0OUTSIDE1';
const OUTSIDE_ORG = 'E0OUTSIDE1';
const DESK = 'C0DESK0001';
const SARA = 'U0SARA0001';
/** Sara as a member of an organisation. */
const MEMBER = 'W0SARA0001';
const LENA = 'U0LENA0001';

const team = { id: OURS, domain: 'ours' };
const teamInOrg = { ...team, enterprise_id: ORG, enterprise_name: 'Ours' };
const enterprise = { id: ORG, name: 'Ours' };
/** The app of a whole organisation names no workspace. */
const ofOrg = { team: null, enterprise, is_enterprise_install: true };

/** The person, with their workspace or organisation as Slack names it. */
const by = (id: string, teamId?: string) => ({
  user: { id, username: 'sara', name: 'sara', ...(teamId === undefined ? {} : { team_id: teamId }) },
});

const command = {
  ...{ token: 'verification-token', api_app_id: 'A0PAYLINK1', trigger_id: '1.2.abc' },
  ...{ team_id: OURS, team_domain: 'ours', channel_id: DESK, channel_name: 'front-desk' },
  ...{ user_id: SARA, user_name: 'sara', command: '/paylink', text: '250 Sara' },
  ...{ is_enterprise_install: 'false', response_url: 'https://hooks.slack.example/commands/1/2' },
};
const inOrg = { enterprise_id: ORG, enterprise_name: 'Ours', user_id: MEMBER };

const base = {
  ...{ api_app_id: 'A0PAYLINK1', token: 'verification-token', trigger_id: '1.2.abc' },
  ...{ team, enterprise: null, is_enterprise_install: false, ...by(SARA, OURS) },
};
const action = { type: 'button', action_id: 'link_details', block_id: 'b', value: 'lnk_1', action_ts: '1.2' };
const whispered = {
  ...{ ...base, type: 'block_actions', actions: [action], channel: { id: DESK, name: 'front-desk' } },
  container: { type: 'message', message_ts: '1.1', channel_id: DESK, is_ephemeral: false },
};
const press = {
  ...{ ...whispered, response_url: 'https://hooks.slack.example/actions/1/2' },
  message: { type: 'message', bot_id: 'B0PAYLINK1', ts: '1.1', text: 'card', team: OURS },
};
const view = {
  ...{ id: 'V0FORM0001', team_id: OURS, type: 'modal', hash: '1.abc', callback_id: 'link_form' },
  ...{ private_metadata: '', state: { values: {} }, app_id: 'A0PAYLINK1', app_installed_team_id: OURS },
};
const pressInView = {
  ...{ ...base, type: 'block_actions', actions: [action], view },
  container: { type: 'view', view_id: view.id },
};
const form = { ...base, type: 'view_submission', view, response_urls: [] };

const ours = { enterprise_id: null, team_id: OURS, user_id: 'U0PAYLINK1', is_bot: true };
const organisations = { ...ours, enterprise_id: ORG, team_id: null, is_enterprise_install: true };
const envelope = {
  token: 'verification-token',
  team_id: OURS,
  type: 'event_callback',
  event_id: 'Ev0000001',
};
const homeOpened = { type: 'app_home_opened', user: SARA, channel: 'D0SARA0001', tab: 'home' };
const moved = { type: 'channel_id_changed', old_channel_id: 'G0OLD00001', new_channel_id: 'C0NEW00001' };
const outside = {
  ...{ team_id: OUTSIDE, enterprise_id: OUTSIDE_ORG, event: moved, is_ext_shared_channel: true },
  ...{ context_team_id: OUTSIDE, context_enterprise_id: OUTSIDE_ORG },
};

type Row = [
  title: string,
  body: Body,
  origin: [team: string | null, host: string | null, user: string | null, channel: string | null],
];

const PRESSES: readonly Row[] = [
  ['under a message', press, [OURS, OURS, SARA, DESK]],
  ['under an ephemeral message, which is not sent back', whispered, [OURS, OURS, SARA, DESK]],
  ['in a window', pressInView, [OURS, OURS, SARA, null]],
  ['without its person’s workspace', { ...press, ...by(SARA) }, [OURS, OURS, SARA, DESK]],
  [
    'in a workspace of an organisation that has an app of its own',
    { ...press, team: teamInOrg, enterprise, ...by(MEMBER, OURS) },
    [OURS, OURS, MEMBER, DESK],
  ],
  [
    'the same where Slack names the organisation beside the person',
    { ...press, team: teamInOrg, enterprise, ...by(MEMBER, ORG) },
    [OURS, OURS, MEMBER, DESK],
  ],
  [
    'the same where only the request names the organisation',
    { ...press, enterprise, ...by(MEMBER, ORG) },
    [OURS, OURS, MEMBER, DESK],
  ],
  [
    'by a member of an organisation, in a workspace without one',
    { ...press, ...by(MEMBER, ORG) },
    [ORG, OURS, MEMBER, DESK],
  ],
  [
    'by somebody of a sister workspace, in a channel of both',
    { ...press, ...ofOrg, team: teamInOrg, ...by(MEMBER, SISTER) },
    [SISTER, OURS, MEMBER, DESK],
  ],
  [
    'by an outsider, with our workspace as the team',
    { ...press, ...by(LENA, OUTSIDE) },
    [OUTSIDE, OURS, LENA, DESK],
  ],
  [
    'by an outsider, with their own workspace as the team',
    { ...press, ...by(LENA, OUTSIDE), team: { id: OUTSIDE, domain: 'outside' } },
    [OUTSIDE, OURS, LENA, DESK],
  ],
  [
    'by somebody of another organisation, whom Slack names by it',
    { ...press, ...by(LENA, OUTSIDE_ORG) },
    [OUTSIDE_ORG, OURS, LENA, DESK],
  ],
  [
    'the same at an organisation’s install, where no team is named',
    { ...pressInView, ...ofOrg, ...by(LENA, OUTSIDE_ORG) },
    [OUTSIDE_ORG, OURS, LENA, null],
  ],
];

const OTHERS: readonly Row[] = [
  ['a command', command, [OURS, null, SARA, DESK]],
  [
    'a command in a workspace of an organisation, with the app of that workspace alone',
    { ...command, ...inOrg },
    [OURS, null, MEMBER, DESK],
  ],
  [
    'a command with the app of the whole organisation: the flag is a word',
    { ...command, ...inOrg, is_enterprise_install: 'true', channel_id: 'D0SARA0001' },
    [OURS, null, MEMBER, 'D0SARA0001'],
  ],
  ['a form', form, [OURS, OURS, SARA, null]],
  [
    'a form of a member of several workspaces of an organisation',
    { ...form, team: teamInOrg, ...by(MEMBER, SISTER) },
    [OURS, OURS, MEMBER, null],
  ],
  [
    'a form of an organisation’s install: no workspace is named but the person’s and the view’s',
    { ...form, ...ofOrg, ...by(MEMBER, OURS), view: { ...view, app_installed_team_id: ORG } },
    [OURS, null, MEMBER, null],
  ],
  [
    'the same where the person’s workspace is not the view’s',
    { ...form, ...ofOrg, ...by(MEMBER, SISTER), view: { ...view, app_installed_team_id: ORG } },
    [SISTER, null, MEMBER, null],
  ],
  [
    'the same where the person is named by the organisation',
    { ...form, ...ofOrg, ...by(MEMBER, ORG), view: { ...view, app_installed_team_id: ORG } },
    [OURS, null, MEMBER, null],
  ],
  [
    'a form that was opened in a shared channel by an outsider',
    { ...form, ...by(LENA, OUTSIDE), team: { id: OUTSIDE }, view: { ...view, team_id: OUTSIDE } },
    [OUTSIDE, OURS, LENA, null],
  ],
  [
    'a shortcut of a message that an outsider wrote',
    { ...press, type: 'message_action', message: { ...press.message, team: OUTSIDE } },
    [OURS, OURS, SARA, DESK],
  ],
  ['a global shortcut: no channel', { ...base, type: 'shortcut' }, [OURS, OURS, SARA, null]],
  [
    'the home is opened',
    { ...envelope, event: homeOpened, authorizations: [ours] },
    [OURS, null, SARA, 'D0SARA0001'],
  ],
  [
    'the home is opened in a workspace of an organisation’s install, which is not served',
    { ...envelope, context_team_id: OURS, event: homeOpened, authorizations: [organisations] },
    [null, null, SARA, 'D0SARA0001'],
  ],
  [
    'in a shared channel, caused by an outsider: the envelope names their workspace',
    { ...envelope, ...outside, authorizations: [ours] },
    [OURS, null, null, null],
  ],
  [
    'the same at an organisation’s install: it is nobody’s we know',
    { ...envelope, ...outside, authorizations: [organisations] },
    [null, null, null, null],
  ],
  [
    'a shared channel whose host is another: the context names the host',
    {
      ...{ ...envelope, ...outside, team_id: OURS, authorizations: [ours] },
      event: { type: 'message', user: SARA, team: OURS, channel: 'C0SHARED01' },
    },
    [OURS, null, SARA, 'C0SHARED01'],
  ],
  [
    'a reaction, whose channel is that of its item',
    {
      ...{ ...envelope, authorizations: [ours] },
      event: { type: 'reaction_added', user: SARA, item: { type: 'message', channel: DESK, ts: '1.2' } },
    },
    [OURS, null, SARA, DESK],
  ],
  [
    'tokens are revoked: there is no authorisation left',
    { ...envelope, event: { type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0PAYLINK1'] } } },
    [OURS, null, null, null],
  ],
];

test.each([...PRESSES.map(([title, ...rest]) => [`a press ${title}`, ...rest] as const), ...OTHERS])(
  'who it is from and where: %s',
  (_, body, [teamId, hostTeamId, userId, channelId]) => {
    expect(readOrigin(body)).toEqual({ teamId, hostTeamId, userId, channelId });
  },
);

test.each(PRESSES)(
  'who presses in another workspace’s channel is an outsider, whichever workspace Slack names: %s',
  (_, body, [teamId, hostTeamId, userId]) => {
    expect(parseActionPlace(body, { value: 'lnk_1' })).toMatchObject({
      ...{ teamId, userId, isOutsider: hostTeamId !== teamId },
    });
  },
);

test.each([null, 'x', {}, { team: 'T1' }, { user: { team_id: 7 } }])(
  'a body that is not Slack’s belongs to nobody: %j',
  (body) => {
    expect(readOrigin(body)).toMatchObject({ teamId: null, userId: null });
  },
);
