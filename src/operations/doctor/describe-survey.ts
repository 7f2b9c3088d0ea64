import type { PagesEnd } from '../../links/checks/read-pages.ts';
import type { Listing, Shape, Survey, Word } from './survey-records.ts';

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
export const describeSurvey = (listing: Listing, survey: Survey, end: PagesEnd): string[] => {
  const shapes = [...survey.shapes.values()].sort(byRows);
  const words = [...survey.words.values()].sort(byRows);
  return [
    `${listing}: ${count(survey.rows, 'row')} in ${count(shapes.length, 'shape')}${ENDS[end]}`,
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
    `${listing}, shape ${no}, ${count(rows, 'row')}: ${fields.join(', ')}${reading === '' ? '' : ` → ${reading}`}`,
  ];
}

function describeWord({ about, field, word, readAs, isKnown, rows }: Word): string {
  const value = word === null ? '(a value that is not a word)' : word;
  const shown = word?.startsWith(`${field}: `) ? value : `${field}: ${value}`;
  const change = isKnown || word === null ? '' : `; ${howToChange(about)}`;
  return `${shown} → ${readAs}, ${count(rows, 'row')}${change}`;
}

const howToChange = (about: Word['about']): string =>
  about === 'kind'
    ? 'an admin is asked in Slack when a payment waits for it, and answers for good'
    : 'put it into PAYLINK_PAID_WORDS, PAYLINK_FAILED_WORDS, PAYLINK_CANCELLED_WORDS, PAYLINK_EXPIRED_WORDS, PAYLINK_REFUNDED_WORDS or PAYLINK_WAITING_WORDS';

const more = (rest: number, what: string): string[] =>
  rest > 0 ? [`…and ${count(rest, `more ${what}`)}`] : [];

const byRows = (one: { rows: number }, other: { rows: number }): number => other.rows - one.rows;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
