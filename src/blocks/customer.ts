import type { Link } from '../store/link.ts';

/** What a channel may see of a customer: the first name and the last three digits of the phone. Not escaped. */
export const describeCustomer = (details: Link['details']): string => {
  const digits = details.Phone.replaceAll(/\D/g, '');
  const firstName = firstNameOf(details);
  return details.erasedAt !== undefined || digits.length < 6
    ? firstName
    : `${firstName} (···${digits.slice(-3)})`;
};

export const firstNameOf = ({ FullName, erasedAt }: Link['details']): string =>
  erasedAt === undefined ? (FullName.trim().split(/\s+/)[0] ?? '') : 'customer erased';
