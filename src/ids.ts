import { createHash, randomBytes } from 'node:crypto';

/** Crockford's alphabet: no I, L, O or U, so a reference survives being read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const DRAWN_AT_ONCE = 4_096;

export interface Ids {
  /** Primary key of a link; buttons carry it too. */
  link(): string;
  /** One per opened form; submitting the same form twice sends the same one. */
  nonce(): string;
  /** Our `Invoice_Id` when the cashier leaves it blank: `PL-261121-7K3M9Q2XAB` for the day `2026-11-21`. */
  invoice(day: string): string;
  /** 256 bits: nothing else stops a stranger from sending a callback. */
  callbackToken(): string;
  /** 256 bits: nothing else stops a stranger from fetching a picture. */
  pictureToken(): string;
  notice(): string;
  /** Id of a saved report; its buttons carry it. */
  report(): string;
  /** Id of a saved search; its buttons carry it. */
  search(): string;
  /** Id of a repeating export or summary; its buttons carry it. */
  schedule(): string;
  job(): string;
  approval(): string;
  batch(): string;
  /** Id of a batch that repeats every month. */
  batchList(): string;
  /** Sorts after every earlier id from this process, so entries within one millisecond keep their order. */
  auditEntry(): string;
  /** Short enough to read over the phone; logged with the error. */
  reference(): string;
}

/** Draws 4 kB from the system at a time: a few bytes take as long as many. Never returns a byte twice. */
const createRandomBytes = (): ((size: number) => Buffer) => {
  let pool = Buffer.alloc(0);
  return (size) => {
    if (pool.length < size) pool = randomBytes(DRAWN_AT_ONCE);
    const bytes = pool.subarray(0, size);
    pool = pool.subarray(size);
    return bytes;
  };
};

export const createIds = (random: (size: number) => Buffer = createRandomBytes()): Ids => {
  let entries = 0;
  return {
    link: () => `lnk_${random(15).toString('base64url')}`,
    nonce: () => random(15).toString('base64url'),
    invoice: (day) => `PL-${day.slice(2).replaceAll('-', '')}-${readable(random(10))}`,
    callbackToken: () => random(32).toString('base64url'),
    pictureToken: () => random(32).toString('base64url'),
    notice: () => `ntc_${random(15).toString('base64url')}`,
    report: () => `rpt_${random(15).toString('base64url')}`,
    search: () => `srch_${random(15).toString('base64url')}`,
    schedule: () => `sch_${random(15).toString('base64url')}`,
    job: () => `job_${random(15).toString('base64url')}`,
    batch: () => `bat_${random(15).toString('base64url')}`,
    batchList: () => `lst_${random(15).toString('base64url')}`,
    approval: () => `apr_${random(15).toString('base64url')}`,
    auditEntry: () => {
      entries += 1;
      return `aud_${entries.toString(36).padStart(9, '0')}_${random(9).toString('base64url')}`;
    },
    reference: () => readable(random(8)),
  };
};

/** The database stores only this hash of a token that appears in an address. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function readable(bytes: Buffer): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
