import { editDistance } from '../../edit-distance.ts';

/** Where most customers have their mail. */
const WELL_KNOWN = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
/** One letter away from those, and as real. */
const REAL_HOSTS = ['mail.com', 'email.com', 'ymail.com'];
/** One letter away from `com`, and as real. */
const REAL_ENDINGS = ['co', 'cm', 'om', 'cam', 'bom'];

/** `sara@gmail.com` for `sara@gmial.con`; null: the address is not nearly another. */
export const findMeantEmail = (email: string): string | null => {
  const at = email.lastIndexOf('@') + 1;
  const host = email.slice(at).toLowerCase();
  const dot = host.lastIndexOf('.') + 1;
  const ending = host.slice(dot);
  const isEndingMeant = isSlip(ending, 'com') && !REAL_ENDINGS.includes(ending);
  const ended = isEndingMeant ? `${host.slice(0, dot)}com` : host;
  const known = REAL_HOSTS.includes(ended) ? undefined : WELL_KNOWN.find((one) => isSlip(ended, one));
  const meant = known ?? ended;
  return at === 0 || meant === host ? null : email.slice(0, at) + meant;
};

/** One letter too many, too few, wrong or swapped. */
const isSlip = (typed: string, meant: string): boolean => {
  const distance = editDistance(typed, meant);
  return distance === 1 || (distance === 2 && sortLetters(typed) === sortLetters(meant));
};

const sortLetters = (text: string): string => [...text].toSorted().join('');
