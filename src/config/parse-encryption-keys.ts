/**
 * Keys between commas, each 32 bytes in base64: the first seals, all of them open. Null when there is none, or
 * when one is anything else.
 */
export const parseEncryptionKeys = (text: string): Buffer[] | null => {
  const keys = text.split(',').map((part) => parseKey(part.trim()));
  return keys.every((key) => key !== null) ? keys : null;
};

function parseKey(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // The last of the 43 characters carries two bits too many: a text that uses them was not made from 32 bytes.
  return key.length === 32 && key.toString('base64').startsWith(text) ? key : null;
}
