import { z } from 'zod';
import { DOCUMENTED_SETTINGS } from '../payment-service/client-settings.ts';
import { isTimeZone } from '../payment-service/local-date-time.ts';

const { paths, signatureEncoding, signatureGet } = DOCUMENTED_SETTINGS;

const httpUrl = (remedy: string) =>
  z.string().refine(isHttpUrl, `is not an http(s) address: ${remedy}`).transform(withoutEndSlash);
/** An address that paths are added to. */
const baseUrl = (remedy: string) =>
  httpUrl(remedy).refine(
    (url) => !isHttpUrl(url) || isBase(url),
    'must be an address without user, password, ? or #',
  );
/** A page for people. Longer, Slack may not show its link. */
const pageUrl = () =>
  z
    .string()
    .refine((url) => isHttpUrl(url) && url.startsWith('https:') && url.length <= 500, {
      error: 'must be an https address of at most 500 characters',
    })
    .optional();
const listingPath = (fallback: string) =>
  z
    .string()
    .refine((path) => isPath(path) && path.includes('{fromDate}') && path.includes('{toDate}'), {
      error: `must start with / and hold {fromDate} and {toDate}, as in ${fallback}; no spaces, no #, Latin letters only`,
    })
    .default(fallback);
const idPath = (fallback: string) =>
  z
    .string()
    .refine((path) => path === '' || (isPath(path) && path.includes('{id}')), {
      error: `must start with / and hold {id}, as in ${fallback}; no spaces, no #, Latin letters only; empty turns the look-up off`,
    })
    .default(fallback);
const headerValue = () =>
  z
    .string()
    .regex(
      /^[\x20-\x7e]*$/,
      'holds a character that no header can carry, such as a curly quote or a line break: copy it again',
    )
    .optional();

const number = (what: string, least: number, most: number) => {
  const remedy = `must be a ${what} from ${least} to ${most}`;
  return z.coerce.number(remedy).min(least, remedy).max(most, remedy);
};
const seconds = (least: number, most: number) => number('number of seconds', least, most);
const whole = (what: string, least: number, most: number) =>
  number(what, least, most).int(`must be a ${what} from ${least} to ${most}, without a fraction`);
/** Comma-separated words. */
const words = () =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    );

