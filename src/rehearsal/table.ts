import { z } from 'zod';
import { PROBE } from './probes.ts';
import { isUnexpected, type Step } from './stage.ts';

const WIDTH = { what: 58, method: 28 };

const detailSchema = z.looseObject({
  errors: z
    .array(z.union([z.string(), z.looseObject({ message: z.string(), pointer: z.string().optional() })]))
    .optional(),
  response_metadata: z.looseObject({ messages: z.array(z.string()).optional() }).optional(),
});
const MOST_DETAILS = 5;

/** One line of output: what, method, Slack's answer, duration; below it, Slack's error details. */
export const buildLine = (step: Step): string => {
  const { what, result } = step;
  const said =
    result.end === 'accepted'
      ? 'accepted'
      : result.end === 'refused'
        ? (result.error ?? 'refused')
        : `no answer${result.error === null ? '' : ` (${result.error})`}`;
  return [
    `${signOf(step)} ${what.padEnd(WIDTH.what)} ${result.method.padEnd(WIDTH.method)} ${said.padEnd(16)} ${result.ms} ms`,
    ...(step.mismatch === null ? [] : [`    ${step.mismatch}`]),
    ...listDetails(step).map((line) => `    ${line}`),
    '',
  ].join('\n');
};

/** `✓` as needed, `✗` not as needed, `?` a probe’s answer, `~` refused, but the app has a fallback. */
function signOf(step: Step): string {
  if (isUnexpected(step)) return '✗';
  if (step.what.startsWith(PROBE)) return '?';
  return step.result.end === 'accepted' ? '✓' : '~';
}

function listDetails({ result }: Step): string[] {
  if (result.end === 'accepted') return [];
  const read = detailSchema.safeParse(result.answer).data;
  const errors = (read?.errors ?? []).map((one) =>
    typeof one === 'string' ? one : `${one.message}${one.pointer ? ` [${one.pointer}]` : ''}`,
  );
  const lines = errors.length > 0 ? errors : (read?.response_metadata?.messages ?? []);
  const rest = lines.length - MOST_DETAILS;
  return [...lines.slice(0, MOST_DETAILS), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

export const buildSummary = (steps: readonly Step[]): string => {
  const isProbe = ({ what }: Step) => what.startsWith(PROBE);
  const asked = steps.filter((step) => !isProbe(step));
  const probes = steps.filter(isProbe);
  const count = (among: readonly Step[], end: Step['result']['end']) =>
    among.filter(({ result }) => result.end === end).length;
  const bad = steps.filter(isUnexpected).length;
  return [
    `${asked.length} calls: ${count(asked, 'accepted')} accepted, ${count(asked, 'refused')} refused, ${count(asked, 'lost')} without an answer.`,
    ...(probes.length === 0
      ? []
      : [
          `${probes.length} probes: ${count(probes, 'accepted')} accepted, ${count(probes, 'refused')} refused. What each answer means is in docs/install.md.`,
        ]),
    bad === 0
      ? 'Slack accepted everything that Paylink needs.'
      : `${bad} not as Paylink needs it: the lines with ✗.`,
  ].join('\n');
};
