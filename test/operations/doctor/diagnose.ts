import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import {
  buildReportJson,
  buildResultText,
  buildSummaryText,
  type CheckResult,
} from '../../../src/operations/doctor/report.ts';
import { type DoctorOptions, runDoctor } from '../../../src/operations/doctor/run-doctor.ts';
import { buildAppEnvironment } from '../../../tools/app-process.ts';
import type { Scene } from '../../fixtures/start-paylink.ts';

type Env = Record<string, string>;

export interface Diagnosis {
  failed: string[];
  skipped: string[];
  /** What the failed checks saw, with their ids: `database: it is not a folder`. */
  faults: string[];
  text: string;
  of(id: string): CheckResult;
}

/** The environment of a running scene, with the app at its own address. */
export const buildEnvironment = ({ slack, sandbox, appUrl, database }: Scene): Env => ({
  PUBLIC_URL: appUrl,
  ...buildAppEnvironment({ slack, sandbox }),
  ...database.env,
});

const OPEN = /^(PUBLIC_URL|PORT|SLACK_API_URL|PAYLINK_BASE_URL|DATA_DIR|DATABASE_URL|PAYLINK_SIGNATURE_.*)$/;

/** Runs the doctor. Nothing that it writes, for people or for machines, holds a secret of the environment. */
export const diagnose = async (
  env: Env,
  options: Partial<DoctorOptions> & { alsoSecret?: string[] } = {},
): Promise<Diagnosis> => {
  const { alsoSecret = [], ...rest } = options;
  const reported: CheckResult[] = [];
  const results = await runDoctor({
    env,
    clock: systemClock,
    newToken: randomUUID,
    onResult: (result) => reported.push(result),
    ...rest,
  });
  expect(reported).toEqual(results);
  const text = results.map(buildResultText).join('') + buildSummaryText(results);
  const secrets = Object.entries(env).flatMap(([name, value]) => (OPEN.test(name) ? [] : [value]));
  for (const secret of [...secrets, ...alsoSecret]) {
    expect(text).not.toContain(secret);
    expect(buildReportJson(results, '1')).not.toContain(secret);
  }
  const having = (status: CheckResult['status']) =>
    results.filter((result) => result.status === status).map(({ id }) => id);
  return {
    failed: having('failed'),
    skipped: having('skipped'),
    faults: results.filter(({ status }) => status === 'failed').map(({ id, seen }) => `${id}: ${seen}`),
    text,
    of: (id) => {
      const result = results.find((one) => one.id === id);
      if (!result) throw new Error(`no result of ${id}`);
      return result;
    },
  };
};
