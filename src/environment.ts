import { z } from 'zod';
import { isTimeZone } from './payment-service/local-date-time.ts';

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

const seconds = (least: number, most: number, fallback: number) =>
  z.coerce
    .number('must be a number of seconds')
    .min(least, `must be at least ${least} (seconds)`)
    .max(most, `must be at most ${most} (seconds)`)
    .default(fallback);
/** Words between commas. */
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
  PAYLINK_CHECK_AFTER_SECONDS: seconds(1, 3_600, 5),
  PAYLINK_CHECK_AT_MOST_SECONDS: seconds(1, 86_400, 300),
  PAYLINK_SWEEP_SECONDS: seconds(1, 86_400, 600),
  PAYLINK_REQUEST_SECONDS: seconds(1, 3_600, 120),
  PAYLINK_PAID_WORDS: words(),
  PAYLINK_FAILED_WORDS: words(),
  PAYLINK_CANCELLED_WORDS: words(),
  PAYLINK_EXPIRED_WORDS: words(),
  PAYLINK_REFUNDED_WORDS: words(),
  PAYLINK_WAITING_WORDS: words(),
  PAYLINK_EXPORT_ROWS: z.coerce
    .number('must be a number of rows')
    .int('must be a whole number')
    .min(1)
    .max(1_000_000)
    .default(200_000),
  RETENTION_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number')
    .min(1)
    .max(36_500)
    .optional(),
  DATABASE_URL: z
    .string()
    .refine((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol), {
      error: 'must be postgres://user:password@host:port/database; leave it out for the embedded database',
    })
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or debug',
    )
    .default('info'),
});

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
