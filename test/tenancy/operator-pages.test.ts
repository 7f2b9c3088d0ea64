// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { startMany } from '../fixtures/start-many.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const PRIVACY_URL = 'https://shop.example.com/privacy?for=a|b&in=dubai';
const SUPPORT_URL = 'https://shop.example.com/help';
const SUPPORT = '<https://shop.example.com/help|Support>';
const PRIVACY = '<https://shop.example.com/privacy?for=a%7Cb&amp;in=dubai|Privacy>';

test.each([
  ['both', { PRIVACY_URL, SUPPORT_URL }, [PRIVACY, SUPPORT]],
  ['one', { SUPPORT_URL }, [SUPPORT]],
  ['none', {}, []],
])('Home and help link to the pages of whoever runs Paylink: %s', async (_, env, links) => {
  const scene = await startScene({ env });
  onTestFinished(() => scene.close());
  await scene.slack.openHome(SARA);
  const home = await scene.slack.until(() => scene.slack.home(SARA));
  await ask(scene, 'help');
  const help = await shown(scene, /How to use Paylink/);
  const linksIn = (text: string) => text.match(/<http[^>]*>/g) ?? [];
  expect([seen(home), seen(help)].map(({ text }) => linksIn(text))).toEqual([links, links]);
});

test.each([
  [
    'both',
    { PRIVACY_URL, SUPPORT_URL },
    ' <a href="https://shop.example.com/privacy?for=a|b&amp;in=dubai" rel="noreferrer">Privacy</a> · <a href="https://shop.example.com/help" rel="noreferrer">Support</a>',
  ],
  ['none', {}, ''],
])('so does the install page: %s', async (_, env, links) => {
  const scene = await startMany({ env });
  onTestFinished(() => scene.close());
  const about = await (await fetch(`${scene.appUrl}/slack/about`)).text();
  expect(about).toContain(`It never sees a card number.${links}</footer>`);
});
