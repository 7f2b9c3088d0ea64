import { countOf } from '../../blocks/text.ts';
import { type PagesEnd, readPages } from '../../links/checks/read-pages.ts';
import {
  buildDateRange,
  buildVocabulary,
  createPaymentServiceClient,
  explainPaymentServiceError,
  NotFoundError,
  type PaymentServiceClient,
  PaymentServiceError,
} from '../../payment-service/index.ts';
import { type Check, failed, type Outcome, ok, type Round, skipped } from './check.ts';
import { createSurvey, type Listing, type Shape, type Survey, type Word } from './survey-records.ts';

/** For each listing. A service that always sends ten rows a page, whatever size we ask for, still gives 2,000 rows. */
const MOST_REQUESTS = 200;
const DAY_MS = 86_400_000;

const LISTINGS: [Listing, (service: PaymentServiceClient) => PaymentServiceClient['listLinks']][] = [
  ['transactions', (service) => service.listTransactions],
  ['links', (service) => service.listLinks],
  ['payouts', (service) => service.listPayouts],
];

/** How would Paylink read the merchant's existing records? Changes nothing and shows no customer's data. */
export const checkRecords: Check = {
  id: 'records',
  title: 'Records',
  needs: [
    'PAYLINK_BASE_URL',
    'PAYLINK_API_KEY',
    'PAYLINK_ACCOUNT_ID',
    'PAYLINK_SECRET_KEY',
    'PAYLINK_TIME_ZONE',
    'PAYLINK_TRANSACTIONS_PATH',
    'PAYLINK_LINKS_PATH',
    'PAYLINK_PAYOUTS_PATH',
  ],
  after: ['service', 'service-credentials'],
  answers: LISTINGS.length * MOST_REQUESTS,
  run: async (round) => {
    const { recordsDays: days, config } = round;
    if (days === null) return null;
    if (config.credentials === null)
      return skipped(
        'not read: each workspace has an account of its own. Put the account of one into PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY, with SLACK_BOT_TOKEN in place of the SLACK_CLIENT_… variables, in an environment of their own, and run the doctor there',
      );
    const { paymentService, credentials } = config;
    const service = createPaymentServiceClient({
      settings: { ...paymentService, ...credentials },
      clock: round.clock,
      timeouts: { connectMs: round.patienceMs, headersMs: round.patienceMs, bodyMs: round.patienceMs },
    });
    try {
      return await readAll(service, days, round);
    } finally {
      await service.close();
    }
  },
};

async function readAll(service: PaymentServiceClient, days: number, round: Round): Promise<Outcome> {
  const { config, clock, signal } = round;
  const words = buildVocabulary(config.stateWords);
  const now = clock.now();
  const range = buildDateRange(now - days * DAY_MS, now, config.paymentService.timeZone);
  const details: string[] = [];
  const surveys: Survey[] = [];
  for (const [listing, listOf] of LISTINGS) {
    const { survey, take } = createSurvey(listing, words);
    let end: PagesEnd;
    try {
      const list: PaymentServiceClient['listLinks'] = (asked, page) => {
        signal.throwIfAborted();
        return listOf(service)(asked, page);
      };
      end = await readPages(list, range, { budget: { left: MOST_REQUESTS }, take });
    } catch (error) {
      if (!(error instanceof PaymentServiceError)) throw error;
      // This service may answer 404 when there are no rows.
      if (!(error instanceof NotFoundError)) return fail(listing, error, details);
      end = 'end';
    }
    details.push(...describeSurvey(listing, survey, end));
    surveys.push(survey);
    if (end === 'not-a-list')
      return failed(
        `no list in the answer for the ${listing}`,
        `Check PAYLINK_${listing.toUpperCase()}_PATH.`,
        { details },
      );
  }
  const rows = surveys.reduce((sum, survey) => sum + survey.rows, 0);
  const isOpen = surveys.some(({ words: met }) => [...met.values()].some(({ isKnown }) => !isKnown));
  const seen = `${rows} rows of the last ${days} days read; values of customers are not shown`;
  if (rows === 0)
    return ok(seen, { details, remedy: 'Make and pay one link, and look again before going live.' });
  return ok(seen, {
    details,
    remedy: isOpen
      ? 'Words that are not known make no link paid. Set what they mean, restart, and look again.'
      : 'Compare what is read as paid with the service’s dashboard. What is read wrongly is changed by the PAYLINK_…_WORDS settings.',
  });
}

function fail(listing: Listing, error: PaymentServiceError, details: string[]): Outcome {
  const { what, next } = explainPaymentServiceError(error);
  const answered = error.httpStatus === null ? '' : ` (${error.httpStatus})`;
  return failed(`${what.replace(/\.$/, '')}, at the ${listing}${answered}`, next, { details });
}

const MOST_SHAPES = 12;
const MOST_WORDS = 40;

const ENDS: Record<PagesEnd, string> = {
  end: '',
  'not-a-list': '; an answer held no list that Paylink can find',
  'page-repeated': '; a page came twice, as if the service ignored `page`: the rest was not read',
  'too-few': '; fewer rows came than the service counts',
  budget: '; there are more, past 200 requests',
};

/** What one listing holds, line by line: the service's field names and words, never a customer's data. */
const describeSurvey = (listing: Listing, survey: Survey, end: PagesEnd): string[] => {
  const shapes = [...survey.shapes.values()].sort(byRows);
  const words = [...survey.words.values()].sort(byRows);
  return [
    `${listing}: ${countOf(survey.rows, 'row')} in ${countOf(shapes.length, 'shape')}${ENDS[end]}`,
    ...shapes.slice(0, MOST_SHAPES).flatMap((shape, at) => describeShape(listing, shape, at + 1)),
    ...more(shapes.length - MOST_SHAPES, 'shape'),
    ...words.slice(0, MOST_WORDS).map((word) => `${listing}: ${describeWord(word)}`),
    ...more(words.length - MOST_WORDS, 'word'),
    ...(survey.uncounted > 0 ? [`${listing}: too many shapes and words to tell all of them apart`] : []),
  ];
};

function describeShape(listing: Listing, { fields, rows, readAs }: Shape, no: number): string[] {
  const reading = [...readAs]
    .sort(([, one], [, other]) => other - one)
    .map(([as, howMany]) => (readAs.size === 1 ? as : `${as} (${howMany})`))
    .join(', ');
  return [
    `${listing}, shape ${no}, ${countOf(rows, 'row')}: ${fields.join(', ')}${reading === '' ? '' : ` → ${reading}`}`,
  ];
}

function describeWord({ about, field, word, readAs, isKnown, rows }: Word): string {
  const value = word === null ? '(a value that is not a word)' : word;
  const shown = word?.startsWith(`${field}: `) ? value : `${field}: ${value}`;
  const change = isKnown || word === null ? '' : `; ${howToChange(about)}`;
  return `${shown} → ${readAs}, ${countOf(rows, 'row')}${change}`;
}

const howToChange = (about: Word['about']): string =>
  about === 'kind'
    ? 'Paylink asks an admin in Slack when a payment waits for it, and keeps the answer'
    : 'put it into PAYLINK_PAID_WORDS, PAYLINK_FAILED_WORDS, PAYLINK_CANCELLED_WORDS, PAYLINK_EXPIRED_WORDS, PAYLINK_REFUNDED_WORDS or PAYLINK_WAITING_WORDS';

const more = (rest: number, what: string): string[] =>
  rest > 0 ? [`…and ${countOf(rest, `more ${what}`)}`] : [];

const byRows = (one: { rows: number }, other: { rows: number }): number => other.rows - one.rows;
