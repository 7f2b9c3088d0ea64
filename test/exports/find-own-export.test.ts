// @module-tag postgres

import { expect, test } from 'vitest';
import { OMAR, SARA, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import type { Request } from '../../src/app-parts.ts';
import { FILE_JOB } from '../../src/exports/order-file.ts';
import { OWN_FILE } from '../../src/exports/own-export.ts';
import type { Pressed } from '../../src/slack/frame.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { buildExportPayload } from './export-scene.ts';

const { store } = storePerTest();

test('only the person who asked for a file can use its buttons', async () => {
  const value = 'job_1';
  await store.jobs.add(
    {
      id: value,
      teamId: TEAM,
      kind: FILE_JOB,
      key: value,
      payload: { what: 'report', ...buildExportPayload() },
    },
    0,
  );
  const find = async (changes: { userId?: string; teamId?: string; value?: string | null }) => {
    const pressed = { place: { teamId: TEAM, userId: SARA, value, ...changes } };
    const own = await OWN_FILE.find(pressed as Pressed, { store } as Request);
    return own?.jobId ?? null;
  };
  expect(await find({})).toBe(value);
  for (const changes of [{ userId: OMAR }, { teamId: 'T0OTHER' }, { value: null }, { value: 'job_none' }])
    expect(await find(changes)).toBeNull();
});
