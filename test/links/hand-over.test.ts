// @module-tag long
// @module-tag store

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import {
  BOT_USER,
  FATIMA,
  FATIMA_DM,
  LENA,
  OMAR,
  OMAR_DM,
  RAVI,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { buildHandOverNotice, buildNewsNotice } from '../../src/links/card/notice-kinds.ts';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import { closeModals, issueLink } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press, repliesTo, whisperTo } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection, saveSettings } from '../fixtures/settings-windows.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { startNotices } from './run-notices.ts';

/** Sara is a cashier who made the link; Omar and Fatima made one before; Ravi is the admin. */
const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: RAVI, PAYLINK_SWEEP_SECONDS: '86400' } }));
let card: SeenMessage;

/** Paylink knows a person who has created a link. */
const makeKnown = async (as: string, notes: string, invoiceAmount = '20') => {
  const other = { FullName: 'Zaynab Saleh', Email: 'z@example.com', Phone: '+971501000009' };
  await issueLink(scene, { ...other, notes, invoiceAmount, options: [] }, { as });
  await closeModals(scene, as);
};

const issue = async () => {
  await issueLink(scene, { options: [] });
  await closeModals(scene);
  card = await cardIn(scene, /Waiting.*June rent/s);
};

const openWindow = async (as = SARA) => {
  await press(scene, card, 'hand_over', as);
  return modalWith(scene, /users_select/, as);
};
const give = (viewId: string, to: string, as = SARA) =>
  scene.slack.submit(as, viewId, { person: { person: to } });
const handOver = async (to: string, as = SARA) => {
  const outcome = await give((await openWindow(as)).id, to, as);
  expect(outcome).toMatchObject({ ok: true });
};
const messageIn = (channel: string, words: RegExp) =>
  shown(scene, words, { as: channel === OMAR_DM ? OMAR : SARA, channel });
const order = () => scene.sandbox.links().find(({ amountFils }) => amountFils === 25_000)?.orderId ?? '';
const rows = (table: string) => readTable(scene.database.place, table);

