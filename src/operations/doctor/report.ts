import type { CheckId, Outcome } from './check.ts';

export interface CheckResult {
  id: CheckId;
  title: string;
  status: 'ok' | 'failed' | 'skipped';
  seen: string;
  /** What to do; only advice when the check passed. */
  remedy: string | null;
  details: string[];
}

/** Everything a check prints passes through here, so every text is redacted. */
export const buildResult = ({
  id,
  title,
  outcome,
  redact,
}: {
  id: CheckId;
  title: string;
  outcome: Outcome;
  redact: (text: string) => string;
}): CheckResult => ({
  id,
  title,
  status: outcome.status,
  seen: redact(outcome.seen),
  remedy: 'remedy' in outcome && outcome.remedy !== undefined ? redact(outcome.remedy) : null,
  details: ('details' in outcome ? (outcome.details ?? []) : []).map(redact),
});

const SIGNS = { ok: '✓', failed: '✗', skipped: '–' } as const;
const TITLE_WIDTH = 16;
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
