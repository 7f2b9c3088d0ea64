import type { Link } from '../store/link.ts';

/**
 * What an open channel may know about a customer: the first name and the last three digits of the phone. Not
 * escaped, because that depends on where it is shown.
 */
export const describeCustomer = ({ FullName, Phone, erasedAt }: Link['details']): string => {
  if (erasedAt !== undefined) return 'customer erased';
  const firstName = FullName.trim().split(/\s+/)[0] ?? '';
  const digits = Phone.replaceAll(/\D/g, '');
  return digits.length < 6 ? firstName : `${firstName} (···${digits.slice(-3)})`;
};
