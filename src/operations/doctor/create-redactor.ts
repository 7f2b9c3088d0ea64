/** Matches by name, so a misspelt variable that holds a secret is caught too. */
const SECRET_NAME =
  /^(PAYLINK|SLACK|DATABASE|ENCRYPTION|PG)_?.*(SECRET|TOKEN|KEY|ACCOUNT|PASSWORD|URL)|^PGPASSWORD$/;
const OPEN_NAMES = new Set(['SLACK_API_URL', 'PAYLINK_BASE_URL', 'PUBLIC_URL']);
/** Redacting shorter values would mangle ordinary words, and a secret that short is easily guessed. */
const LEAST_LENGTH = 4;

/**
 * Removes an environment's secrets from any text. A second line of defence: no check writes a secret, but text
 * from outside, such as a service's message, can still contain one.
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

/** Also for an address no parser accepts: takes what is between the last colon and the last @ before the host. */
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
