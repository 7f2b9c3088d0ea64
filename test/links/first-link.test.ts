// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { FRONT_DESK, LENA, OMAR, PARTNERS, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, codeIn, modalWith, press, repliesTo } from '../fixtures/press-card.ts';
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

test('Slack refuses no call from the form to Paid', async () => {
  scene = await startScene();
  await issueLink(scene);
  await codeIn(scene);
  const card = await cardIn(scene);
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '');
  await cardIn(scene, /✅ Paid <!date/);
  await scene.slack.until(() => repliesTo(scene, card)[0]);
  await scene.slack.until(() =>
    scene.slack.updates(FRONT_DESK).some((one) => /was removed/.test(seen(one).text)),
  );

  // The process checks its token once, at start.
  const calls = scene.slack.calls().filter(({ method }) => method !== 'auth.test');
  for (const call of calls) expect(call).toMatchObject({ answer: { ok: true } });
  expect(calls[0]?.method).toBe('views.open');
  const edits = scene.slack.updates(FRONT_DESK).map(seen);
  // The card and its code are each kept true, in any order.
  expect(edits.map(({ title }) => title).toSorted()).toEqual([
    expect.stringMatching(/^\*AED 250\.00\* · ✅ Paid /),
    '*AED 250.00* · 🟡 Waiting',
    expect.stringMatching(/^✅ Paid · AED 250\.00\. The QR code was removed/),
  ]);
  expect(edits[0]?.pictures).toEqual([]);
  expect(scene.logLines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
});

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
