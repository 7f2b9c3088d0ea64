// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecord } from '../../packages/local-slack/src/page/read-json.ts';
import { FRONT_DESK, OMAR, RAVI, SARA, SARA_OMAR } from '../../packages/local-slack/src/people-and-places.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { openTables, type Tables } from '../fixtures/read-tables.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { endOf, letStepWork, runOf, startRun, workflowFeatures } from '../fixtures/workflow.ts';

let scene: Scene;
let tables: Tables;
let made = 0;
const clock = createNoonClock(5);

beforeAll(async () => {
  scene = await startScene({
    clock,
    env: { PAYLINK_ADMINS: RAVI },
    slack: { manifest: workflowFeatures(), allowance: Number.POSITIVE_INFINITY },
  });
  tables = await openTables(scene.database.place);
});
afterAll(async () => {
  await tables.close();
  await scene.close();
});

/** Another customer, so that none is a duplicate. */
const another = () => {
  made += 1;
  return { phone: `+97150${String(1_000_000 + made)}`, email: `zaynab.${made}@example.com` };
};
const run = async (changes: Parameters<typeof startRun>[1] = {}) => {
  const id = await startRun(scene, { ...another(), ...changes });
  return endOf(scene, id);
};
/** What told Slack that the run is completed. */
const completions = (id: string) =>
  scene.slack.calls('functions.completeSuccess').filter(({ args }) => args['function_execution_id'] === id);
const asked = () =>
  scene.sandbox.requests.filter(({ path }) => path.endsWith('/payment-link/generate')).length;

describe('before an admin has said that it may', () => {
  test('a run ends with what the admin has to choose', async () => {
    expect(await run()).toMatchObject({
      state: 'failed',
      error: /chooses to whom links made by workflows belong/,
    });
    await saveSettings(scene, { servicePersonId: SARA });
    expect(await run()).toMatchObject({ state: 'failed', error: /confirms that customers accept the terms/ });
    expect(asked()).toBe(0);
  });
});

