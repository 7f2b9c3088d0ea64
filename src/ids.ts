import { createHash, randomBytes } from 'node:crypto';

/** Crockford's alphabet: no I, L, O or U, so that a reference survives being read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface Ids {
  /** Primary key of a link, and the pointer that buttons carry. */
  link(): string;
  /** One per opened form; the same form submitted twice keeps it. */
  nonce(): string;
  /** Our `Invoice_Id`, when the person gives none: `PL-261121-7K3M9Q2XAB`, from a day written `2026-11-21`. */
  invoice(day: string): string;
  /** 256 bits: the only thing that stands between a stranger and a callback. */
  callbackToken(): string;
  /** 256 bits: the only thing that stands between a stranger and a picture. */
  pictureToken(): string;
  notice(): string;
  /** A saved report, the pointer that its buttons carry. */
  report(): string;
  job(): string;
  approval(): string;
  /** Sorts after those that this process gave before: entries of one millisecond keep their order. */
  auditEntry(): string;
  /** Short enough to read over the phone; stands in the log beside the fault. */
  reference(): string;
}

export const createIds = (random: (size: number) => Buffer = randomBytes): Ids => {
  let entries = 0;
  return {
    link: () => `lnk_${random(15).toString('base64url')}`,
    nonce: () => random(15).toString('base64url'),
    invoice: (now) =>
      `PL-${new Date(now).toISOString().slice(2, 10).replaceAll('-', '')}-${readable(random(10))}`,
    callbackToken: () => random(32).toString('base64url'),
    pictureToken: () => random(32).toString('base64url'),
    notice: () => `ntc_${random(15).toString('base64url')}`,
    report: () => `rpt_${random(15).toString('base64url')}`,
    job: () => `job_${random(15).toString('base64url')}`,
    approval: () => `apr_${random(15).toString('base64url')}`,
    auditEntry: () => {
      entries += 1;
      return `aud_${entries.toString(36).padStart(9, '0')}_${random(9).toString('base64url')}`;
    },
    reference: () => readable(random(8)),
  };
};

/** What the database keeps of a token that stands in an address. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function readable(bytes: Buffer): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
