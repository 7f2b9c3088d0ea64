// @module-tag long
// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { readRecord } from '../../packages/local-slack/src/page/read-json.ts';
import { OMAR, RAVI } from '../../packages/local-slack/src/people-and-places.ts';
import { buildAppEnvironment } from '../../tools/app-process.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { createInstance } from '../crash/instances.ts';
import { cardIn, press } from '../fixtures/press-card.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import type { Scene } from '../fixtures/start-paylink.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { endOf, letStepWork, ORDER, workflowFeatures } from '../fixtures/workflow.ts';

/** When the process is killed: `passed`: the event is on its way; the others as in the crash tests. */
const MOMENTS = [
  'event passed',
  'link asked',
  'link answered',
  'end asked',
  'end answered',
  'waiting for approval',
  'approved, link asked',
] as const;
type Moment = (typeof MOMENTS)[number];

const LIMIT = '5000';
const isAbove = (moment: Moment) => /approv/.test(moment);
const TIMEOUT_MS = 400_000;

/** The app in a process of its own. `hear`: called when a request of the app arrives and is answered. */
const start = async () => {
  let hear: (moment: string) => void = () => {};
  const database = await createTestDatabase({ isDurable: true });
  const sandbox = await createSandboxService({
    history: 'none',
    shape: { conflict: 'none' },
    onCall: ({ operation, when }) =>
      operation === 'generate' && hear(`link ${when === 'arrived' ? 'asked' : 'answered'}`),
  });
  const slack = await createLocalSlack({
    ...{ manifest: workflowFeatures(), allowance: 20, answerWithinMs: 20_000 },
    eventRetryDelaysMs: [1_000, 3_000, 10_000],
    onCall: ({ method, when }) =>
      method === 'functions.completeSuccess' && hear(`end ${when === 'arrived' ? 'asked' : 'answered'}`),
  });
  const instance = createInstance(() => ({
    PUBLIC_URL: 'http://127.0.0.1:9',
    ...buildAppEnvironment({ slack, sandbox }),
    ...database.env,
    PAYLINK_ADMINS: RAVI,
    PAYLINK_CHECK_AFTER_SECONDS: '1',
    PAYLINK_CHECK_AT_MOST_SECONDS: '2',
    PAYLINK_SWEEP_SECONDS: '3',
    PAYLINK_REQUEST_SECONDS: '4',
  }));
  const begin = async () => {
    await instance.start();
    slack.setAppUrl(`http://127.0.0.1:${instance.port()}`);
  };
  onTestFinished(async () => {
    await instance.stop();
    await Promise.all([slack.close(), sandbox.close()]);
    await database.remove();
  });
  await begin();
  const scene = { slack, sandbox } as Scene;
  await letStepWork(scene);
  await saveSettings(scene, { supervisor: [OMAR], approvalLimitFils: LIMIT });
  /** Kills the process within this moment, and starts the next one. */
  const killAt = (moment: string): Promise<void> =>
    new Promise((resolve, reject) => {
      hear = (heard) => {
        if (!moment.endsWith(heard)) return;
        hear = () => {};
        void instance.kill().then(begin).then(resolve, reject);
      };
    });
  return { scene, instance, begin, killAt };
};

test('a process killed at any step of a run makes one link, and ends the run once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { scene, instance, begin, killAt } = await start();
  const { slack, sandbox } = scene;
  for (const [at, moment] of MOMENTS.entries()) {
    const purpose = `Killed at ${moment}`;
    const amount = isAbove(moment) ? '7000' : '250';
    const customer = { phone: `+97150${1_000_000 + at}`, email: `zaynab.${at}@example.com` };
    const killed = /^event|^waiting/.test(moment) ? null : killAt(moment);
    const run = slack.runStep('create_payment_link', { ...ORDER, ...customer, purpose, amount });
    if (moment === 'event passed') await instance.kill().then(begin);
    const outcome = await run;
    if (!outcome.ok) throw new Error(outcome.problem);
    if (isAbove(moment)) {
      const card = await cardIn(scene, new RegExp(`Waiting for approval.*${purpose}`, 's'));
      if (moment.startsWith('waiting')) await instance.kill().then(begin);
      await press(scene, card, 'approve_link', OMAR).catch(() => undefined);
    }
    await killed;
    const ended = await endOf(scene, outcome.id);
    const made = sandbox.links().filter(({ request }) => request.notes === purpose);
    expect([moment, ended.state, made.length]).toEqual([moment, 'completed', 1]);
    expect(ended.outputs).toMatchObject({ reference: made[0]?.invoiceId });
    const taken = slack
      .calls()
      .filter(({ method, args }) => /^functions/.test(method) && args['function_execution_id'] === outcome.id)
      .filter(({ answer }) => readRecord(answer)['ok'] === true);
    expect([moment, taken.length]).toEqual([moment, 1]);
  }
});
