/** By their names; a misspelt one holds a secret too. */
const SECRET_NAME =
  /^(PAYLINK|SLACK|DATABASE|ENCRYPTION|PG)_?.*(SECRET|TOKEN|KEY|ACCOUNT|PASSWORD|URL)|^PGPASSWORD$/;
const OPEN_NAMES = new Set(['SLACK_API_URL', 'PAYLINK_BASE_URL', 'PUBLIC_URL']);
/** Shorter ones would tear words apart, and hide nothing from anybody who tries. */
const LEAST_LENGTH = 4;

/**
 * Takes the secrets of an environment out of any text. A second line of defence: no check writes one. Texts of
 * others, such as a service's message, can hold one all the same.
 */
export const createRedactor = (env: Record<string, string | undefined>): ((text: string) => string) => {
  const secrets = Object.entries(env)
    .flatMap(([name, value = '']) => secretsOf(name, value.trim()))
    .filter((secret) => secret.length >= LEAST_LENGTH)
    .sort((one, other) => other.length - one.length);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
};

function secretsOf(name: string, value: string): string[] {
  if (OPEN_NAMES.has(name)) return passwordsOf(value);
  if (!SECRET_NAME.test(name)) return [];
  return [value, encodeURIComponent(value), ...passwordsOf(value)];
}

/** Also of an address that no parser takes: between the last colon and the last @ before the host. */
function passwordsOf(address: string): string[] {
  const [, password = ''] = /^[a-z]+:\/\/[^/@]*?:(.*)@/i.exec(address) ?? [];
  return [password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
