import { isRecord } from './parse-json.ts';

const secretName = /^(token|authorization|client_secret|bot_token|access_token|refresh_token)$/i;
const tokenForm = /\bx(?:ox[a-z]|app)[-.][A-Za-z0-9-]+/g;

/** A copy in which tokens are dots. */
export const maskSecrets = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(tokenForm, '…');
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      secretName.test(name) && typeof part === 'string' ? '…' : maskSecrets(part),
    ]),
  );
};
