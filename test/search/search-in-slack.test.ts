// @module-tag long
// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FRONT_DESK,
  OMAR,
  RAVI,
  SALES,
  SARA,
} from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { modalWith, press } from '../fixtures/press-card.ts';
import { ask, report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Ravi an admin. */
let scene: Scene;

const make = async (
  as: string,
  name: string,
  invoiceAmount: string,
  { channel = FRONT_DESK, phone = '050 123 4567', email = `${name.split(' ')[0]}@example.com` } = {},
) => {
  await issueLink(scene, { FullName: name, invoiceAmount, Phone: phone, Email: email }, { as, channel });
  await scene.slack.closeView(as, scene.slack.topModal(as)?.id ?? '', true);
};

/** The result as this person sees it. */
const find = async (words: string, as = SARA, says = /payment links/i) => {
  const before = scene.slack.messages(FRONT_DESK, { as }).length;
  await ask(scene, words, { as });
  const message = await scene.slack.until(() => {
    const all = scene.slack.messages(FRONT_DESK, { as });
    const last = all.at(-1);
    return all.length > before && last && (says.test(last.text) || says.test(seen(last).text))
      ? last
      : undefined;
  });
  expect(message.ephemeralTo).toBe(as);
  return message;
};

const amountsIn = (message: SeenMessage) =>
  [...seen(message).text.matchAll(/\*AED ([\d,.]+)\*/g)].map(([, amount]) => amount);

beforeAll(async () => {
  scene = await startScene({
    env: { PAYLINK_ADMINS: RAVI },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  await saveSettings(scene, { supervisor: [OMAR] });
  await make(SARA, 'Sara Khan', '1250');
  await make(OMAR, 'Sara Malik', '80', { phone: '055 987 6543' });
  await make(SARA, 'Lina <Haddad>'.replace(/[<>]/g, ''), '300', { channel: SALES });
  await make(FATIMA, 'Omar Nasser', '1250', { phone: '052 111 2222' });
});

afterAll(() => scene.close());

describe('the role decides which links are found', () => {
  test('a cashier finds only their own links', async () => {
    expect(amountsIn(await find('find sara'))).toEqual(['1,250.00']);
    expect(amountsIn(await find('find 1250'))).toEqual(['1,250.00']);
    expect(amountsIn(await find('find'))).toEqual(['300.00', '1,250.00']);
    expect(amountsIn(await find('find 0559876543'))).toEqual([]);
    expect(amountsIn(await find('mine'))).toEqual(['300.00', '1,250.00']);
  });

  testAtLength('a supervisor finds all links and sees the owner of each', async () => {
    const message = await find('find sara', OMAR);
    expect(amountsIn(message)).toEqual(['80.00', '1,250.00']);
    expect(seen(message).text).toContain(`by <@${SARA}>`);
    expect(amountsIn(await find('find 1,250', OMAR))).toEqual(['1,250.00', '1,250.00']);
    expect(amountsIn(await find('mine', OMAR))).toEqual(['80.00']);
    expect(amountsIn(await find('find by @fatima', OMAR))).toEqual(['1,250.00']);
    expect(amountsIn(await find('find in #sales unpaid today', OMAR))).toEqual(['300.00']);
    expect(amountsIn(await find('find 055 987 6543', OMAR))).toEqual(['80.00']);
    expect(amountsIn(await find('find ٠٥٥٩٨٧٦٥٤٣', OMAR))).toEqual(['80.00']);
  });

  test('a cashier who searches a colleague’s links learns who can help', async () => {
    const message = await find('find by @omar', SARA, /only your own links/);
    expect(message.text).toContain(`Ask <@${OMAR}>`);
  });

  test('the audit trail records a search of colleagues’ links, without its words', async () => {
    await find('find lina', OMAR);
    const trail = await report(scene, 'audit @omar', /Audit trail/, { as: RAVI });
    expect(seen(trail).text).toMatch(/searched the links · links 1/);
    expect(seen(trail).text).not.toMatch(/lina/i);
  });
});

test('a result shows no e-mail and no full phone number, and its buttons work as on the card', async () => {
  const message = await find('find sara unpaid');
  const { text } = seen(message);
  expect(text).toMatch(/🟡 Waiting · \*AED 1,250\.00\* · Sara \(···567\) · June rent\nexpires /);
  expect(text).not.toMatch(/example\.com|1234567/);
  await press(scene, message, 'link_details');
  const details = await modalWith(scene, /Sara@example\.com/);
  await scene.slack.closeView(SARA, details.id, true);
  await press(scene, message, 'show_qr');
  const counter = await modalWith(scene, /1,250\.00/);
  await scene.slack.closeView(SARA, counter.id, true);
});

test('without results, the message repeats the query, suggests others and names ignored words', async () => {
  const message = await find('find <b>ahmed</b>nobody paid last year ?? 05012');
  const { text } = seen(message);
  expect(message.text).toBe('My payment links: none found');
  expect(text).toMatch(
    /· paid · with “b ahmed nobody” in the name or the purpose · made 1 Jan – 31 Dec 2025/,
  );
  expect(text).toMatch(/Try fewer words/);
  expect(text).toMatch(/Left out “\?\?” and “05012”: I look for a name, a phone number with all its digits/);
});

test('words of which none can be searched for list nothing', async () => {
  const message = await find('find sara@example.com');
  expect(message.text).toBe('My payment links: none found');
  expect(seen(message).text).toMatch(/Left out “sara@example\.com”: I look for a name/);
});

describe('more links than an answer shows', () => {
  beforeAll(async () => {
    for (let index = 1; index <= 8; index += 1)
      await make(SARA, 'Page Turner', `10.0${index}`, {
        phone: `050 777 000${index}`,
        email: `page${index}@example.com`,
        // The cards of one channel are posted a second apart: the newest need not wait for the others.
        channel: index === 8 ? SALES : FRONT_DESK,
      });
  });

  test('are counted, and only who may read reports is told where all of them are', async () => {
    const message = await find('find page');
    expect(amountsIn(message)).toEqual(['10.08', '10.07', '10.06', '10.05', '10.04', '10.03']);
    expect(seen(message).text).toMatch(/8 sales match; these are the newest 6\. [^`]*$/);
    expect(seen(await find('find page', RAVI)).text).toContain('`/paylink links` with dates has all of them');
  });
});
