import { createHash, randomBytes } from 'node:crypto';
import { buildCallbackToken, buildToken, drawIdentity, type Identity, toReadable } from './identity.ts';

const DRAWN_AT_ONCE = 4_096;

export interface Ids {
  /** Primary key of a link; buttons carry it too. */
  link(): string;
  /** One per opened form; submitting the same form twice sends the same one. */
  nonce(): string;
  /**
   * Our `Invoice_Id` when the cashier leaves it blank: `PL-261121-7K3M9Q2XAB` for the day `2026-11-21`. `7K3` is the mark of
   * this database; earlier numbers have none.
   */
  invoice(day: string): string;
  /** 256 bits that nobody can guess. */
  secret(): string;
  /** Proves itself, for as long as its link is kept: a refund may come months later. A link has one. */
  callbackToken(linkId: string): string;
  /** Proves itself until `endsAt`, in epoch milliseconds. */
  pictureToken(endsAt: number): string;
  notice(): string;
  /** Id of a repeating export or summary; its buttons carry it. */
  schedule(): string;
  job(): string;
  batch(): string;
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

/** `identity`: that of the database; without one, numbers and addresses are this object's own. */
export const createIds = (
  random: (size: number) => Buffer = createRandomBytes(),
  identity: Identity = drawIdentity(),
): Ids => {
  let entries = 0;
  return {
    link: () => `lnk_${random(15).toString('base64url')}`,
    nonce: () => random(15).toString('base64url'),
    invoice: (day) => `PL-${day.slice(2).replaceAll('-', '')}-${identity.mark}${toReadable(random(7))}`,
    secret: () => random(32).toString('base64url'),
    callbackToken: (linkId) => buildCallbackToken(identity, linkId),
    pictureToken: (endsAt) => buildToken(identity, 'picture', random(16), endsAt),
    notice: () => `ntc_${random(15).toString('base64url')}`,
    schedule: () => `sch_${random(15).toString('base64url')}`,
    job: () => `job_${random(15).toString('base64url')}`,
    batch: () => `bat_${random(15).toString('base64url')}`,
    auditEntry: () => {
      entries += 1;
      return `aud_${entries.toString(36).padStart(9, '0')}_${random(9).toString('base64url')}`;
    },
    reference: () => toReadable(random(8)),
  };
};

/** The database stores only this hash of a token that appears in an address. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
