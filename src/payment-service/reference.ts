import { randomInt } from 'node:crypto';

/** Without the letters and digits that are mistaken for one another when read out on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A short name for one call, for the screen and the log alike. */
export const createReference = (): string =>
  Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
