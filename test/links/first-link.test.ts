// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { LENA, OMAR, PARTNERS, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, codeIn, modalWith, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const APP_TOKEN = 'xapp-planted-token';
/** Without a public address, Slack cannot fetch pictures. */
const startUnreachable = () =>
  startScene({
    slack: { appToken: APP_TOKEN },
    env: { SLACK_APP_TOKEN: APP_TOKEN, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' },
  });

const theAddress = () => `${scene.sandbox.url}/pay/${scene.sandbox.links()[0]?.token}`;
const codesIn = (...[as, place]: Parameters<Scene['slack']['pictures']>) =>
  scene.slack.pictures(as, place).map((png) => png && decodeQr(png));

test('everyone in the channel sees the code under the card: the creator, a colleague, a guest', async () => {
  scene = await startScene();
  await issueLink(scene, {}, { channel: PARTNERS });
  const code = await codeIn(scene, PARTNERS);
  for (const as of [SARA, OMAR, LENA]) expect([as, codesIn(as, code)]).toEqual([as, [theAddress()]]);
});

testAtLength.each(['blank', 'shown'] as const)(
  'a window shows the code, also when Slack shows files there as %s',
  async (answer) => {
    scene = await startScene();
    scene.slack.behaviours.set('slackFilesInModals', answer);
    await issueLink(scene);
    const result = await modalWith(scene, /image_url/);
    expect(codesIn(SARA, { viewId: result.id })).toEqual([theAddress()]);
    await press(scene, await cardIn(scene), 'show_qr', OMAR);
    const { id: viewId } = await modalWith(scene, /image_url/, OMAR);
    expect(codesIn(OMAR, { viewId })).toEqual([theAddress()]);
  },
);

testAtLength('without a public address, windows link to the card for the code', async () => {
  scene = await startUnreachable();
  const result = await issueLink(scene);
  const code = await codeIn(scene);
  await press(scene, await cardIn(scene), 'show_qr', OMAR);
  const shown = await modalWith(scene, /The QR code is with the card/, OMAR);
  expect(seen(shown).text).toContain(theAddress());
  expect(seen(shown).addresses['In the channel']).toContain('/archives/');
  expect(scene.slack.pictures(OMAR, { viewId: shown.id })).toEqual([]);
  expect(codesIn(OMAR, code)).toEqual([theAddress()]);
  await modalWith(scene, /The QR code is with the card/);
  expect(scene.slack.pictures(SARA, { viewId: result.id })).toEqual([]);
});
