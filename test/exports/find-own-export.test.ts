// @module-tag postgres

import { expect, test } from 'vitest';
import { OMAR, SARA, TEAM } from '../../playground/slack/people-and-places.ts';
import { findOwnExport } from '../../src/exports/start-export.ts';
import { startExports } from './start-exports.ts';

test('only the person who started an export can use its buttons', async () => {
  const stage = await startExports();
  try {
    const value = await stage.ask();
    const find = async (changes: { userId?: string; teamId?: string; value?: string | null }) => {
      const answers: string[] = [];
      const place = { teamId: TEAM, userId: SARA, value, ...changes };
      const nowhere = { isOutsider: false, isHome: false, triggerId: '', view: null, message: null };
      const own = await findOwnExport({ ...place, ...nowhere }, stage, async (text) => answers.push(text));
      return [own?.jobId ?? null, answers.length];
    };
    expect(await find({})).toEqual([value, 0]);
    for (const changes of [{ userId: OMAR }, { teamId: 'T0OTHER' }, { value: null }, { value: 'job_none' }])
      expect(await find(changes)).toEqual([null, 1]);
  } finally {
    await stage.close();
  }
});
