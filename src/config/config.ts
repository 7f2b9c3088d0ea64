import type { z } from 'zod';
import { editDistance } from '../edit-distance.ts';
import type { PaymentCredentials, PaymentServiceSettings } from '../payment-service/client-settings.ts';
import type { ConfiguredState } from '../payment-service/index.ts';
import { RemedyError } from '../remedy-error.ts';
import { version } from '../version.ts';
import { environmentSchema, judgeVariables } from './environment.ts';
import { type Environment, KNOWN_NAMES, readVariables } from './variables.ts';

/** One workspace by its token, or many that install the app. */
type SlackAccess =
  | { kind: 'token'; botToken: string }
  | { kind: 'oauth'; clientId: string; clientSecret: string; stateSecret: string };

export type ServiceSettings = Omit<PaymentServiceSettings, keyof PaymentCredentials>;

export type Config = ReturnType<typeof buildConfig>;

export type CheckSettings = Config['checks'];

export type OperatorPages = Config['pages'];

/**
 * All faults of the environment at once, one line each with its remedy. Never contains a value. `warnings` name variables
 * that look like ours but are not: one of them may be the one that is missing.
 */
export class ConfigError extends RemedyError {
  override name = 'ConfigError';
  readonly faults: string[];
  readonly warnings: string[];

  constructor(faults: string[], warnings: string[] = []) {
    const list = (lines: string[]) => lines.map((line) => `\n  - ${line}`).join('');
    const hints = warnings.length === 0 ? '' : `\nLook at these, too:${list(warnings)}`;
    super(`The configuration has errors:${list(faults)}${hints}`);
    this.faults = faults;
    this.warnings = warnings;
  }
}

/**
 * Reads the whole environment. Throws `ConfigError` with all its faults. `warnings` name variables that
 * look like ours but are not, most likely typos.
 */
export const loadConfig = (env: Environment): { config: Config; warnings: string[] } => {
  const { given, faults: unreadable } = readVariables(env);
  const result = environmentSchema.safeParse(given);
  // A secret whose file is at fault is not missing.
  const { faults, unused } = judgeVariables({ ...given, ...unreadable });
  const warnings = [
    ...findLikelyTypos(env),
    ...unused.map((name) => `${name} is not used together with the other settings of Slack`),
  ];
  const all = [...faults, ...Object.values(unreadable), ...listFaults(result.error)];
  if (!result.success || all.length > 0) throw new ConfigError(all, warnings);
  return { config: buildConfig(result.data), warnings };
};

/** Some variables, for a command that does without the others. Throws `ConfigError`. */
export const readPart = <Part extends z.ZodObject>(part: Part, env: Environment): z.output<Part> => {
  const { given, faults } = readVariables(env, Object.keys(part.shape));
  const result = part.safeParse(given);
  const all = [...Object.values(faults), ...listFaults(result.error)];
  if (!result.success || all.length > 0) throw new ConfigError(all);
  return result.data;
};

const listFaults = (error: z.ZodError | undefined): string[] =>
  error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

type Read = z.infer<typeof environmentSchema>;

