import type { AllMiddlewareArgs, SlackOptionsMiddlewareArgs } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, plain } from '../../blocks/text.ts';
import { noteFailure } from '../../request-context.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import type { CustomerPart } from '../../store/customer-store.ts';
import type { Link } from '../../store/link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { toLatinName } from '../words/latin-name.ts';
import { toPlainText } from '../words/plain-text.ts';
import { readScope } from './recall-customer.ts';

export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;

/** More than that nobody reads: another letter is typed. */
const MOST_SHOWN = 20;
/** Slack waits three seconds, the network included. */
const ANSWER_WITHIN_MS = 2_000;

/** The customers whom the typed characters fit, for the form's *Known customer*. */
export const handleCustomerOptions = async (
  { ack, body, options }: OptionsArgs,
  dependencies: LinkDependencies,
): Promise<void> => {
  const { clock, ids, log } = dependencies;
  const ended = new AbortController();
  const late = clock
    .sleep(ANSWER_WITHIN_MS, ended.signal)
    .then(() => explainNoCustomers('This takes too long now. Type the details instead.'));
  const found = findOptions(
    { teamId: readTeamId(body), userId: body.user.id },
    options.value,
    dependencies,
  ).catch((error: unknown) => {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'customers not looked for');
    return explainNoCustomers(`Something went wrong (${reference}). Type the details instead.`);
  });
  try {
    await ack({ options: await Promise.race([found, late]) });
  } finally {
    ended.abort();
  }
};

async function findOptions(
  asker: { teamId: string; userId: string },
  typed: string,
  dependencies: LinkDependencies,
): Promise<PlainTextOption[]> {
  const parts = readCustomerQuery(typed);
  if (parts.length === 0) return [];
  const { scope, to } = await readScope(asker, dependencies);
  const links = await dependencies.store.customers.search(scope, parts, MOST_SHOWN);
  return listCustomers(links, to.shopEmail);
}

/** `Sara Khan · ···4567 · sa…@example.com`: enough to know the customer by; the rest is shown when chosen. */
const listCustomers = (links: readonly Link[], shopEmail: string | null): PlainTextOption[] =>
  links.map(({ id, details: { FullName, Phone, Email } }) => {
    const digits = Phone.replaceAll(/\D/g, '').slice(-4);
    const isOfShop = Email.toLowerCase() === shopEmail?.toLowerCase();
    const facts = [
      FullName,
      ...(digits === '' ? [] : [`···${digits}`]),
      ...(isOfShop ? [] : [shorten(Email)]),
    ];
    return { text: plain(facts.join(' · '), limits.option.text), value: id };
  });

/** Instead of customers: choosing it says so once more. */
const explainNoCustomers = (why: string): PlainTextOption[] => [
  { text: plain(why, limits.option.text), value: 'none' },
];

/** Long domains are cut, not the name before them. */
const shorten = (email: string): string => {
  const [mailbox = '', domain = ''] = email.split('@');
  return `${mailbox.slice(0, 2)}…@${cut(domain, 30)}`;
};

const LONGEST = 60;
const MOST_PARTS = 5;

/** `sara kh`, `4567`, `050 123 4567` or `sara@ex`, as it is typed, by what each part of it can be. */
export const readCustomerQuery = (typed: string): CustomerPart[] => {
  const plain = toPlainText(typed).slice(0, LONGEST).trim().toLowerCase();
  const digits = plain.replaceAll(/\D/g, '');
  // One number, however it is spaced.
  if (digits !== '' && /^[+\d\s().-]+$/.test(plain)) return [{ digits: readDigits(digits) }];
  return plain
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [part] : toLatinName(part).split(' ')))
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)
    .map((part) => (/^\d+$/.test(part) ? { digits: readDigits(part) } : { start: part }));
};

/** `050…` and `00971 50…` stand in a link as `97150…`. */
const readDigits = (digits: string): string => digits.replace(/^0+(?=.)/, '');
