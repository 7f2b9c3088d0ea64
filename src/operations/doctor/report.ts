import type { Outcome } from './check.ts';

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

export interface CheckResult extends Pick<Outcome, 'status' | 'seen'> {
  id: string;
  title: string;
  /** What to do; only advice when the check passed. */
  remedy: string | null;
  details: string[];
}

/** Everything a check prints passes through here, so every text is redacted. */
export const buildResult = ({
  id,
  title,
  outcome: { status, seen, remedy, details = [] },
  redact,
}: {
  id: string;
  title: string;
  outcome: Outcome;
  redact: (text: string) => string;
}): CheckResult => ({
  id,
  title,
  status,
  seen: redact(seen),
  remedy: remedy === undefined ? null : redact(remedy),
  details: details.map(redact),
});

const SIGNS = { ok: '✓', failed: '✗', skipped: '–' } as const;
const TITLE_WIDTH = 18;
const INDENT = ' '.repeat(TITLE_WIDTH + 2);

/** One check as printed: its line, with details and remedy below. */
export const buildResultText = ({ status, title, seen, details, remedy }: CheckResult): string =>
  [
    `${SIGNS[status]} ${title.padEnd(TITLE_WIDTH)}${seen}`,
    ...details.map((detail) => `${INDENT}- ${detail}`),
    ...(remedy === null ? [] : [`${INDENT}→ ${remedy}`]),
    '',
  ].join('\n');

export const hasFailed = (results: CheckResult[]): boolean =>
  results.some(({ status }) => status === 'failed');

export const buildSummaryText = (results: CheckResult[]): string => {
  const count = (wanted: CheckResult['status']) => results.filter(({ status }) => status === wanted).length;
  const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} not checked`;
  return `\n${hasFailed(results) ? `${count('failed')} of ${results.length} to correct` : 'All is well'}${skipped}.\n`;
};

/** All results as one JSON document, for scripts. */
export const buildReportJson = (results: CheckResult[], version: string): string =>
  `${JSON.stringify({ ok: !hasFailed(results), version, checks: results }, null, 2)}\n`;
