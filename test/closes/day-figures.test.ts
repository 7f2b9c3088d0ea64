// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { FATIMA, OMAR, RAVI, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { openTables, readTable } from '../fixtures/read-tables.ts';
import { ask, DAY, HOUR, report, shown, startAtNoon } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import type { Scene, SceneOptions } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Ravi an admin. */
const start = async (options: SceneOptions = {}): Promise<Scene> => {
  const scene = await startAtNoon({ ...options, env: { PAYLINK_ADMINS: RAVI, ...options.env } });
  onTestFinished(scene.close);
  const tables = await openTables(scene.database.place);
  await tables.run(`insert into members (team_id, user_id, role, set_by, set_at) values
    ('${TEAM}', '${OMAR}', 'supervisor', '${RAVI}', 0)`);
  await tables.close();
  for (const createdAt of [NOON - HOUR, NOON - DAY, NOON - DAY])
    scene.sandbox.seedLinks(1, () => ({ amountFils: 5_000, createdAt, paidAt: createdAt }));
  return scene;
};

const figuresOf = async (scene: Scene, day: string, words: RegExp) =>
  seen(await report(scene, `daily ${day}`, words, { as: OMAR })).text;

test('whoever may read reports reads the figures of a day, and who switches the post on is asked for more', async () => {
  const scene = await start();
  await issueLink(scene);
  const today = await figuresOf(scene, 'today', /^Figures of Sat 21 Nov 2026/);
  expect(today).toContain('*AED 50.00 received* (1)');
  expect(today).toContain('still to come');
  // Nothing of today: neither what is still to come now, nor how sales of other days stand.
  const yesterday = await figuresOf(scene, 'yesterday', /^Figures of Fri 20 Nov 2026/);
  expect(yesterday).toContain('*AED 100.00 received* (2)');
  expect(yesterday).not.toMatch(/still to come|as they stand now|to check|PL-/);
  expect(seen(await report(scene, 'daily last week', /didn’t understand/, { as: OMAR })).text).toContain(
    'last week',
  );
  await ask(scene, 'daily on 21:00', { as: OMAR });
  await shown(scene, /can only be switched on and off by finance/, { as: OMAR });
  await ask(scene, 'daily today', { as: FATIMA });
  await shown(scene, /Received today: nothing.*Your own sales\. Everybody’s\? Ask/s, { as: FATIMA });
  const read = (await readTable(scene.database.place, 'audit_entries')).filter(
    ({ action }) => action === 'report-read',
  );
  expect(
    read.map(({ actor_id, subject, detail }) => [actor_id, subject, JSON.parse(String(detail))]),
  ).toEqual([
    [OMAR, 'daily', { from: '2026-11-21', to: '2026-11-21' }],
    [OMAR, 'daily', { from: '2026-11-20', to: '2026-11-20' }],
  ]);
});

test('a day with more rows than reports may read has no figures', async () => {
  const scene = await start({ env: { PAYLINK_EXPORT_ROWS: '1' } });
  await report(scene, 'daily yesterday', /more rows for these days than Paylink reads at once/, { as: OMAR });
});

testAtLength(
  'while the service is slow the person reads so, and that the process ended before it answered',
  async () => {
    const scene = await start();
    scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 5_000 });
    await ask(scene, 'daily today', { as: OMAR });
    await shown(scene, /Reading the figures of Sat 21 Nov 2026/, { as: OMAR });
    scene.sandbox.faults.clear();
    await scene.restart();
    await shown(scene, /Paylink was restarted while it read\. Ask again in a minute\./, { as: OMAR });
  },
);
