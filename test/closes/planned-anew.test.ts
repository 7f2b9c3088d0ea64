// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../playground/slack/people-and-places.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const HOUR = 60 * 60_000;
/** Five days ahead of the true time. */
const AHEAD = Date.parse('2026-11-26T12:00:00+04:00');

test('a running Paylink plans a close anew within an hour after the clock was put right', async () => {
  const clock = createManualClock(AHEAD);
  const scene = await startScene({ clock });
  onTestFinished(() => scene.close());
  const tables = await openTables(scene.database.place);
  onTestFinished(() => tables.close());
  const planned = async () =>
    (await tables.rows('jobs'))
      .filter((row) => row['kind'] === 'figures' && row['state'] === 'waiting')
      .map((row) => String(row['key']).slice(-10));
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'daily on 21:00');
  await expect.poll(planned).toEqual(['2026-11-26']);
  clock.setBack(5 * 24 * HOUR);
  await clock.advance(HOUR);
  await expect.poll(planned).toEqual(['2026-11-21']);
});