export const environmentSchema = z.object({
  PORT: whole('port number', 0, 65_535).default(3000),
  METRICS_PORT: whole('port number', 0, 65_535).optional(),
  PUBLIC_URL: baseUrl(
    'set it to the address by which Slack and the payment service reach this app',
  ).optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_BOT_TOKEN: z
    .string()
    .refine((token) => token.startsWith('xoxb-'), {
      error: ({ input }) =>
        String(input).startsWith('xoxe.')
          ? 'changes every twelve hours, as token rotation is on for the Slack app. Slack does not turn it off again: make a new app from the manifest'
          : 'is not a bot token: it must start with xoxb-',
    })
    .optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_STATE_SECRET: z.string().min(16, 'is too short: make one with `openssl rand -base64 32`').optional(),
  SLACK_APP_TOKEN: z
    .string()
    .startsWith('xapp-', 'is not an app-level token: it must start with xapp-')
    .optional(),
  SLACK_API_URL: httpUrl('leave it out to use Slack itself').default('https://slack.com/api'),
  ENCRYPTION_KEY: z
    .string()
    .transform((text, context) => {
      const keys = parseEncryptionKeys(text);
      if (keys !== null) return keys;
      context.addIssue(
        'must be 32 bytes in base64, or several such keys separated by commas, the newest first',
      );
      return z.NEVER;
    })
    .optional(),
  PAYLINK_BASE_URL: baseUrl('set it to the payment service’s base address, its prefix included').optional(),
  PAYLINK_API_KEY: headerValue(),
  PAYLINK_ACCOUNT_ID: headerValue(),
  PAYLINK_SECRET_KEY: z.string().optional(),
  PAYLINK_ADMINS: words().refine((ids) => ids.every((id) => /^[UW][A-Z0-9]+$/.test(id)), {
    error: 'must be Slack member IDs separated by commas, such as U012AB3CD (a profile’s ⋮ > Copy member ID)',
  }),
  PAYLINK_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'is not an IANA time zone, such as Asia/Dubai')
    .default('Asia/Dubai'),
  PAYLINK_TRANSACTIONS_PATH: listingPath(paths.transactions),
  PAYLINK_PAYOUTS_PATH: listingPath(paths.payouts),
  PAYLINK_LINKS_PATH: listingPath(paths.links),
  PAYLINK_LINK_PATH: idPath(paths.link),
  PAYLINK_TRANSACTION_PATH: idPath(paths.transaction),
  PAYLINK_SIGNATURE_ENCODING: z.enum(['hex', 'base64'], 'must be hex or base64').default(signatureEncoding),
  PAYLINK_SIGNATURE_GET: z
    .enum(['query', 'path', 'path-and-query', 'empty'], 'must be query, path, path-and-query or empty')
    .default(signatureGet),
  PAYLINK_CHECK_AFTER_SECONDS: seconds(1, 3_600).default(5),
  PAYLINK_CHECK_AT_MOST_SECONDS: seconds(1, 86_400).default(300),
  PAYLINK_SWEEP_SECONDS: seconds(1, 86_400).optional(),
  PAYLINK_REQUEST_SECONDS: seconds(1, 3_600).default(120),
  PAYLINK_PAID_WORDS: words(),
  PAYLINK_FAILED_WORDS: words(),
  PAYLINK_CANCELLED_WORDS: words(),
  PAYLINK_EXPIRED_WORDS: words(),
  PAYLINK_REFUNDED_WORDS: words(),
  PAYLINK_WAITING_WORDS: words(),
  PAYLINK_EXPORT_ROWS: whole('number of rows', 1, 1_000_000).default(200_000),
  PAYLINK_BATCH_ROWS: whole('number of rows', 1, 5_000).default(1_000),
  PAYLINK_BATCH_ROWS_PER_SECOND: number('number of rows', 0.1, 1_000).default(5),
  RETENTION_DAYS: whole('number of days', 1, 36_500).optional(),
  PRIVACY_URL: pageUrl(),
  SUPPORT_URL: pageUrl(),
  DATABASE_URL: z
    .string()
    .refine((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol), {
      error:
        'must be postgres://user:password@host:port/database, with %2F for / and the like in user and password; leave it out for the embedded database',
    })
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  PAYLINK_ENV_FILE: z.literal('off', 'must be off, or left out').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isBase(url: string): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '' && !/[?#]/.test(url);
}

/** As the request line can carry it. */
function isPath(text: string): boolean {
  return /^\/[\x21-\x7e]*$/.test(text) && !text.includes('#');
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** What each variable is for and where to find its value; printed when it is missing or empty. */
const REMEDIES = {
  PUBLIC_URL: 'set it to the address by which Slack and the payment service reach this app',
  SLACK_SIGNING_SECRET: 'copy it from Basic Information > App Credentials of your Slack app',
  SLACK_BOT_TOKEN: 'copy the Bot User OAuth Token from OAuth & Permissions of your Slack app',
  SLACK_CLIENT_ID: 'copy it from Basic Information > App Credentials of your Slack app',
  SLACK_CLIENT_SECRET: 'copy it from Basic Information > App Credentials of your Slack app',
  SLACK_STATE_SECRET: 'make one with `openssl rand -base64 32`, and keep it',
  ENCRYPTION_KEY: 'make one with `openssl rand -base64 32`, and keep it as safe as a backup of the database',
  PAYLINK_BASE_URL: 'set it to the payment service’s base address, its prefix included',
  PAYLINK_API_KEY: 'copy it from the payment service’s dashboard',
  PAYLINK_ACCOUNT_ID: 'ask the payment service for it',
  PAYLINK_SECRET_KEY: 'the payment service issues it with the API key',
} as const;

type Variable = keyof typeof REMEDIES;

const OAUTH: Variable[] = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET'];
const CREDENTIALS: Variable[] = ['PAYLINK_API_KEY', 'PAYLINK_ACCOUNT_ID', 'PAYLINK_SECRET_KEY'];

/**
 * Which variables are required depends on the others: one workspace or many, HTTP or Socket Mode.
 * `faults` are lines that begin with the variable's name; `unused` are set but have no effect next to the others.
 */
export const judgeVariables = (
  given: Readonly<Record<string, string>>,
): { faults: string[]; unused: string[] } => {
  const isGiven = (name: string) => given[name] !== undefined;
  const hasManyWorkspaces = OAUTH.some(isGiven);
  const hasSockets = isGiven('SLACK_APP_TOKEN');
  const needed: Variable[] = [
    ...(hasSockets ? [] : (['SLACK_SIGNING_SECRET'] as const)),
    ...(hasSockets && !hasManyWorkspaces ? [] : (['PUBLIC_URL'] as const)),
    ...(hasManyWorkspaces
      ? [...OAUTH, 'ENCRYPTION_KEY' as const]
      : ['SLACK_BOT_TOKEN' as const, ...CREDENTIALS]),
    'PAYLINK_BASE_URL',
  ];
  return {
    faults: [
      ...needed.filter((name) => !isGiven(name)).map((name) => `${name} is missing: ${REMEDIES[name]}`),
      ...(hasManyWorkspaces && isGiven('SLACK_BOT_TOKEN')
        ? [
            'SLACK_BOT_TOKEN is for one workspace, and SLACK_CLIENT_ID for many: leave out the one or the other',
          ]
        : []),
      ...(Number(given['METRICS_PORT']) > 0 && Number(given['METRICS_PORT']) === Number(given['PORT'] ?? 3000)
        ? ['METRICS_PORT is the same as PORT: set another, or leave it out']
        : []),
    ],
    unused: (hasManyWorkspaces ? [...CREDENTIALS, 'PAYLINK_ADMINS'] : ['ENCRYPTION_KEY']).filter(isGiven),
  };
};

/**
 * Comma-separated keys, each 32 bytes in base64: the first encrypts, all of them decrypt. Null when there are no
 * keys or one of them is malformed.
 */
export const parseEncryptionKeys = (text: string): Buffer[] | null => {
  const keys = text.split(',').map((part) => parseKey(part.trim()));
  return keys.every((key) => key !== null) ? keys : null;
};

function parseKey(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // The last of the 43 characters has two spare bits: a text that sets them was not made from 32 bytes.
  return key.length === 32 && key.toString('base64').startsWith(text) ? key : null;
}
