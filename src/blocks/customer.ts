import type { Link } from '../store/link.ts';

/**
 * What an open channel may know of a customer: the first name and the last three digits of the phone.
 * Not escaped: the place where it is shown decides how.
 */
export const describeCustomer = ({ FullName, Phone, erasedAt }: Link['details']): string => {
  if (erasedAt !== undefined) return 'customer erased';
  const firstName = FullName.trim().split(/\s+/)[0] ?? '';
  const digits = Phone.replaceAll(/\D/g, '');
  return digits.length < 6 ? firstName : `${firstName} (···${digits.slice(-3)})`;
};