describe('once it may', () => {
  beforeAll(async () => {
    await letStepWork(scene);
    await saveSettings(scene, { supervisor: [OMAR], approvalLimitFils: '5000' });
  });

  test('a link is made for the service person, the run has it, and the card tells of the payment', async () => {
    const { state, outputs } = await run({ amount: '1,250.50', purpose: 'Boat trip' });
    const [link] = scene.sandbox.links();
    expect([state, outputs]).toEqual([
      'completed',
      {
        address: expect.stringMatching(/\/pay\//),
        reference: link?.invoiceId,
        amount: 'AED 1,250.50',
        expiry: expect.closeTo((scene.clock.now() + 30 * 24 * 60 * 60_000) / 1000, -3),
      },
    ]);
    const [row] = await scene.store.links.inState('open');
    expect(row).toMatchObject({ creatorId: SARA, ownerId: SARA, channelId: FRONT_DESK, amountFils: 125_050 });
    await cardIn(scene, /Boat trip/);
    await scene.sandbox.pay(link?.orderId ?? '');
    await cardIn(scene, /✅ Paid.*Boat trip|Boat trip.*✅ Paid/s);
  });

  test('an event that comes again makes nothing', async () => {
    const before = asked();
    const id = await startRun(scene, another());
    await endOf(scene, id);
    const sent = scene.slack.exchanges().findLast(({ what }) => what === 'event function_executed');
    const event = readRecord(readRecord(sent?.request)['event']);
    expect(await scene.slack.sendEvent(event)).toBe(true);
    await scene.slack.sendEvent(event);
    expect(completions(id)).toHaveLength(1);
    expect(asked()).toBe(before + 1);
  });

  test.each([
    [
      'an amount below the smallest',
      { amount: '5' },
      /^No link was made. Amount in AED: The smallest amount is AED 10.$/,
    ],
    ['two values', { name: '١', purpose: 'x' }, /Customer’s name: .+ What is it for\?: Write at least 2/],
    ['no channel', { channel: SARA_OMAR }, /Channel: Choose a channel/],
    [
      'what the form asks about',
      { email: 'zaynab@gmial.com' },
      /Customer’s e-mail: This address looks misspelt/,
    ],
    ['a card number', { purpose: '4111 1111 1111 1111' }, /looks like a card number/],
  ])('%s ends the run with what to change', async (_what, changes, words) => {
    const before = asked();
    expect(await run(changes)).toMatchObject({ state: 'failed', error: words });
    expect(asked()).toBe(before);
    expect(JSON.stringify(await tables.rows('jobs'))).not.toContain('4111');
  });

  test('a second sale to the customer ends the run with how the first one stands', async () => {
    const customer = another();
    const first = await run({ ...customer, amount: '321' });
    const { reference } = first.outputs ?? {};
    expect(await run({ ...customer, amount: '321' })).toMatchObject({
      state: 'failed',
      error: `No link was made. This customer has a link already: AED 321.00, ${reference}, 🟡 Waiting. Change that one on its card, or use /paylink for another sale.`,
    });
    expect(
      (await scene.store.links.inState('open')).filter(({ amountFils }) => amountFils === 32_100),
    ).toHaveLength(1);
  });

  test('what was refused stays refused until Slack has heard it', async () => {
    const sale = { ...another(), amount: '654' };
    await run(sale);
    scene.slack.faults.add({ method: 'functions.completeError', error: 'fatal_error', times: 1 });
    const id = await startRun(scene, sale);
    await scene.slack.until(() =>
      scene.slack.calls('functions.completeError').some(({ args }) => args['function_execution_id'] === id),
    );
    await tables.run("update links set state = 'failed' where amount_fils = 65400");
    expect(await endOf(scene, id)).toMatchObject({ error: /This customer has a link already/ });
    expect(scene.sandbox.links().filter(({ request }) => request.invoiceAmount === 654)).toHaveLength(1);
  });

  test('the service’s refusal ends the run, and the service person hears of it', async () => {
    scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 401, times: 1 });
    const { state, error } = await run();
    expect([state, error]).toEqual([
      'failed',
      expect.stringMatching(/did not accept this app’s credentials/),
    ]);
  });

  const waiting = async (changes: Parameters<typeof startRun>[1]) => {
    const id = await startRun(scene, { ...another(), amount: '7000', ...changes });
    const card = await cardIn(
      scene,
      new RegExp(`Waiting for approval.*${changes?.purpose}|${changes?.purpose}.*Waiting for approval`, 's'),
    );
    expect(runOf(scene, id)?.state).toBe('running');
    return { id, card };
  };

  test('above the limit the run waits for a person, and ends with the link', async () => {
    const { id, card } = await waiting({ purpose: 'Deposit one' });
    await press(scene, card, 'approve_link', OMAR);
    expect(await endOf(scene, id)).toMatchObject({ state: 'completed', outputs: { amount: 'AED 7,000.00' } });
  });

  test('what is declined ends the run with the reason', async () => {
    const { id, card } = await waiting({ purpose: 'Deposit two' });
    await press(scene, card, 'decline_link', OMAR);
    const form = await modalWith(scene, /Reason/, OMAR);
    await scene.slack.submit(OMAR, form.id, { reason: { reason: 'Wrong customer' } });
    expect(await endOf(scene, id)).toMatchObject({
      state: 'failed',
      error: 'No link was made. The request was declined. Reason: Wrong customer',
    });
  });

  test('a run that has ended elsewhere is done; a refusal that nobody knows is tried again', async () => {
    scene.slack.faults.add({
      method: 'functions.completeSuccess',
      error: 'execution_not_in_running_state',
      times: 1,
    });
    const over = await startRun(scene, another());
    await expect.poll(() => completions(over).length).toBe(1);
    scene.slack.faults.add({ method: 'functions.completeSuccess', error: 'access_denied', times: 1 });
    expect(await run()).toMatchObject({ state: 'completed' });
    expect(completions(over)).toHaveLength(1);
  });

  test('a service that is down ends the run once nobody can say what became of the link, and no second one is made', async () => {
    const customer = another();
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 500 });
    const id = await startRun(scene, customer);
    await expect.poll(async () => (await scene.store.links.inState('unknown')).length).toBe(1);
    expect(runOf(scene, id)?.state).toBe('running');
    clock.move(10 * 60_000);
    const [link] = await scene.store.links.inState('unknown');
    expect(await endOf(scene, id)).toMatchObject({
      state: 'failed',
      error: `We don’t know yet whether the link ${link?.invoiceId} was made. Don’t run this again: Paylink goes on checking, and its card comes to the channel if there is one.`,
    });
    scene.sandbox.faults.clear();
    expect(await run(customer)).toMatchObject({ error: /This customer has a link already: .*Checking/ });
  });
});
