import { type Config, ConfigError, loadConfig } from '../../config/config.ts';

export interface Surroundings {
  /** With stand-ins for what is at fault; null when nothing can be made of it. */
  config: Config | null;
  faults: string[];
  warnings: string[];
  /** Names of the variables at fault: what needs them cannot be checked. */
  faulty: ReadonlySet<string>;
}

type Environment = Record<string, string | undefined>;

/** Valid, and never used: no check runs that needs a variable at fault. */
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

/** Reads the environment as the app does, and goes on with what is good in it. */
export const readSurroundings = (env: Environment): Surroundings => {
  const first = tryConfig(env);
  if (first.config) return { ...first, faulty: new Set() };
  const faulty = new Set(first.faults.map((fault) => fault.split(' ')[0] ?? ''));
  const mended = { ...env };
  for (const name of faulty) mended[name] = STAND_INS[name];
  return { ...tryConfig(mended), faults: first.faults, faulty };
};

function tryConfig(env: Environment): Omit<Surroundings, 'faulty'> {
  try {
    return { ...loadConfig(env), faults: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { config: null, faults: error.faults, warnings: [] };
    throw error;
  }
}
