import { randomInt } from 'node:crypto';

/** Leaves out letters and digits that are easily confused over the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A short id for one call, shown on screen and in the log. */
export const createReference = (): string =>
  Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
