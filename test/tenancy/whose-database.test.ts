// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { adoptAccount } from '../../src/operations/adopt.ts';
import { fillLinkForm, openForm, submitForm } from '../fixtures/link-form.ts';
import { whisperTo } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});

afterEach(() => scene.close());

/** In the database of the stopped app. */
const run = async (...statements: string[]) => {
  await scene.paylink.stop();
  const tables = await openTables(scene.database.place);
  for (const statement of statements) await tables.run(statement);
  await tables.close();
};

describe('the database of one workspace', () => {
  test.each([
    ['T0OTHER', 'the Slack workspace T0OTHER'],
    ['many', 'many workspaces'],
  ])('that was kept as that of %s refuses the app, in one line with the remedy', async (kept, words) => {
    await run(`update meta set value = '${kept}' where name = 'owner'`);
    await expect(scene.restart()).rejects.toThrow(
      `This database belongs to ${words}, and this Paylink serves the Slack workspace T0PLAY: give it a database of its own (DATABASE_URL or DATA_DIR), or start it with the Slack settings of before.`,
    );
    await run("update meta set value = 'T0PLAY' where name = 'owner'");
    await scene.restart();
  });

  test('makes no link for another account of the environment until somebody runs paylink adopt', async () => {
    await run("update accounts set account = 'earlier', first_account = 'earlier'");
    await scene.restart();
    const outcome = await scene.slack.command(SARA, FRONT_DESK, '/paylink', '250');
    expect(outcome.ok).toBe(true);
    await scene.slack.until(async () => /paylink adopt/.test((await whisperTo(scene)).text));
    await scene.paylink.stop();
    expect(await adoptAccount(scene.config)).toMatch(
      /^T0PLAY: new links belong to account \S+ at 127\.0\.0\.1\. Before, it was earlier/,
    );
    expect(await adoptAccount(scene.config)).toMatch(/^Nothing to confirm/);
    await scene.restart();
    await submitForm(scene, await openForm(scene), fillLinkForm());
    expect(scene.sandbox.links()).toHaveLength(1);
  });
});
