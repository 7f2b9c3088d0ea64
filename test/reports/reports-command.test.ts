// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import type { Filled } from '../../packages/local-slack/src/page/page-api.ts';
import { FRONT_DESK, OMAR, QUIET, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { readyForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { ask, rowsIn, seedPaid, shown, startAtNoon } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';

const scene = perTest(startAtNoon);

const formOf = (as = SARA): Promise<SeenView> =>
  scene.slack.until(() => {
    const top = scene.slack.topModal(as);
    return top?.callbackId === 'report_form' ? readyForm(top) : undefined;
  });

const listed = () => scene.sandbox.requests.length;

const fill = (changes: Record<string, string> = {}): Filled =>
  Object.fromEntries(
    Object.entries({
      kind: 'transactions',
      from_day: '2026-11-01',
      to_day: '2026-11-21',
      place: FRONT_DESK,
      ...changes,
    }).map(([field, value]) => [field, { [field]: value }]),
  );

describe('words that are not dates', () => {
  test('open the form, which says so, and send no request', async () => {
    await ask(scene, 'transactions since the flood');
    const form = await formOf();
    expect(seen(form).text).toContain('I couldn’t read “since the flood” as dates.');
    expect(seen(form).fields['Show it in']).toBe(FRONT_DESK);
    expect(listed()).toBe(0);
  });

  test('fill in the dates that Paylink understood', async () => {
    await ask(scene, 'payouts 1 Oct - whenever');
    const { text, fields } = seen(await formOf());
    expect(text).toContain('The rest is filled in.');
    expect(fields).toMatchObject({ What: 'Payouts', From: '2026-10-01' });
  });
});

describe('/paylink-report', () => {
  const open = async (text = '', as = SARA, channel = FRONT_DESK) => {
    await ask(scene, text, { as, channel, command: '/paylink-report' });
    return formOf(as);
  };

  test('opens the form for today, or for its words', async () => {
    const today = '2026-11-21';
    expect(seen(await open()).fields).toMatchObject({ What: 'Transactions', From: today, To: today });
    expect(seen(await open('links last month', OMAR)).fields).toMatchObject({
      What: 'Payment links',
      From: '2026-10-01',
      To: '2026-10-31',
    });
  });

  test('shows the report only to the person who asked, even in a channel without the app', async () => {
    seedPaid(scene, 30);
    const form = await open('', SARA, QUIET);
    expect(await scene.slack.submit(SARA, form.id, fill({ place: QUIET }))).toEqual({ ok: true });
    const message = await shown(scene, /Rows 1–10 of 30/, { channel: QUIET });
    expect(message.ephemeralTo).toBe(SARA);
    expect(message.text).toContain('1 – 21 Nov 2026');
    expect(rowsIn(message)).toHaveLength(11);
    expect(scene.slack.topModal(SARA)).toBeUndefined();
  });

  test('refuses dates in the wrong order or in the future', async () => {
    const form = await open();
    expect(
      await scene.slack.submit(SARA, form.id, fill({ from_day: '2026-11-02', to_day: '2026-11-01' })),
    ).toMatchObject({ ok: false, errors: { to_day: 'Choose a day that is not before the first.' } });
    expect(
      await scene.slack.submit(SARA, form.id, fill({ from_day: '2026-11-22', to_day: '2026-11-23' })),
    ).toMatchObject({ ok: false, errors: { from_day: expect.stringContaining('in the future') } });
    expect(listed()).toBe(0);
  });
});
