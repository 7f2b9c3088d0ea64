// @module-tag long
// @module-tag store

import { beforeEach, expect, test } from 'vitest';
import { FRONT_DESK, LENA, OMAR, PARTNERS, QUIET, SARA } from '../../playground/slack/people-and-places.ts';
import { perTest } from '../fixtures/per-test.ts';
import {
  ask,
  NOON,
  openColumns,
  pressFor,
  pressReport,
  report,
  rowsIn,
  seedPaid,
  shown,
  startAtNoon,
} from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startAtNoon);

beforeEach(() => seedPaid(scene, 23));

const share = async (channel = FRONT_DESK) => {
  const own = await report(scene, 'transactions', /Rows 1–10 of 23/, { channel });
  await pressReport(scene, own, 'report_share');
  return { own, copy: await shown(scene, /Shared by/, { channel }) };
};

test('a shared copy appears in the channel, with the sharer and the time', async () => {
  const { own, copy } = await share();
  expect(copy.ephemeralTo).toBeNull();
  expect(seen(copy).text).toContain(`Shared by <@${SARA}> · read from the payment service `);
  expect(JSON.stringify(copy.blocks)).toContain(`<!date^${NOON / 1000}^`);
  expect(copy.text).toContain('Transactions of today, Sat 21 Nov 2026 · Rows 1–10 of 23');
  expect(own.ephemeralTo).toBe(SARA);
});

test('a shared copy never has customers’ data, whatever columns were chosen', async () => {
  const own = await report(scene, 'transactions', /Rows 1–10 of 23/);
  expect(seen(own).text).toContain('Sample Customer');
  const window = await openColumns(scene, own);
  const groups = (
    window.blocks as { block_id?: string; element?: { options?: { value: string }[] } }[]
  ).filter(({ element }) => element?.options);
  const filled = Object.fromEntries(
    groups.map(({ block_id = '', element }) => [
      block_id,
      { [block_id]: (element?.options ?? []).map(({ value }) => value) },
    ]),
  );
  expect(await scene.slack.submit(SARA, window.id, filled)).toEqual({ ok: true });
  const wide = await scene.slack.until(() => {
    const [message] = scene.slack.messages(FRONT_DESK, { as: SARA });
    return message && rowsIn(message)[0]?.length !== rowsIn(own)[0]?.length ? message : undefined;
  });
  expect(seen(wide).text).toMatch(/sample\.customer|@example\.com/i);
  expect(seen(wide).text).toContain('**** ****');
  const copy = await pressFor(scene, wide, 'report_share', /Shared by/);
  expect(rowsIn(copy)[0]?.length).toBeGreaterThan(3);
  expect(seen(copy).text).toMatch(/Left out, because others see this: Customer, E-mail, /);
  expect(JSON.stringify(copy)).not.toMatch(/Sample Customer|@example\.com|\*\*\*\* \*\*\*\*/i);
});

testAtLength('a colleague gets their own report from the copy, which stays the same', async () => {
  const { copy } = await share();
  const own = await pressFor(scene, copy, 'report_next', /Rows 11–20 of 23/, { as: OMAR });
  expect(own.ephemeralTo).toBe(OMAR);
  expect(seen(own).text).toContain('Sample Customer');
  expect((await pressFor(scene, own, 'report_next', /Rows 21–23 of 23/, { as: OMAR })).ts).toBe(own.ts);
  const now = scene.slack.messages(FRONT_DESK).find(({ ts }) => ts === copy.ts);
  expect(now?.editedAt).toBeNull();
  expect(now?.blocks).toEqual(copy.blocks);
});

testAtLength('the sharer gets their own report from the copy too', async () => {
  const { copy } = await share();
  await pressReport(scene, copy, 'report_open');
  const own = await scene.slack.until(() =>
    scene.slack
      .messages(FRONT_DESK, { as: SARA })
      .findLast(({ ephemeralTo, ts }) => ephemeralTo === SARA && ts > copy.ts),
  );
  expect(seen(own).text).toContain('Only you see this');
});

test('people of another workspace see the copy but cannot use its buttons', async () => {
  const { copy } = await share(PARTNERS);
  const before = scene.sandbox.requests.length;
  for (const action of ['report_next', 'report_open']) {
    await pressReport(scene, copy, action, { as: LENA });
    const refusal = await shown(scene, /Only members of the workspace/, { as: LENA, channel: PARTNERS });
    expect(refusal.ephemeralTo).toBe(LENA);
  }
  expect(scene.sandbox.requests).toHaveLength(before);
});

testAtLength('the buttons of the copy and of the report work after a restart', async () => {
  const { own, copy } = await share();
  await scene.restart();
  await pressFor(scene, copy, 'report_next', /Rows 11–20 of 23/, { as: OMAR });
  expect((await pressFor(scene, own, 'report_next', /Rows 11–20 of 23/)).ts).toBe(own.ts);
});

testAtLength('nothing is shared in a channel without the app, and the message says what to do', async () => {
  const own = await report(scene, 'transactions', /Rows 1–10 of 23/, { channel: QUIET });
  await pressReport(scene, own, 'report_share');
  const refusal = await shown(scene, /Nothing was shared/, { channel: QUIET });
  expect(refusal.ephemeralTo).toBe(SARA);
  expect(refusal.text).toContain('/invite @Paylink');
});

testAtLength('a copy has no table if Slack refuses them', async () => {
  const own = await report(scene, 'transactions', /Rows 1–10 of 23/);
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'invalid_blocks', times: 1 });
  const copy = await pressFor(scene, own, 'report_share', /Shared by/);
  expect(rowsIn(copy)).toEqual([]);
  expect(seen(copy).text).toContain('\n*1.* 10:59 · *10.22* · ');
});

testAtLength('nothing is shared if the service fails, and the message says why', async () => {
  const own = await report(scene, 'transactions', /Rows 1–10 of 23/);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
  expect((await pressFor(scene, own, 'report_share', /Nothing was shared/)).text).toContain(
    'does not allow this app’s key',
  );
  expect(scene.slack.calls('chat.postMessage')).toHaveLength(0);
  await ask(scene, 'help');
});
