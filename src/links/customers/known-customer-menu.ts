import type { PlainTextOption } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import { buildOption } from '../../blocks/message.ts';
import { toLatinName, toPlainText } from '../../blocks/plain-text.ts';
import { buildGone } from '../../blocks/refusal.ts';
import { cut } from '../../blocks/text.ts';
import { Refused } from '../../slack/refused.ts';
import type { Asker } from '../../slack/rows.ts';
import type { CustomerPart } from '../../store/customer-store.ts';
import type { Link } from '../../store/link.ts';
import { fillIn } from '../form/form-metadata.ts';
import { createRedraw } from '../form/form-presses.ts';
import { readScope, recallByChoice } from './recall-customer.ts';

/** Nobody reads a longer list: people type another letter. */
const MOST_SHOWN = 20;

/** The options of *Known customer*: the customers that match the typed characters. */
export const handleCustomerOptions = async (
  { typed, ...asker }: Asker & { typed: string },
  request: Request,
): Promise<PlainTextOption[]> => {
  const parts = readCustomerQuery(typed);
  if (parts.length === 0) return [];
  const workspace = await request.settings.of(asker.teamId);
  const scope = await readScope({ ...asker, workspace }, request);
  const links = await request.store.customers.search(scope, parts, MOST_SHOWN);
  return links.map((link) => describeCustomerOption(link, workspace.defaultEmail));
};

/** `Sara Khan · ···4567 · sa…@example.com`: enough to recognise the customer; choosing shows the rest. */
function describeCustomerOption({ id, details }: Link, shopEmail: string | null): PlainTextOption {
  const { FullName, Phone, Email } = details;
  const digits = Phone.replaceAll(/\D/g, '').slice(-4);
  const [mailbox = '', domain = ''] = Email.split('@');
  const facts = [
    FullName,
    digits === '' ? '' : `···${digits}`,
    // Long domains are cut, not the name before them.
    Email.toLowerCase() === shopEmail?.toLowerCase() ? '' : `${mailbox.slice(0, 2)}…@${cut(domain, 30)}`,
  ];
  const text = facts.filter((fact) => fact !== '').join(' · ');
  return buildOption(id, text);
}

const LONGEST_QUERY = 60;
const MOST_PARTS = 5;

/** Splits `sara kh`, `4567`, `050 123 4567` or `sara@ex` into digits of a phone and starts of words. */
export const readCustomerQuery = (typed: string): CustomerPart[] => {
  const plain = toPlainText(typed).slice(0, LONGEST_QUERY).trim().toLowerCase();
  const digits = plain.replaceAll(/\D/g, '');
  // One number, however it is spaced.
  if (digits !== '' && /^[+\d\s().-]+$/.test(plain)) return [{ digits: withoutZeros(digits) }];
  return plain
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [part] : toLatinName(part).split(' ')))
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)
    .map((part) => (/^\d+$/.test(part) ? { digits: withoutZeros(part) } : { start: part }));
};

/** A link stores `050…` and `00971 50…` as `97150…`. */
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/** A known customer was chosen: fills in name, phone and e-mail, and offers amount and purpose of the last sale. */
export const handleKnownCustomer = createRedraw(
  async (form, workspace, { teamId, userId, value }, request) => {
    // Clearing the menu leaves the fields alone.
    if (value === null) return null;
    const filling = await recallByChoice({ teamId, userId, workspace }, value, request);
    if (!filling?.from) throw new Refused(buildGone('customer'));
    const { recalled, from: subject, values } = filling;
    await request.audit.write({ teamId, actorId: userId, action: 'customer-recalled', subject });
    // If the customer has no e-mail, the field is blank, and the shop's own is sent.
    return fillIn({ ...form, metadata: { ...form.metadata, recalled } }, { Email: null, ...values });
  },
);
