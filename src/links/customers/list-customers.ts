import type { PlainTextOption } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, plain } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';

/** `Sara Khan · ···4567 · sa…@example.com`: enough to know the customer by; the rest is shown when chosen. */
export const listCustomers = (links: readonly Link[], shopEmail: string | null): PlainTextOption[] =>
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
export const explainNoCustomers = (why: string): PlainTextOption[] => [
  { text: plain(why, limits.option.text), value: 'none' },
];

/** Long domains are cut, not the name before them. */
const shorten = (email: string): string => {
  const [mailbox = '', domain = ''] = email.split('@');
  return `${mailbox.slice(0, 2)}…@${cut(domain, 30)}`;
};