const buildConfig = (read: Read) => ({
  port: read.PORT,
  /** Of the metrics alone; null: they have none of their own. */
  metricsPort: read.METRICS_PORT ?? null,
  /**
   * Where the payment service and Slack reach this app, without a trailing slash. Null: nothing can reach it, so
   * Slack connects by Socket Mode and the service sends no callbacks.
   */
  publicUrl: read.PUBLIC_URL ?? null,
  slack: {
    apiUrl: `${read.SLACK_API_URL}/`,
    /** Null: Socket Mode, where only Slack can send us requests. */
    signingSecret: read.SLACK_SIGNING_SECRET ?? null,
    /** For Socket Mode; null: Slack uses HTTP. */
    appToken: read.SLACK_APP_TOKEN ?? null,
    access: readAccess(read),
  },
  /** The only merchant's credentials; null: each workspace has its own, in the database. */
  credentials: readCredentials(read),
  /** For secrets in the database: the first key encrypts, all of them decrypt. */
  encryptionKeys: read.ENCRYPTION_KEY ?? [],
  /** Member ids of Paylink's admins in a single-workspace setup. */
  admins: read.PAYLINK_ADMINS,
  /** Payment service settings shared by all merchants; each merchant's credentials are added to them. */
  paymentService: {
    baseUrl: need(read, 'PAYLINK_BASE_URL'),
    timeZone: read.PAYLINK_TIME_ZONE,
    userAgent: `paylink-slack/${version}`,
    signatureEncoding: read.PAYLINK_SIGNATURE_ENCODING,
    signatureGet: read.PAYLINK_SIGNATURE_GET,
    paths: {
      transactions: read.PAYLINK_TRANSACTIONS_PATH,
      payouts: read.PAYLINK_PAYOUTS_PATH,
      links: read.PAYLINK_LINKS_PATH,
      link: read.PAYLINK_LINK_PATH,
      transaction: read.PAYLINK_TRANSACTION_PATH,
    },
  } satisfies ServiceSettings,
  checks: {
    /** Milliseconds from a link becoming uncertain to the first check on it. */
    checkAfterMs: read.PAYLINK_CHECK_AFTER_SECONDS * 1000,
    /** The longest wait between two checks of an uncertain link. */
    checkAtMostMs: read.PAYLINK_CHECK_AT_MOST_SECONDS * 1000,
    /** Time between two sweeps over what is new at the service. */
    sweepEveryMs: (read.PAYLINK_SWEEP_SECONDS ?? sweepSeconds(read)) * 1000,
    /**
     * How long after its start a request may still be running, in the service or in one of our processes. After
     * that, a link still waiting for its answer counts as abandoned, and if the listing does not show it, it was
     * never created.
     */
    requestLastsMs: read.PAYLINK_REQUEST_SECONDS * 1000,
  },
  /** Service words whose meaning here differs from the built-in table of state words. */
  stateWords: {
    paid: read.PAYLINK_PAID_WORDS,
    failed: read.PAYLINK_FAILED_WORDS,
    cancelled: read.PAYLINK_CANCELLED_WORDS,
    expired: read.PAYLINK_EXPIRED_WORDS,
    refunded: read.PAYLINK_REFUNDED_WORDS,
    waiting: read.PAYLINK_WAITING_WORDS,
  } satisfies Partial<Record<ConfiguredState, readonly string[]>>,
  /** The most rows in one export. */
  exportRows: read.PAYLINK_EXPORT_ROWS,
  /** Links from a file: the most of one file, and how many are asked for in a second. */
  batches: { mostRows: read.PAYLINK_BATCH_ROWS, rowsPerSecond: read.PAYLINK_BATCH_ROWS_PER_SECOND },
  /** Days after a link's creation when its customer's data is erased, unless it can still be paid. Null: never. */
  retentionDays: read.RETENTION_DAYS ?? null,
  /** Of whoever runs this app, by the words of their links. */
  pages: Object.entries({ Privacy: read.PRIVACY_URL, Support: read.SUPPORT_URL }).flatMap(
    ([name, address]) => (address === undefined ? [] : [{ name, address }]),
  ),
  /** Contains a password. Null: the embedded database in `dataDir`. */
  databaseUrl: read.DATABASE_URL ?? null,
  dataDir: read.DATA_DIR,
  logLevel: read.LOG_LEVEL,
});

/** Whether the service finds a link, and a transaction, by its id. */
export const isLookUpConfigured = ({ paymentService: { paths } }: Config): boolean =>
  paths.link !== '' && paths.transaction !== '';

/** The longest a payment can go unnoticed; null: the service sends callbacks. */
export const findNoticingMs = ({ publicUrl, checks }: Config): number | null =>
  publicUrl === null ? checks.sweepEveryMs : null;

/** Without callbacks only the sweep notices payments, so sweep more often. */
const sweepSeconds = (read: Read): number => (read.PUBLIC_URL === undefined ? 60 : 600);

/** `judgeVariables` has named what is missing, with a remedy; this is for the compiler. */
function need(
  read: Read,
  name:
    | 'PAYLINK_BASE_URL'
    | 'SLACK_BOT_TOKEN'
    | 'PAYLINK_API_KEY'
    | 'PAYLINK_ACCOUNT_ID'
    | 'PAYLINK_SECRET_KEY',
): string {
  const value = read[name];
  if (value === undefined) throw new ConfigError([`${name} is missing`]);
  return value;
}

function readAccess(read: Read): SlackAccess {
  const {
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: stateSecret,
  } = read;
  if (clientId === undefined || clientSecret === undefined || stateSecret === undefined)
    return { kind: 'token', botToken: need(read, 'SLACK_BOT_TOKEN') };
  return { kind: 'oauth', clientId, clientSecret, stateSecret };
}

function readCredentials(read: Read): PaymentCredentials | null {
  if (read.SLACK_BOT_TOKEN === undefined) return null;
  return {
    apiKey: need(read, 'PAYLINK_API_KEY'),
    accountId: need(read, 'PAYLINK_ACCOUNT_ID'),
    secretKey: need(read, 'PAYLINK_SECRET_KEY'),
  };
}

function findLikelyTypos(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => /^(PAYLINK|SLACK)_/.test(name) && !KNOWN_NAMES.includes(name))
    .map((name) => {
      const nearest = KNOWN_NAMES.toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0] ?? '';
      const hint = editDistance(name, nearest) <= 4 ? `; did you mean ${nearest}?` : '';
      return `${name} is not a setting of Paylink${hint}`;
    });
}
