import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SARA } from '../../playground/slack/people-and-places.ts';
import { textOf } from '../fixtures/link-form.ts';
import { report } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});

afterEach(async () => {
  await scene.close();
});

describe('/paylink business', () => {
  test('shows what the service holds, to the asker alone', async () => {
    const message = await report(scene, 'business', /Saffron Dune Trading/);
    expect(message.ephemeralTo).toBe(SARA);
    expect(textOf(message)).toContain('Trade license number: SANDBOX-000000');
    expect(textOf(message)).toContain('Currency: AED');
    expect(textOf(message)).toContain('Only you see this');
    expect(scene.slack.calls('chat.postMessage')).toHaveLength(0);
  });

  test('says plainly that there is no business for the key, and what to do', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 404, times: 1 });
    const message = await report(scene, 'business', /has no business for this app’s API key/);
    expect(message.text).toContain('PAYLINK_API_KEY');
    expect(message.text).toMatch(/\(reference [A-Z0-9]+\)$/);
  });

  test('says any other failure in words, with the reference that is in the log', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 401 });
    const message = await report(scene, 'business', /did not accept this app’s credentials/);
    const reference = /reference ([A-Z0-9]+)/.exec(message.text)?.[1] ?? 'none';
    expect(scene.logLines.some((line) => line.includes(reference))).toBe(true);
  });
});
