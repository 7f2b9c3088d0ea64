import type { Clock } from '../../clock.ts';
import { createAsk, runWithin } from './ask.ts';
import { type Check, type CheckId, type Facts, failed, type Outcome, type Round, skipped } from './check.ts';
import { checkCallbacks, checkPublicAddress } from './check-address.ts';
import { checkServiceCredentials } from './check-credentials.ts';
import { checkDatabase } from './check-database.ts';
import { checkEnvironment, readSurroundings, type Surroundings } from './check-environment.ts';
import { checkInstallations, checkMissingLinks } from './check-kept.ts';
import { checkRecords } from './check-records.ts';
import { checkClock, checkService } from './check-service.ts';
import { checkAppToken, checkSigningSecret, checkSlackScopes, checkSlackToken } from './check-slack.ts';
import { buildResult, type CheckResult, createRedactor } from './report.ts';

/** In the order they are printed. */
const CHECKS: Check[] = [
  checkDatabase,
  checkInstallations,
  checkMissingLinks,
  checkSlackToken,
  checkSlackScopes,
  checkAppToken,
  checkPublicAddress,
  checkSigningSecret,
  checkCallbacks,
  checkService,
  checkServiceCredentials,
  checkClock,
  checkRecords,
];

export interface DoctorOptions {
  env: Record<string, string | undefined>;
  clock: Clock;
  newToken: () => string;
  probeSignature?: boolean;
  /** How many days of records to read and report on. Null: skip records. */
  recordsDays?: number | null;
  /** How long to wait for one answer; a check that needs several gets this much for each. @default 8 s */
  patienceMs?: number;
  /** Called with each result as it comes. */
  onResult?: (result: CheckResult) => void;
}

/** Runs every check the environment allows, one after the other. Never throws. */
export const runDoctor = async (options: DoctorOptions): Promise<CheckResult[]> => {
  const { env, clock, newToken, probeSignature = false, recordsDays = null } = options;
  const { patienceMs = 8_000, onResult } = options;
  const surroundings = readSurroundings(env);
  const redact = createRedactor(env);
  const results: CheckResult[] = [];
  const titles = new Map<CheckId, string>(CHECKS.map(({ id, title }) => [id, title]));
  const isOk = (id: CheckId) => results.some((result) => result.id === id && result.status === 'ok');
  /** Passed, or did not apply. */
  const isNoObstacle = (id: CheckId) => isOk(id) || !results.some((result) => result.id === id);
  const { ask, close } = createAsk({ clock, patienceMs });
  let facts: Facts = {};

  const take = (id: CheckId, title: string, outcome: Outcome) => {
    facts = { ...facts, ...outcome.facts };
    const result = buildResult({ id, title, outcome, redact });
    results.push(result);
    onResult?.(result);
  };

  const run = async (check: Check): Promise<Outcome | null> => {
    const reason = findObstacle(check, { surroundings, isNoObstacle, titles });
    const { config } = surroundings;
    if (reason !== null || !config) return skipped(reason ?? 'the environment comes first');
    const round: Omit<Round, 'signal'> = {
      config,
      clock,
      ask,
      patienceMs,
      probeSignature,
      recordsDays,
      newToken,
      facts,
      isOk,
    };
    const limitMs = patienceMs * ((check.answers ?? 1) + 1);
    return settle(() => runWithin(limitMs, (signal) => check.run({ ...round, signal })), limitMs);
  };

  take('environment', 'Environment', checkEnvironment(surroundings));
  for (const check of recordsDays === null ? CHECKS.filter(({ id }) => id !== 'records') : CHECKS) {
    const outcome = await run(check);
    if (outcome !== null) take(check.id, check.title, outcome);
  }
  await close();
  return results;
};

function findObstacle(
  { needs, after = [] }: Check,
  seen: {
    surroundings: Surroundings;
    isNoObstacle: (id: CheckId) => boolean;
    titles: ReadonlyMap<CheckId, string>;
  },
): string | null {
  const faulty = needs.filter((name) => seen.surroundings.faulty.has(name));
  if (faulty.length > 0) return `not checked: needs ${faulty.join(', ')}`;
  const before = after.filter((id) => !seen.isNoObstacle(id)).map((id) => seen.titles.get(id));
  return before.length > 0 ? `not checked: “${before.join('”, “')}” comes first` : null;
}

/** A check that throws must not hide the others' results. Its message may hold anything, so we show only its name. */
async function settle(run: () => Promise<Outcome | null | 'late'>, limitMs: number): Promise<Outcome | null> {
  try {
    const outcome = await run();
    if (outcome !== 'late') return outcome;
    return failed(
      `no answer within ${Math.ceil(limitMs / 1000)} s`,
      'Try again. If it happens again, check the network in between.',
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : '';
    return failed(
      `could not be checked (${error instanceof Error ? error.name : 'no error'}${code})`,
      'Try again. If it happens again, this is a bug in the doctor: please report it.',
    );
  }
}