describe('a link that is handed over', () => {
  beforeEach(async () => {
    await makeKnown(OMAR, 'Cake');
    await issue();
  });

  test('belongs to the colleague, who gets a message: the window told the other, and the card names both', async () => {
    await handOver(OMAR);
    expect(seen(await modalWith(scene, /is with/)).text).toContain(`<@${OMAR}>`);
    const mine = await messageIn(OMAR_DM, /handed you a sale/);
    expect(mine.text).toContain(`<@${SARA}> handed you a sale: AED 250.00 for Sara`);
    expect(seen(mine)).toMatchObject({
      text: expect.stringMatching(/Refresh\nDetails\nHand over to…/),
      buttons: ['Show QR', 'WhatsApp'],
    });
    expect(seen(mine).text).toContain(': June rent · 🟡 Waiting');
    expect(seen(mine).text).toMatch(/ · card in <#C\w+>/);
    const now = await cardIn(scene, /now with/);
    expect(now.ts).toBe(card.ts);
    expect(seen(now).text).toContain(`made by <@${SARA}>, now with <@${OMAR}>`);
    expect([OMAR_DM, SARA_DM].map((dm) => scene.slack.messages(dm).length)).toEqual([1, 0]);
    expect((await rows('audit_entries')).filter(({ action }) => action === 'link-handed-over')).toMatchObject(
      [{ actor_id: SARA, detail: JSON.stringify({ from: SARA, to: OMAR }) }],
    );
    expect((await rows('link_events')).filter(({ cause }) => cause === 'handed over')).toMatchObject([
      { from_state: 'open', to_state: 'open', evidence: JSON.stringify({ from: SARA, to: OMAR, by: SARA }) },
    ]);
  });

  test('can be used by its new owner but no other cashier, and is in the owner’s app home', async () => {
    await handOver(OMAR);
    await cardIn(scene, /now with/);
    await press(scene, card, 'link_details', OMAR);
    const details = seen(await modalWith(scene, /History/, OMAR)).text;
    expect(details).toContain(`Now with: <@${OMAR}>`);
    expect(details).toContain('It was handed over to a colleague');
    await press(scene, card, 'link_details', SARA);
    expect((await whisperTo(scene, SARA)).text).toMatch(/a colleague’s link/);
    for (const [as, isThere] of [
      [OMAR, true],
      [SARA, false],
    ] as const) {
      await scene.slack.openHome(as);
      const home = await scene.slack.until(() => scene.slack.home(as));
      expect(seen(home).text.match(/June rent/g) ?? []).toHaveLength(isThere ? 1 : 0);
    }
  });

  testAtLength('tells its new owner by direct message, once, and the channel without a mention', async () => {
    await handOver(OMAR);
    await cardIn(scene, /now with/);
    await scene.sandbox.pay(order());
    const reply = await scene.slack.until(() => repliesTo(scene, card)[0]);
    expect(reply.text).toMatch(/^✅ \*Paid /);
    expect(reply.text).not.toContain('<@');
    await messageIn(OMAR_DM, /✅ \*Paid /);
    expect(scene.slack.messages(OMAR_DM).filter(({ text }) => text.includes('Paid'))).toHaveLength(1);
  });

  test('with others of its owner is one window and one message', async () => {
    await makeKnown(SARA, 'July rent', '30');
    await issueLink(scene, { notes: 'August rent', invoiceAmount: '40', options: [] });
    await closeModals(scene);
    const { id } = await openWindow();
    expect(JSON.stringify(await modalWith(scene, /All your other open sales \(2\)/))).toContain(
      '🟡 Waiting · AED 30.00 · Zaynab (···009) · July rent',
    );
    expect(
      await scene.slack.submit(SARA, id, { person: { person: OMAR }, others: { others: ['all'] } }),
    ).toMatchObject({
      ok: true,
    });
    await modalWith(scene, /3 sales. are with/);
    const mine = seen(await messageIn(OMAR_DM, /handed you 3 sales/));
    expect(mine.text).toMatch(/June rent.*July rent.*August rent/s);
    expect([OMAR_DM, SARA_DM].map((dm) => scene.slack.messages(dm).length)).toEqual([1, 0]);
    expect((await rows('links')).filter(({ owner_id }) => owner_id === SARA)).toEqual([]);
  });

  test('twice at the same time goes to the first person, and the second window names the owner', async () => {
    await makeKnown(FATIMA, 'Tea', '30');
    await press(scene, card, 'hand_over', RAVI);
    const [mine, admins] = [await openWindow(), await modalWith(scene, /users_select/, RAVI)];
    await Promise.all([give(mine.id, OMAR), give(admins.id, FATIMA, RAVI)]);
    const [links] = [(await rows('links')).filter(({ details }) => /June rent/.test(String(details)))];
    const owner = String(links[0]?.['owner_id']);
    expect([OMAR, FATIMA]).toContain(owner);
    const [lost, loser] = owner === OMAR ? [RAVI, FATIMA] : [SARA, OMAR];
    expect(seen(await modalWith(scene, /Not handed over/, lost)).text).toContain(
      `It is with <@${owner}> now`,
    );
    const tellings = (await rows('jobs')).filter(({ payload }) =>
      String(payload).includes('"what":"hand-over"'),
    );
    expect(tellings).toHaveLength(owner === OMAR ? 1 : 2);
    expect(tellings.some(({ payload }) => String(payload).includes(`{"to":"${loser}"`))).toBe(false);
  });

  testAtLength('after it was paid keeps its owner, and the window says so', async () => {
    const { id } = await openWindow();
    await scene.sandbox.pay(order());
    await cardIn(scene, /✅ Paid/);
    await give(id, OMAR);
    expect(seen(await modalWith(scene, /can’t be handed over/)).text).toContain('✅ Paid');
    expect(
      (await rows('jobs')).filter(({ payload }) => String(payload).includes('"what":"hand-over"')),
    ).toEqual([]);
  });

  testAtLength('by an admin names the admin in both messages', async () => {
    await handOver(OMAR, RAVI);
    expect((await messageIn(SARA_DM, /handed a sale of yours over/)).text).toContain(`<@${RAVI}> handed`);
    expect((await messageIn(OMAR_DM, /handed you/)).text).toContain(`a sale of <@${SARA}>’s`);
  });

  testAtLength(
    'to a colleague whom Slack cannot reach is reported to the person who handed it over',
    async () => {
      const still = await startNotices();
      onTestFinished(still.close);
      const link = await still.withCard();
      const handed = { from: SARA, to: OMAR, by: SARA };
      await still.store.links.handOver({
        ...{ ...handed, teamId: 'T0PLAY', ids: [link.id], at: still.clock.now(), jobs: () => [] },
        ...{ newAuditId: still.ids.auditEntry, holderOf },
      });
      still.slack.faults.add({ method: 'chat.postMessage', error: 'user_disabled', times: 1 });
      const lost = await still.run(buildHandOverNotice(link, OMAR, still.ids, { ...handed, others: [] }));
      expect(lost).toMatchObject({ outcome: 'failed', reason: 'user_disabled' });
      for (const notice of lost.next) await still.run(notice);
      expect(still.messageToSara()?.text).toMatch(/couldn’t deliver a message to them \(user_disabled\)/);
    },
  );
});

describe('a link whose owner is gone', () => {
  const takeOver = (message: SeenMessage, button: string, as: string) => press(scene, message, button, as);
  const heirs = async () => {
    for (const userId of [OMAR, FATIMA]) await scene.app.members.set('T0PLAY', userId, 'supervisor', RAVI);
  };
  /** Sara is gone: what Slack refuses her goes to the supervisors and the admin. */
  const remind = async () => {
    const link = (await scene.store.links.inState('open')).find(
      ({ details }) => details.notes === 'June rent',
    );
    if (!link) throw new Error('no link');
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'user_disabled', times: 1 });
    await scene.store.jobs.addAll([buildNewsNotice(link, scene.app.ids)], scene.app.clock.now());
    return messageIn(OMAR_DM, /Slack can’t reach/);
  };

  test('is taken over with one press; who presses later reads whose it is now', async () => {
    await heirs();
    await issue();
    const told = await remind();
    await takeOver(told, 'take_over', OMAR);
    expect(seen(await messageIn(OMAR_DM, /You took over a sale/)).buttons).toContain('Show QR');
    await cardIn(scene, /now with/);
    const fatimas = await shown(scene, /Slack can’t reach/, { as: FATIMA, channel: FATIMA_DM });
    await takeOver(fatimas, 'take_over', FATIMA);
    expect((await whisperTo(scene, FATIMA, FATIMA_DM)).text).toContain(`It is with <@${OMAR}> now`);
  });

  test('is taken over with all others of its owner', async () => {
    await heirs();
    await makeKnown(SARA, 'Cake');
    await issue();
    await takeOver(await remind(), 'take_over_all', OMAR);
    expect(seen(await messageIn(OMAR_DM, /You took over 2 sales/)).text).toMatch(/Cake.*June rent/s);
    expect((await rows('links')).map(({ owner_id }) => owner_id)).toEqual([OMAR, OMAR]);
  });
});

