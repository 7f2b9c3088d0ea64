/**
 * Comma-separated keys, each 32 bytes in base64: the first encrypts, all of them decrypt. Null when there are no
 * keys or one of them is malformed.
 */
export const parseEncryptionKeys = (text: string): Buffer[] | null => {
  const keys = text.split(',').map((part) => parseKey(part.trim()));
  return keys.every((key) => key !== null) ? keys : null;
};

function parseKey(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // The last of the 43 characters has two spare bits: a text that sets them was not made from 32 bytes.
  return key.length === 32 && key.toString('base64').startsWith(text) ? key : null;
}
