import { App } from '@slack/bolt';
import { EMPTY_LINK_FORM } from '../../src/links/form/link-form-values.ts';
import { buildLinkForm } from '../../src/links/form/link-form-view.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';

/** The baseline: Bolt as in its documentation, opening one constant modal of the same size as ours. */
const env = (name: string): string => process.env[name] ?? '';

const view = buildLinkForm({
  values: EMPTY_LINK_FORM,
  metadata: { nonce: 'constant', isLong: false },
  settings: DEFAULT_SETTINGS,
  now: Date.now(),
  timeZone: 'Asia/Dubai',
});
const app = new App({
  token: env('SLACK_BOT_TOKEN'),
  signingSecret: env('SLACK_SIGNING_SECRET'),
  clientOptions: { slackApiUrl: env('SLACK_API_URL') },
});

app.command('/paylink', async ({ ack, client, command }) => {
  await ack();
  await client.views.open({ trigger_id: command.trigger_id, view });
});

await app.start(Number(env('PORT')));
process.stdout.write('ready\n');
