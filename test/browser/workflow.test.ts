// @module-tag browser
// @module-tag long

import { expect, test } from 'vitest';
import { FRONT_DESK, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { letStepWork, ORDER, workflowFeatures } from '../fixtures/workflow.ts';
import {
  addressOn,
  be,
  cardOf,
  inSimulator,
  modal,
  onPayPage,
  openModal,
  PAGE,
  page,
  see,
  shoot,
  visit,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({
    ...{ pageDir: PAGE, env: { PAYLINK_ADMINS: RAVI } },
    slack: { manifest: workflowFeatures() },
  });
  await letStepWork(scene);
  return scene;
};

visit('a workflow with the step “Create a payment link”', start, () => {
  const runs = () => page.getByTestId('step-run');
  const order = async (changes: Partial<typeof ORDER> = {}) => {
    for (const [name, value] of Object.entries({ ...ORDER, ...changes })) {
      const field = page.getByTestId(`step-${name}`);
      await (name === 'channel' ? field.selectOption(value) : field.fill(value));
    }
    await page.getByTestId('run-step').click();
  };

  test('an admin sees whose its links are', async () => {
    await be(RAVI, FRONT_DESK);
    await openModal('/paylink settings');
    await modal().getByRole('button', { name: 'Change: People' }).click();
    await see(modal(), 'Links made by workflows belong to');
    await shoot('workflow-people');
    await be(SARA, FRONT_DESK);
  });

  test('goes from its start to Paid', async () => {
    await (await inSimulator(page, 'workflows-toggle')).click();
    await order({ purpose: 'Boat trip' });
    await see(runs().first(), 'Completed');
    await shoot('workflow-completed');
    const card = cardOf('Boat trip');
    await see(card, 'Waiting');
    const address = await addressOn(runs().first());
    await onPayPage(address, /^Pay/, 'Paid. Thank you.', 'AED 250.00');
    await see(card, /Paid .*at \d/);
    await shoot('workflow-paid');
  });

  test('says why it ended without a link, and keeps what was typed', async () => {
    await order({ amount: '5', purpose: 'Too cheap' });
    await see(runs().first(), /The smallest amount is AED 10/);
    expect(await page.getByTestId('step-purpose').inputValue()).toBe('Too cheap');
    await shoot('workflow-failed');
  });
});
