// @module-tag long
// @module-tag store

import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST_TEAM, OMAR, OMAR_DM, SARA, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { postAsSlack } from '../fixtures/post-as-slack.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;
let linkId: string;

beforeAll(async () => {
  scene = await startScene();
  scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 403, times: 1 });
  const modal = await issueLink(scene);
  linkId = /"value":"(lnk_[^"]+)"/.exec(JSON.stringify(modal.blocks))?.[1] ?? '';
});

afterAll(async () => {
  await scene.close();
});

/** A press, signed by Slack, of a button that this person never saw. */
const press = (actionId: string, user: string, team: string) =>
  postAsSlack(
    { appUrl: scene.appUrl, signingSecret: scene.slack.signingSecret },
    {
      payload: {
        type: 'block_actions',
        // In a shared channel, `team` is the workspace with the app, and `team_id` the person’s own.
        ...{ team: { id: TEAM, domain: 'x' }, user: { id: user, team_id: team, username: 'x', name: 'x' } },
        ...{ api_app_id: 'A0PAYLINK1', token: 't', trigger_id: '1.2.3' },
        container: { type: 'message', channel_id: OMAR_DM, message_ts: '1.1' },
        channel: { id: OMAR_DM, name: 'x' },
        actions: [{ type: 'button', action_id: actionId, block_id: 'b', action_ts: '1.1', value: linkId }],
      },
    },
  );

test.each([
  ['try_again', OMAR, TEAM],
  ['check_again', OMAR, TEAM],
  ['try_again', SARA, GUEST_TEAM],
  ['refresh_link', SARA, GUEST_TEAM],
  ['link_details', OMAR, GUEST_TEAM],
  ['make_another', OMAR, GUEST_TEAM],
  ['change_link', OMAR, GUEST_TEAM],
])('%s of somebody else’s link shows nothing of it to %s of %s', async (actionId, user, team) => {
  expect(linkId).not.toBe('');
  const before = scene.slack.calls('chat.postMessage').length;
  expect((await press(actionId, user, team)).status).toBe(200);
  // Other messages about the link may be posted meanwhile.
  await scene.slack.until(() =>
    scene.slack
      .calls('chat.postMessage')
      .slice(before)
      .find(({ args }) =>
        /can’t find this payment link|Only members of the workspace/.test(String(args['text'])),
      ),
  );
  expect(JSON.stringify(scene.slack.calls().slice(-2))).not.toContain('Khan');
  expect(scene.slack.calls('views.open')).toHaveLength(1);
});
