import type { Clock } from '../../clock.ts';
import { readVariables } from '../../config/variables.ts';
import { RemedyError } from '../../remedy-error.ts';
import { type Check, failed, type Outcome, readFailureCode } from './check.ts';
import { checkEnvironment, readSurroundings, type Surroundings } from './check-environment.ts';
import { CHECKS, SIGNATURE_CHECK } from './checks.ts';
import { buildResult, type CheckResult, createRedactor } from './report.ts';

export interface DoctorOptions {
  env: Record<string, string | undefined>;
  clock: Clock;
  newToken: () => string;
  probeSignature?: boolean;
  /** How long to wait for one answer. @default 8 s */
  patienceMs?: number;
  /** Called with each result as it comes. */
  onResult?: (result: CheckResult) => void;
}

/** Runs every check the environment allows, one after the other. Never throws. */
export const runDoctor = async (options: DoctorOptions): Promise<CheckResult[]> => {
  const { env, clock, newToken, probeSignature = false, patienceMs = 8_000, onResult } = options;
  const surroundings = readSurroundings(env);
  const redact = createRedactor({ ...env, ...readVariables(env).given });
  const results: CheckResult[] = [];

  const take = ({ id, title }: Pick<Check, 'id' | 'title'>, outcome: Outcome) => {
    const result = buildResult({ id, title, outcome, redact });
    results.push(result);
    onResult?.(result);
  };

  take({ id: 'environment', title: 'Environment' }, checkEnvironment(surroundings));
  for (const check of probeSignature ? [...CHECKS, SIGNATURE_CHECK] : CHECKS) {
    const { config } = surroundings;
    const lacks = listLacking(check, surroundings, results);
    const outcome: Outcome | null =
      lacks.length > 0 || config === null
        ? { status: 'skipped', seen: `not checked: needs ${lacks.join(', ') || 'the environment'}` }
        : await settle(check.run({ config, clock, patienceMs, newToken }));
    if (outcome !== null) take(check, outcome);
  }
  return results;
};

const listLacking = ({ needs }: Check, { faulty }: Surroundings, results: CheckResult[]): string[] => {
  const earlier = results.filter(({ id, status }) => needs.includes(id) && status !== 'ok');
  // It has named the same variables.
  if (earlier.length > 0) return earlier.map(({ title }) => `“${title}”`);
  return needs.filter((need) => faulty.has(need));
};

/** A check that throws must not hide the others' results. Its message may hold anything, so we show only its code or name. */
const settle = async (run: Promise<Outcome | null>): Promise<Outcome | null> => {
  try {
    return await run;
  } catch (error) {
    // In the words of the start.
    if (error instanceof RemedyError) return failed('a start would be refused', error.message);
    return failed(
      `could not be checked (${readFailureCode(error)})`,
      'Try again. If it happens again, this is a bug in the doctor: please report it.',
    );
  }
};
