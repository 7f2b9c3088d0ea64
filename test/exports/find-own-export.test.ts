// @module-tag postgres

import { expect, test } from 'vitest';
import { OMAR, SARA, TEAM } from '../../playground/slack/people-and-places.ts';
import type { Request } from '../../src/app-parts.ts';
import { EXPORT_JOB } from '../../src/exports/export-job-state.ts';
import { findOwnExport } from '../../src/exports/start-export.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { buildExportPayload } from './export-scene.ts';

const { store } = storePerTest();

test('only the person who started an export can use its buttons', async () => {
  const value = 'job_1';
  await store.jobs.add(
    { id: value, teamId: TEAM, kind: EXPORT_JOB, key: value, payload: buildExportPayload() },
    0,
  );
  const find = async (changes: { userId?: string; teamId?: string; value?: string | null }) => {
    const answers: string[] = [];
    const place = { teamId: TEAM, userId: SARA, value, ...changes };
    const nowhere = { isOutsider: false, isHome: false, triggerId: '', view: null, message: null };
    const own = await findOwnExport({ ...place, ...nowhere }, { store } as Request, async (text) =>
      answers.push(text),
    );
    return [own?.jobId ?? null, answers.length];
  };
  expect(await find({})).toEqual([value, 0]);
  for (const changes of [{ userId: OMAR }, { teamId: 'T0OTHER' }, { value: null }, { value: 'job_none' }])
    expect(await find(changes)).toEqual([null, 1]);
});
