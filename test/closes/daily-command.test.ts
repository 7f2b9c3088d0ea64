// @module-tag store

import { expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const scene = perTest(startScene);

const inChannel = () => scene.slack.messages(FRONT_DESK).map(({ text }) => text);

test('/paylink daily switches the close of this channel, shows whether it is on, and helps', async () => {
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/paylink', 'daily on 9pm');
  await slack.until(() => inChannel().some((text) => text.includes('The daily close is on in this channel')));
  expect(inChannel()).toContainEqual(
    '<@U0SARA0001> switched on the daily close for this channel: every day at 21:00 (Dubai).',
  );
  await slack.command(SARA, FRONT_DESK, '/paylink', 'daily tomorrow');
  await slack.until(() => inChannel().some((text) => text.includes('I didn’t understand “tomorrow”')));
  await slack.command(SARA, FRONT_DESK, '/paylink', 'Daily off');
  await slack.until(() => inChannel().some((text) => text.includes('is now off in this channel')));
  await slack.command(SARA, FRONT_DESK, '/paylink', 'daily');
  await slack.until(() =>
    inChannel().some((text) => text.includes('/paylink daily on 21:00 switches it on')),
  );
});

test.each(['daily on 9pm', 'weekly on monday 9:00'])(
  '%s that cannot be saved leaves no message in the channel',
  async (words) => {
    const { slack, database } = scene;
    const tables = await openTables(database.place);
    await tables.run('alter table audit_entries rename to away');
    await tables.close();
    await slack.command(SARA, FRONT_DESK, '/paylink', words);
    await slack.until(() => inChannel().some((text) => text.includes('Something went wrong')));
    expect(slack.posts(FRONT_DESK).map(({ text }) => text)).toEqual([
      expect.stringContaining('switched on the'),
    ]);
    expect(inChannel().join()).not.toContain('switched on');
  },
);