describe('a hand-over is refused', () => {
  beforeEach(issue);

  const refused = async (to: string, words: RegExp) => {
    const outcome = await give((await openWindow()).id, to);
    expect(outcome).toMatchObject({ ok: false });
    expect(JSON.stringify(outcome)).toMatch(words);
    expect((await rows('links'))[0]?.['owner_id']).toBe(SARA);
  };

  test.each(
    sample([
      ['a bot', BOT_USER],
      ['a person of another workspace', LENA],
      ['a person who has not used Paylink yet', OMAR],
    ]),
  )('to %s', async (_, to) => {
    await refused(to, /doesn’t know this person yet.*somebody from another company can’t have a link/);
  });

  test('to its owner', () => refused(SARA, /already theirs/));

  test('from a cashier who does not own the link', async () => {
    await makeKnown(OMAR, 'Cake');
    await press(scene, card, 'hand_over', OMAR);
    expect((await whisperTo(scene, OMAR)).text).toMatch(
      /Only the person who has it can hand it over, or supervisors/,
    );
    expect(scene.slack.modals(OMAR)).toEqual([]);
  });
});

testAtLength('a colleague with a role can get a link before creating one', async () => {
  await issue();
  await saveSettings(scene, { supervisor: [FATIMA] });
  await handOver(FATIMA);
  await cardIn(scene, new RegExp(`now with <@${FATIMA}>`));
});

test('all that a colleague who leaves has is handed over from the settings', async () => {
  await makeKnown(SARA, 'Cake');
  await issue();
  await saveSettings(scene, { supervisor: [OMAR] });
  const people = await openSection(scene, 'people');
  const choose = (chosen: string) =>
    scene.slack.click(RAVI, { viewId: people.id }, { actionId: 'hand_over_from', chosen });
  await choose(FATIMA);
  const none = await modalWith(scene, /has no open sales/, RAVI);
  await scene.slack.closeView(RAVI, none.id);
  await choose(SARA);
  const window = await modalWith(scene, /open sales/, RAVI);
  expect(seen(window).text).toContain(`<@${SARA}> has *2 open sales*.`);
  expect(await give(window.id, OMAR, RAVI)).toMatchObject({ ok: true });
  expect(seen(await modalWith(scene, /are with/, RAVI)).text).toContain(`*2 sales* are with <@${OMAR}> now`);
  await messageIn(OMAR_DM, /handed you 2 sales/);
  await cardIn(scene, /June rent.*now with <@U0OMAR0001>/s);
});

testAtLength('a card in direct messages stays there, and the new owner hears of the payment', async () => {
  await makeKnown(OMAR, 'Cake');
  await issueLink(scene, { card_place: 'me' });
  await closeModals(scene);
  card = await messageIn(SARA_DM, /Waiting.*June rent/s);
  await handOver(OMAR);
  await messageIn(SARA_DM, new RegExp(`Waiting.*now with <@${OMAR}>`, 's'));
  await scene.sandbox.pay(order());
  const told = await messageIn(OMAR_DM, /\*Paid /);
  expect(seen(told).buttons).toEqual(['Details']);
  const kept = await messageIn(SARA_DM, /✅ Paid/);
  expect(kept.ts).toBe(card.ts);
  expect(scene.slack.messages(SARA_DM).some(({ text }) => /\*Paid /.test(text))).toBe(false);
});
