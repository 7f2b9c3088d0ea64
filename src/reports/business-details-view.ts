import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { context, type Message, section } from '../blocks/message.ts';
import { capitalise, cut, escapeMrkdwn } from '../blocks/text.ts';

export interface BusinessField {
  /** The service's names, from the outside in: `owner`, `email`. */
  path: readonly string[];
  text: string;
  /** The name sounds like a secret, so `text` holds nothing of the value. */
  isHidden: boolean;
}

const LONGEST_NAME = 60;
const LONGEST_VALUE = 200;
const SECTION_ROOM = limits.section.text - 300;
const MOST_TEXT = 9_000;

/** The merchant as the payment service knows it, shown only to the person who asked. */
export const buildBusinessDetails = ({
  name,
  fields,
}: {
  name: string | null;
  fields: readonly BusinessField[];
}): Message => {
  const title = name === null ? 'Your business' : cut(name.replaceAll(/\s+/g, ' '), 150);
  return {
    text: `${escapeMrkdwn(title)}: business details`,
    blocks: [
      section(`🏢 *${escapeMrkdwn(title)}*`, 'business'),
      ...buildFields(fields),
      context(
        'Only you see this · from the payment service, for this app’s API key · to change it, use its dashboard',
        'business_facts',
      ),
    ],
  };
};

/** The service knows no business for this key: it answered 404, or with nothing in it. */
export const buildNoBusiness = (reference: string | null): Message => {
  const text =
    'The payment service has no business for this app’s API key.' +
    ' Tell the person who looks after Paylink: PAYLINK_API_KEY and PAYLINK_ACCOUNT_ID must belong to the same merchant, and PAYLINK_BASE_URL to the same environment (sandbox or live).';
  return buildProblem(text, reference);
};

export const buildBusinessFailure = ({
  what,
  next,
  reference,
}: {
  what: string;
  next: string;
  reference: string | null;
}): Message => buildProblem(`${what} ${next}`, reference);

function buildProblem(words: string, reference: string | null): Message {
  const text = `⚠️ ${words}${reference === null ? '' : ` (reference ${reference})`}`;
  return { text, blocks: [section(escapeMrkdwn(text), 'business')] };
}

function buildFields(fields: readonly BusinessField[]): KnownBlock[] {
  const texts: string[] = [];
  let length = 0;
  for (const field of fields) {
    const line = describeField(field);
    length += line.length;
    if (length > MOST_TEXT) break;
    const last = texts.at(-1);
    if (last === undefined || last.length + line.length > SECTION_ROOM) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts.map((text, index) => section(text, `business_fields_${index}`));
}

function describeField({ path, text, isHidden }: BusinessField): string {
  const name = escapeMrkdwn(cut(path.map(humanise).join(' › '), LONGEST_NAME));
  const value = isHidden
    ? '_hidden: it looks like a secret_'
    : escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' '), LONGEST_VALUE));
  return `${name}: ${value}`;
}

/** `tradeLicenseNumber` and `trade_license_number` become `Trade license number`. */
function humanise(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  const lower = words.replaceAll(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());
  return capitalise(lower);
}
