// @module-tag long
// @module-tag store

import { afterAll, beforeAll, expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { closeModals, createForm, issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { ask, DAY, report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Ravi an admin. */
let scene: Scene;

const make = async (name: string, invoiceAmount: string, notes: string, as = SARA) => {
  await issueLink(scene, { FullName: name, invoiceAmount, notes }, { as });
  await closeModals(scene, as);
};

/** Of the only link with this amount. */
const change = async (fils: number, set: string) => {
  const tables = await openTables(scene.database.place);
  await tables.run(`update links set ${set} where amount_fils = ${fils}`);
  await tables.close();
};

const madeDaysAgo = (fils: number, days: number) =>
  change(fils, `created_at = ${scene.clock.now() - days * DAY}`);

const orderOf = (fils: number) =>
  scene.sandbox.links().find(({ amountFils }) => amountFils === fils)?.orderId ?? '';

const unpaidOf = async (fils: number): Promise<number> => {
  let count = 0;
  for await (const { dueFils } of scene.store.saleFigures.unpaid('T0PLAY')) count += dueFils === fils ? 1 : 0;
  return count;
};

/** The new list, as this person sees it. */
const list = async (as: string, words = 'unpaid') => {
  const count = () =>
    scene.slack.messages(FRONT_DESK, { as }).filter(({ ephemeralTo }) => ephemeralTo === as);
  const before = count().length;
  await ask(scene, words, { as });
  return scene.slack.until(() => count()[before]);
};

const unpaid = async (as: string, words = 'unpaid') =>
  seen(await list(as, words)).text.replaceAll(/reminded once, [^·\n]*/g, 'reminded once ');

beforeAll(async () => {
  scene = await startScene({
    env: { PAYLINK_ADMINS: RAVI },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  const tables = await openTables(scene.database.place);
  await tables.run(`insert into members (team_id, user_id, role, set_by, set_at) values
    ('T0PLAY', '${OMAR}', 'supervisor', '${RAVI}', 0)`);
  await tables.close();
  expect(await unpaid(OMAR)).toBe('✅ Nothing is unpaid.');
  expect(await unpaid(SARA)).toBe('✅ Nothing of yours is unpaid.');
  await make('Nour', '510', 'chair');
  await make('Lina Haddad', '1000', 'table');
  await scene.sandbox.pay(orderOf(100_000), { amountFils: 40_000 });
  await cardIn(scene, /Partly paid/);
  await make('Adam', '80', 'lamp');
  await make('Zara', '90', 'vase');
  await make('Paid Already', '70', 'cup');
  await scene.sandbox.pay(orderOf(7_000));
  await cardIn(scene, /✅ Paid/);
  await make('Huda', '300', 'sofa', FATIMA);
  await madeDaysAgo(51_000, 9);
  await madeDaysAgo(100_000, 3);
  await madeDaysAgo(8_000, 40);
  await change(8_000, `state = 'expired', expires_at = ${scene.clock.now() - 10 * DAY}`);
  await madeDaysAgo(9_000, 100);
  await change(9_000, `state = 'expired', expires_at = ${scene.clock.now() - 70 * DAY}`);
});

afterAll(() => scene.close());

test('who owes is listed oldest first: waiting, expired and the rest of a part payment, with how long ago and the reminders', async () => {
  const message = await list(SARA);
  expect(message.ephemeralTo).toBe(SARA);
  expect(seen(message).text.split('\n')).toEqual([
    '*Yours: 3 unpaid, AED 1,190.00*',
    'AED 1,110.00 still to come (2) · AED 80.00 expired, unpaid (1, last 90 days) · oldest first',
    expect.stringMatching(/^Adam · \*80\.00\* · lamp · 40 days · ⌛ expired$/),
    expect.stringMatching(/^Nour · \*510\.00\* · chair · 9 days · not reminded$/),
    expect.stringMatching(/^Lina · \*600\.00\* of 1,000\.00 · table · 3 days$/),
  ]);
  expect(seen(message).buttons).toEqual(['New link', 'Remind', 'Link for the rest']);
  await press(scene, message, 'link_for_rest');
  expect(seen(await createForm(scene)).fields).toMatchObject({ 'Amount in AED': '600.00' });
  await closeModals(scene);
});

test('a cashier’s list is their own, a supervisor’s is everybody’s with whose each is, and still to come is what Home and team say', async () => {
  expect(await unpaid(FATIMA)).toBe(
    [
      '*Yours: 1 unpaid, AED 300.00*',
      'AED 300.00 still to come (1) · oldest first',
      'Huda · *300.00* · sofa · today · not reminded',
    ].join('\n'),
  );
  const all = await unpaid(OMAR);
  expect(all).toContain('*4 unpaid, AED 1,490.00*\nAED 1,410.00 still to come (3) · ');
  expect(all).toContain(`sofa · today · not reminded · <@${FATIMA}>`);
  expect((await scene.store.saleFigures.toCome('T0PLAY')).all).toEqual({ count: 3, fils: 141_000 });
  const trail = await report(scene, 'audit @omar', /Audit trail/, { as: RAVI });
  expect(seen(trail).text).toMatch(/searched the links · links 4/);
});

test('more words after it are those of a search', async () => {
  await ask(scene, 'unpaid nour', { as: SARA });
  const found = await scene.slack.until(() =>
    scene.slack.messages(FRONT_DESK, { as: SARA }).findLast(({ text }) => /^My payment links/.test(text)),
  );
  expect(seen(found).text).toMatch(/AED 510\.00.*Nour/s);
  expect(seen(found).text).not.toContain('Lina');
});

test('Remind shows the reminder’s words with the next customer above them; each is counted, and who paid since is passed over', async () => {
  const shown = await list(OMAR);
  const remind = () =>
    scene.slack.click(
      OMAR,
      { channel: FRONT_DESK, ts: shown.ts },
      { actionId: 'unpaid_remind', blockId: 'unpaid_1' },
    );
  await remind();
  const first = await modalWith(scene, /1 of 2/, OMAR);
  expect(seen(first).text).toMatch(/^\*1 of 2\* · Nour · \*510\.00\* · chair · 9 days · not reminded · /);
  expect(seen(first).text).toContain('friendly reminder');
  expect(seen(first).buttons[0]).toBe('Next customer');
  await scene.slack.click(OMAR, { viewId: first.id }, { actionId: 'reminder_english' });
  expect(seen(await modalWith(scene, /Counted/, OMAR)).buttons[0]).toBe('Next customer');
  expect(await unpaid(OMAR)).toContain('chair · 9 days · reminded once');

  await scene.slack.click(OMAR, { viewId: first.id }, { actionId: 'unpaid_remind_next' });
  expect(seen(await modalWith(scene, /2 of 2/, OMAR)).text).toMatch(/Huda .*friendly reminder.*AED 300\.00/s);
  await closeModals(scene, OMAR);
  await scene.sandbox.pay(orderOf(51_000));
  await scene.slack.until(async () => (await unpaidOf(51_000)) === 0 || undefined);
  await remind();
  await modalWith(scene, /no longer unpaid/, OMAR);
  await closeModals(scene, OMAR);
});

test('eight are shown at a time, and the pages turn in place', async () => {
  for (let nth = 0; nth < 11; nth += 1)
    await make(`Customer ${'ABCDEFGHIJK'[nth]}`, String(1_100 + nth), 'rug', FATIMA);
  const first = await list(FATIMA);
  expect(seen(first).text).toContain('1–8, oldest first');
  expect(seen(first).buttons.at(-1)).toBe('Next');
  await press(scene, first, 'unpaid_next', FATIMA);
  const next = await scene.slack.until(() =>
    scene.slack
      .messages(FRONT_DESK, { as: FATIMA })
      .find(({ blocks }) => /9–12, oldest/.test(JSON.stringify(blocks))),
  );
  expect(seen(next).buttons).toEqual(['Remind', 'Remind', 'Remind', 'Remind', 'Previous']);
  expect(scene.slack.messages(FRONT_DESK, { as: FATIMA }).some(({ ts }) => ts === first.ts)).toBe(
    next.ts === first.ts,
  );

  const passOver = async (who: RegExp, fils: number) => {
    const target = { channel: FRONT_DESK, ts: next.ts };
    await scene.slack.click(FATIMA, target, { actionId: 'unpaid_remind', blockId: 'unpaid_1' });
    const { id } = await modalWith(scene, who, FATIMA);
    await scene.sandbox.pay(orderOf(fils));
    await scene.slack.until(async () => (await unpaidOf(fils)) === 0 || undefined);
    await scene.slack.click(FATIMA, { viewId: id }, { actionId: 'unpaid_remind_next' });
  };
  await passOver(/10 of 12/, 110_900);
  expect(seen(await modalWith(scene, /11 of 11/, FATIMA)).text).toContain('1,110.00');
  await closeModals(scene, FATIMA);
  await passOver(/10 of 11/, 111_000);
  await modalWith(scene, /Nobody else to remind/, FATIMA);
});
