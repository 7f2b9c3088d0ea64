import { type Config, ConfigError, loadConfig } from '../../config/config.ts';
import type { Environment } from '../../config/variables.ts';
import { failed, type Outcome, ok } from './check.ts';

export interface Surroundings {
  /** Faulty variables are replaced by stand-ins; null when even that gives no valid configuration. */
  config: Config | null;
  faults: string[];
  warnings: string[];
  /** Names of the faulty variables; checks that need them are skipped. */
  faulty: ReadonlySet<string>;
}

/** Valid but never used: checks that need a faulty variable do not run. */
const STAND_INS: Environment = {
  PUBLIC_URL: 'http://127.0.0.1:9',
  SLACK_SIGNING_SECRET: 'missing',
  SLACK_BOT_TOKEN: 'xoxb-missing',
  PAYLINK_BASE_URL: 'http://127.0.0.1:9',
  PAYLINK_API_KEY: 'missing',
  PAYLINK_ACCOUNT_ID: 'missing',
  PAYLINK_SECRET_KEY: 'missing',
  SLACK_CLIENT_ID: 'missing',
  SLACK_CLIENT_SECRET: 'missing',
  SLACK_STATE_SECRET: 'missing, and long enough',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

/** Reads the environment as the app does, but carries on with the valid part when some of it is faulty. */
export const readSurroundings = (env: Environment): Surroundings => {
  const first = tryConfig(env);
  if (first.config) return { ...first, faulty: new Set() };
  const faulty = new Set(first.faults.map((fault) => fault.split(' ')[0] ?? ''));
  const mended = { ...env };
  for (const name of faulty) Object.assign(mended, { [name]: STAND_INS[name], [`${name}_FILE`]: undefined });
  return { ...tryConfig(mended), faults: first.faults, warnings: first.warnings, faulty };
};

function tryConfig(env: Environment): Omit<Surroundings, 'faulty'> {
  try {
    return { ...loadConfig(env), faults: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { config: null, faults: error.faults, warnings: error.warnings };
    throw error;
  }
}

/** All faults of the environment, and names that look misspelt. */
export const checkEnvironment = ({ faults, warnings }: Surroundings): Outcome => {
  if (faults.length > 0)
    return failed(
      faults.length === 1 ? 'one fault' : `${faults.length} faults`,
      'Correct them in .env or in the environment; .env.example shows every setting.',
      [...faults, ...warnings],
    );
  if (warnings.length === 0) return ok('complete');
  return ok('complete, with names that Paylink does not know', {
    details: warnings,
    remedy: 'Correct or remove them.',
  });
};
