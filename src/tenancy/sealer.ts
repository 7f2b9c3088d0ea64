import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const VERSION = 'v1';
const KEY_BYTES = 32;
/** NIST SP 800-38D: 96 bits; with random nonces, at most 2^32 texts per key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** No key decrypts it, or it was sealed for another context. Contains neither the text nor a key. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError';
  readonly context: string;
  /** Name of the key that sealed it: the first eight digits of its SHA-256. Null: not a sealed text. */
  readonly keyName: string | null;

  constructor(context: string, keyName: string | null) {
    const sealedBy = keyName === null ? '' : `, sealed by key ${keyName},`;
    super(
      `The secret ${context}${sealedBy} cannot be opened: ENCRYPTION_KEY lacks the key, or the text was changed.`,
    );
    this.context = context;
    this.keyName = keyName;
  }
}

export type Sealer = ReturnType<typeof createSealer>;

interface NamedKey {
  name: string;
  key: KeyObject;
}

/** The first key seals, all of them open. Throws `TypeError` without keys, or if one is not 32 bytes long. */
export const createSealer = (keys: readonly Buffer[], random: (size: number) => Buffer = randomBytes) => {
  const named = keys.map((key): NamedKey => {
    if (key.length !== KEY_BYTES) throw new TypeError('A key that seals must have 32 bytes.');
    // Node 24 takes five times as long with the bytes of a key.
    return { name: nameKey(key), key: createSecretKey(key) };
  });
  const [first] = named;
  if (first === undefined) throw new TypeError('There is no key to seal with.');

  return {
    /** Returns `v1.<key's name>.<nonce, cipher and tag>`. A text sealed in one context opens in no other. */
    seal: (text: string, context: string): string => {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${first.name}.${Buffer.concat(parts).toString('base64url')}`;
    },

    /** Throws `SealBrokenError`. */
    open: (sealed: string, context: string): string => {
      const [version, name, text = '', ...rest] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      const isWhole =
        version === VERSION &&
        rest.length === 0 &&
        bytes.length >= NONCE_BYTES + TAG_BYTES &&
        // Several texts decode to the same bytes; accept only the one that we wrote.
        bytes.toString('base64url') === text;
      const keyName = name !== undefined && /^[0-9a-f]{8}$/.test(name) ? name : null;
      if (!isWhole) throw new SealBrokenError(context, keyName);
      for (const { key } of named.filter((one) => one.name === name)) {
        const opened = tryOpen(key, bytes, context);
        if (opened !== null) return opened;
      }
      throw new SealBrokenError(context, keyName);
    },

    /** True if the first key sealed it, so the other keys are not needed for it. */
    isCurrent: (sealed: string): boolean => sealed.startsWith(`${VERSION}.${first.name}.`),
  };
};

function nameKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function tryOpen(key: KeyObject, bytes: Buffer, context: string): string | null {
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}
