import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { PaymentServiceSettings } from './payment-service/client-settings.ts';
import { isTimeZone } from './payment-service/local-date-time.ts';
import { version } from './version.ts';

export interface Config {
  port: number;
  /** Address by which the payment service and Slack reach this app, without a slash at its end. */
  publicUrl: string;
  slack: { signingSecret: string; botToken: string; apiUrl: string };
  paymentService: PaymentServiceSettings;
  dataDir: string;
  logLevel: string;
}

/** Every fault of the environment at once, a line each with its remedy. Never carries a value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The environment is not complete:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const required = (remedy: string) =>
  z.string({ error: `is missing: ${remedy}` }).min(1, `is empty: ${remedy}`);
const httpUrl = (remedy: string) =>
  required(remedy).refine(isHttpUrl, `is not an http(s) address: ${remedy}`).transform(withoutEndSlash);
const listingPath = (fallback: string) =>
  z
    .string()
    .refine((path) => path.startsWith('/') && path.includes('{fromDate}') && path.includes('{toDate}'), {
      error: `must start with / and hold {fromDate} and {toDate}, as in ${fallback}`,
    })
    .default(fallback);
const idPath = (fallback: string) =>
  z
    .string()
    .refine((path) => path === '' || (path.startsWith('/') && path.includes('{id}')), {
      error: `must start with / and hold {id}, as in ${fallback}; empty turns the look-up off`,
    })
    .default(fallback);

const environmentSchema = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a whole number')
    .min(0)
    .max(65_535)
    .default(3000),
  PUBLIC_URL: httpUrl('set it to the address by which Slack and the payment service reach this app'),
  SLACK_SIGNING_SECRET: required('copy it from Basic Information > App Credentials of your Slack app'),
  SLACK_BOT_TOKEN: required(
    'copy the Bot User OAuth Token from OAuth & Permissions of your Slack app',
  ).startsWith('xoxb-', 'is not a bot token: it must start with xoxb-'),
  SLACK_API_URL: httpUrl('leave it out to use Slack itself').default('https://slack.com/api'),
  PAYLINK_BASE_URL: httpUrl('set it to the payment service’s base address, its prefix included'),
  PAYLINK_API_KEY: required('copy it from the payment service’s dashboard'),
  PAYLINK_ACCOUNT_ID: required('ask the payment service for it'),
  PAYLINK_SECRET_KEY: required('the payment service issues it with the API key'),
  PAYLINK_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'is not an IANA time zone, such as Asia/Dubai')
    .default('Asia/Dubai'),
  PAYLINK_TRANSACTIONS_PATH: listingPath('/transactions-history/{fromDate}/{toDate}'),
  PAYLINK_PAYOUTS_PATH: listingPath('/get-payout-summary/{fromDate}/{toDate}'),
  PAYLINK_LINKS_PATH: listingPath('/payment-link/get/{fromDate}/{toDate}'),
  PAYLINK_LINK_PATH: idPath('/payment-link/get/{id}'),
  PAYLINK_TRANSACTION_PATH: idPath('/transactions-history/{id}'),
  PAYLINK_SIGNATURE_ENCODING: z.enum(['hex', 'base64'], 'must be hex or base64').default('hex'),
  PAYLINK_SIGNATURE_GET: z
    .enum(['query', 'path', 'path-and-query', 'empty'], 'must be query, path, path-and-query or empty')
    .default('query'),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or debug',
    )
    .default('info'),
});

export const ENVIRONMENT_NAMES = Object.keys(environmentSchema.shape);

/** Empty means an option left out, except where empty has a meaning of its own. */
const EMPTY_HAS_MEANING = new Set(['PAYLINK_LINK_PATH', 'PAYLINK_TRANSACTION_PATH']);

/**
 * Reads the whole environment. Throws `ConfigError` with all its faults. `warnings` name variables that
 * look like ours and are not: a typo is the likeliest cause.
 */
export const loadConfig = (
  env: Record<string, string | undefined>,
): { config: Config; warnings: string[] } => {
  const given = Object.fromEntries(
    ENVIRONMENT_NAMES.flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || (value === '' && !EMPTY_HAS_MEANING.has(name)) ? [] : [[name, value]];
    }),
  );
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const read = result.data;
  return {
    config: {
      port: read.PORT,
      publicUrl: read.PUBLIC_URL,
      slack: {
        signingSecret: read.SLACK_SIGNING_SECRET,
        botToken: read.SLACK_BOT_TOKEN,
        apiUrl: `${read.SLACK_API_URL}/`,
      },
      paymentService: {
        baseUrl: read.PAYLINK_BASE_URL,
        apiKey: read.PAYLINK_API_KEY,
        accountId: read.PAYLINK_ACCOUNT_ID,
        secretKey: read.PAYLINK_SECRET_KEY,
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
      },
      dataDir: read.DATA_DIR,
      logLevel: read.LOG_LEVEL,
    },
    warnings: findLikelyTypos(env),
  };
};

function findLikelyTypos(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => /^(PAYLINK|SLACK)_/.test(name) && !ENVIRONMENT_NAMES.includes(name))
    .map((name) => {
      const nearest = ENVIRONMENT_NAMES.toSorted((a, b) => distance(name, a) - distance(name, b))[0] ?? '';
      const hint = distance(name, nearest) <= 4 ? `; did you mean ${nearest}?` : '';
      return `${name} is not a setting of Paylink${hint}`;
    });
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
