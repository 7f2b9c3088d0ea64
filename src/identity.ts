import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What makes the numbers and addresses of one database its own. It is made at the first start, and is in every backup. */
export interface Identity {
  /** Three letters or digits in every number that Paylink makes: see `Ids.invoice`. */
  mark: string;
  /** Proves the addresses that Paylink hands out. */
  key: Buffer;
}

/** Crockford's alphabet: no I, L, O or U, so a reference survives being read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const MARK_LENGTH = 3;
const KEY_BYTES = 32;

export const toReadable = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');

export const drawIdentity = (random: (size: number) => Buffer = randomBytes): Identity => ({
  mark: toReadable(random(MARK_LENGTH)),
  key: Buffer.from(random(KEY_BYTES)),
});

/** What an address leads to; one for pictures proves nothing for callbacks. */
type AddressUse = 'callback' | 'picture';

const SECRET_BYTES = 16;
const END_BYTES = 6;
const PROOF_BYTES = 16;
/** As base64url. */
const SHAPE = /^[\w-]{51}$/;
const NEVER = 0;

/**
 * A token for an address: 128 bits that nobody can guess, when it ends, and a proof of both that only the key can make. `endsAt`: in epoch
 * milliseconds, exclusive; null: never.
 */
export const buildToken = (
  { key }: Pick<Identity, 'key'>,
  use: AddressUse,
  secret: Buffer,
  endsAt: number | null,
): string => {
  const said = Buffer.alloc(SECRET_BYTES + END_BYTES);
  secret.copy(said, 0, 0, SECRET_BYTES);
  said.writeUIntBE(endsAt ?? NEVER, SECRET_BYTES, END_BYTES);
  return Buffer.concat([said, prove(key, use, said)]).toString('base64url');
};

/** The token of a link's callback address: the same whenever the link is requested, since any of its requests may have made it. */
export const buildCallbackToken = (identity: Pick<Identity, 'key'>, linkId: string): string => {
  const secret = createHmac('sha256', identity.key).update(`secret of ${linkId}`).digest();
  return buildToken(identity, 'callback', secret.subarray(0, SECRET_BYTES), null);
};

/** `ours`: the token is one that we made and that has not ended. It costs no statement, so a stranger's guesses cost none. */
export const judgeToken = (
  { key }: Pick<Identity, 'key'>,
  use: AddressUse,
  token: string,
  now: number,
): 'ours' | 'foreign' => {
  if (!SHAPE.test(token)) return 'foreign';
  const bytes = Buffer.from(token, 'base64url');
  const said = bytes.subarray(0, SECRET_BYTES + END_BYTES);
  if (!timingSafeEqual(bytes.subarray(said.length), prove(key, use, said))) return 'foreign';
  const endsAt = said.readUIntBE(SECRET_BYTES, END_BYTES);
  return endsAt === NEVER || now < endsAt ? 'ours' : 'foreign';
};

function prove(key: Buffer, use: AddressUse, said: Buffer): Buffer {
  return createHmac('sha256', key).update(`${use} `).update(said).digest().subarray(0, PROOF_BYTES);
}
