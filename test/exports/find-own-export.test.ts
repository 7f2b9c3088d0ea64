import { expect, test } from 'vitest';
import { OMAR, SARA, TEAM } from '../../playground/slack/people-and-places.ts';
import { findOwnExport } from '../../src/exports/start-export.ts';
import { startExports } from './start-exports.ts';

test('only the one who asked for an export finds it by its button', async () => {
  const stage = await startExports();
  try {
    const value = await stage.ask();
    const find = async (changes: { userId?: string; teamId?: string; value?: string | null }) => {
      const told: string[] = [];
      const place = { teamId: TEAM, userId: SARA, value, ...changes };
      const nowhere = { isOutsider: false, isHome: false, triggerId: '', view: null, message: null };
      const own = await findOwnExport({ ...place, ...nowhere }, stage, async (text) => told.push(text));
      return [own?.jobId ?? null, told.length];
    };
    expect(await find({})).toEqual([value, 0]);
    for (const changes of [{ userId: OMAR }, { teamId: 'T0OTHER' }, { value: null }, { value: 'job_none' }])
      expect(await find(changes)).toEqual([null, 1]);
  } finally {
    await stage.close();
  }
});
