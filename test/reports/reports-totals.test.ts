import { PNG } from 'pngjs';
import { afterEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, OMAR, SARA } from '../../playground/slack/people-and-places.ts';
import { textOf } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { DAY, NOON, pressReport, report, rowsIn, seedPaid, shown, startAtNoon } from '../fixtures/reports.ts';
import type { Scene, SceneOptions } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

const start = async (options: SceneOptions = {}) => {
  scene = await startAtNoon(options);
};

afterEach(async () => {
  await scene.close();
});

const dirhams = (fils: number) => {
  const [whole = '', decimals = ''] = (fils / 100).toFixed(2).split('.');
  return `AED ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

test('totals are of every row, to the fils, under the page', async () => {
  await start();
  seedPaid(scene, 999);
  const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 999/);
  await pressReport(scene, first, 'report_totals');
  const whole = await shown(scene, /Totals of all 999 rows\*, every one read/);
  const sum = scene.sandbox.transactions().reduce((fils, { amountFils }) => fils + amountFils, 0);
  expect(textOf(whole)).toContain(
    `*Totals of all 999 rows*, every one read: *${dirhams(sum)} received* (999)`,
  );
  expect(whole.ts).toBe(first.ts);
  expect(rowsIn(whole)).toEqual(rowsIn(first));
});

test('failed and refunded amounts follow the received one, and are in no other sum', async () => {
  await start();
  const links = scene.sandbox.seedLinks(30, (index) => {
    const createdAt = NOON - (40 - index) * 60_000;
    return { createdAt, paidAt: createdAt, amountFils: 10_000 + index, declined: index % 3 === 0 };
  });
  await scene.sandbox.refund(links[1]?.orderId ?? '', { amountFils: 2_500 });
  const sumOf = (status: string) =>
    dirhams(
      scene.sandbox
        .transactions()
        .filter((one) => one.status === status)
        .reduce((fils, { amountFils }) => fils + amountFils, 0),
    );
  const first = await report(scene, 'transactions', /Rows 1–10 of 31/);
  await pressReport(scene, first, 'report_totals');
  const whole = textOf(await shown(scene, /Totals of all 31 rows/));
  expect(whole).toContain(`every one read: *${sumOf('SUCCESS')} received* (20)`);
  expect(whole).toContain(`AED 25.00 refunded (1) · ${sumOf('FAILED')} failed (10)`);
  expect(whole).toContain(`${dirhams(10_000 * 20 + 300 - 2_500)} left after refunds.`);
});

testAtLength('without a classified row, says so in place of a sum', async () => {
  await start();
  seedPaid(scene, 3);
  for (const { orderId } of scene.sandbox.links())
    scene.sandbox.reword(orderId, { members: { status: 'ZORP' } });
  const page = await report(scene, 'transactions', /Rows 1–3 of 3/);
  const text = textOf(page);
  expect(text).toContain('All 3 rows: *Paylink cannot tell the outcome of any of these*');
  expect(text).toContain('AED 30.03 not classified (3)');
  expect(text).not.toContain('AED 0.00');
});

testAtLength('on a shared copy, only the presser sees them', async () => {
  await start();
  seedPaid(scene, 12);
  const own = await report(scene, 'transactions', /Rows 1–10 of 12/);
  await pressReport(scene, own, 'report_share');
  const copy = await shown(scene, /Shared by/);
  await pressReport(scene, copy, 'report_open', { as: OMAR });
  const omars = await shown(scene, /Only you see this/, { as: OMAR });
  await pressReport(scene, omars, 'report_totals', { as: OMAR });
  expect((await shown(scene, /Totals of all 12 rows/, { as: OMAR })).ephemeralTo).toBe(OMAR);
});

testAtLength('an error while reading leaves no totals, and says how far it got', async () => {
  await start();
  seedPaid(scene, 350);
  const first = await report(scene, 'transactions', /Rows 1–10 of 350/);
  const reading = () => scene.sandbox.requests.filter(({ path }) => path.includes('size=100'));
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 50 });
  await pressReport(scene, first, 'report_totals');
  await scene.sandbox.until(() => reading().length > 1);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
  const failed = await shown(scene, /No totals/);
  expect(textOf(failed)).toMatch(/after \d+ rows the rest could not be read\. .*\(reference [A-Z0-9]+\)/);
  expect(textOf(failed)).not.toMatch(/Totals of all \d/);
  expect(rowsIn(failed)).toHaveLength(11);
});

testAtLength('over the cap, reads nothing and suggests shorter ranges', async () => {
  await start({ env: { PAYLINK_EXPORT_ROWS: '20' } });
  seedPaid(scene, 30);
  const first = await report(scene, 'transactions this month', /Rows 1–10 of 30/);
  const before = scene.sandbox.requests.length;
  await pressReport(scene, first, 'report_totals');
  const refused = await shown(scene, /No totals/);
  expect(textOf(refused)).toMatch(
    /more than 20 rows, the maximum for one report.*`\/paylink transactions 2026-11-01 2026-11-\d\d`/,
  );
  expect(scene.sandbox.requests.length - before).toBeLessThanOrEqual(4);
});

testAtLength('a stopping process does not wait for them, and says so', async () => {
  await start();
  seedPaid(scene, 500);
  const first = await report(scene, 'transactions', /Rows 1–10 of 500/);
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 300 });
  await pressReport(scene, first, 'report_totals');
  await scene.sandbox.until(() => scene.sandbox.requests.some(({ path }) => path.includes('size=100')));
  scene.sandbox.faults.clear();
  await scene.restart();
  expect(textOf(await shown(scene, /No totals|Totals of all 500/))).toContain(
    'Paylink was restarted while it read',
  );
});

testAtLength(
  'whatever Slack refuses on the way, the last of its five answers is for the figures',
  async () => {
    await start({ clock: createNoonClock() });
    scene.slack.filesReadyAfter(0);
    scene.sandbox.seedLinks(300, (index) => {
      const createdAt = NOON - (1 + (index % 5)) * DAY;
      return { createdAt, paidAt: createdAt + 1_000, amountFils: 10_000 };
    });
    const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 300/);
    const before = scene.slack.calls('response_url').length;
    scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 800 });
    scene.slack.faults.add({ method: 'response_url', status: 404, error: 'invalid_blocks', times: 4 });
    await pressReport(scene, first, 'report_totals');
    const whole = await scene.slack.until(() => {
      const now = scene.slack.messages(FRONT_DESK, { as: SARA }).at(-1);
      return now && /Totals of all 300 rows/.test(textOf(now)) ? now : undefined;
    }, 15_000);
    expect(textOf(whole)).toContain('AED 30,000.00 received');
    expect(textOf(whole)).not.toContain('data_table');
    expect(scene.slack.calls('response_url')).toHaveLength(before + 5);
    expect(scene.slack.messages(FRONT_DESK, { as: SARA })).toHaveLength(1);
  },
);

describe('the chart', () => {
  /** A paid link a day for some days up to yesterday. */
  const seedDays = (days: number) =>
    scene.sandbox.seedLinks(days, (index) => {
      const createdAt = NOON - (days - index) * DAY;
      return { createdAt, paidAt: createdAt + 1_000, amountFils: 10_000 * (index + 1) };
    });

  const total = async (words: string, first: RegExp) => {
    const page = await report(scene, words, first);
    await pressReport(scene, page, 'report_totals');
    return scene.slack.until(() => {
      const now = scene.slack.messages(FRONT_DESK, { as: SARA }).at(-1);
      return now && /Totals of all \d/.test(textOf(now)) ? now : undefined;
    });
  };

  const typesOf = (message: { blocks: unknown[] | null }) =>
    (message.blocks ?? []).map((block) => (block as { type: string }).type);

  test('is Slack’s own if Slack accepts it, with the figures in words', async () => {
    await start();
    seedDays(5);
    const message = await total('transactions last 7 days', /Rows 1–5 of 5/);
    expect(typesOf(message)).toContain('data_visualization');
    expect(typesOf(message)).toContain('data_table');
    expect(textOf(message)).toContain('Money received by day, 15 – 21 Nov 2026');
    expect(message.text).toContain(
      'Bar chart. Money received by day, 15 – 21 Nov 2026: AED 1,500.00 in all.',
    );
  });

  testAtLength(
    'is a picture where Slack refuses its own, and Slack is not asked again for a while',
    async () => {
      await start();
      seedDays(5);
      const first = await report(scene, 'transactions last 7 days', /Rows 1–5 of 5/);
      scene.slack.faults.add({ method: 'response_url', error: 'invalid_blocks', times: 1 });
      await pressReport(scene, first, 'report_totals');
      const message = await shown(scene, /image_url/);
      expect(typesOf(message)).toContain('data_table');
      const picture = (message.blocks as { type: string; alt_text?: string }[]).find(
        ({ type }) => type === 'image',
      );
      expect(picture?.alt_text).toContain('Highest: Fri 20 Nov, AED 500.00.');
      const [seen] = scene.slack.pictures(SARA, { channel: message.channel, ts: message.ts });
      expect(seen && PNG.sync.read(seen)).toMatchObject({ width: 1200, height: 800 });
      expect(scene.slack.calls('files.getUploadURLExternal')).toHaveLength(0);
      const asked = scene.slack.calls('response_url').length;
      await pressReport(scene, message, 'report_totals');
      await scene.slack.until(() => scene.slack.calls('response_url').length > asked);
      expect(scene.slack.calls('response_url').at(-1)?.args).not.toMatchObject({
        blocks: expect.arrayContaining([expect.objectContaining({ type: 'data_visualization' })]),
      });
    },
  );

  testAtLength('with more days than Slack draws is a picture', async () => {
    await start();
    seedDays(30);
    const message = await total('transactions last 31 days', /Rows 1–10 of 30/);
    expect(typesOf(message)).toContain('image');
  });

  testAtLength('is left out if Slack refuses the picture too: the figures stay', async () => {
    await start();
    seedDays(5);
    const first = await report(scene, 'transactions last 7 days', /Rows 1–5 of 5/);
    scene.slack.faults.add({ method: 'response_url', error: 'invalid_blocks', times: 2 });
    await pressReport(scene, first, 'report_totals');
    const message = await shown(scene, /Totals of all 5 rows/);
    expect(typesOf(message)).not.toContain('image');
    expect(message.text).toContain('Bar chart.');
    expect(textOf(message)).toContain('AED 1,500.00');
  });

  testAtLength('is left out for a single day', async () => {
    await start();
    seedPaid(scene, 5);
    const message = await total('transactions today', /Rows 1–5 of 5/);
    expect(typesOf(message)).not.toContain('data_visualization');
    expect(typesOf(message)).not.toContain('image');
  });
});
