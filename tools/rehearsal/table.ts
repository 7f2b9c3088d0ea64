import { z } from 'zod';
import { isBad, type Step } from './stage.ts';

const WIDTH = { what: 58, method: 18, said: 16 };
const MOST_DETAILS = 5;

const detailSchema = z.looseObject({
  errors: z
    .array(z.union([z.string(), z.looseObject({ message: z.string(), pointer: z.string().optional() })]))
    .optional(),
  response_metadata: z.looseObject({ messages: z.array(z.string()).optional() }).optional(),
});

/** One line: what, method, Slack's answer, duration; below it, what Slack complains about or did not keep. */
export const buildLine = (step: Step): string => {
  const { what, method, end, error, oddity, ms } = step;
  const said = { accepted: 'accepted', refused: error ?? 'refused', lost: `no answer (${error})` }[end];
  const line = `${signOf(step)} ${what.padEnd(WIDTH.what)} ${method.padEnd(WIDTH.method)} ${said.padEnd(WIDTH.said)} ${ms} ms`;
  const below = [...(oddity === null ? [] : [oddity]), ...listDetails(step)];
  return [line, ...below.map((detail) => `    ${detail}`), ''].join('\n');
};

/** `✓` as needed, `✗` not as needed, `~` refused, but the app has a fallback. */
function signOf(step: Step): string {
  if (isBad(step)) return '✗';
  return step.end === 'accepted' && step.oddity === null ? '✓' : '~';
}

function listDetails({ end, answer }: Step): string[] {
  if (end === 'accepted') return [];
  const read = detailSchema.safeParse(answer).data;
  const errors = (read?.errors ?? []).map((one) =>
    typeof one === 'string' ? one : `${one.message}${one.pointer ? ` [${one.pointer}]` : ''}`,
  );
  const lines = errors.length > 0 ? errors : (read?.response_metadata?.messages ?? []);
  const rest = lines.length - MOST_DETAILS;
  return [...lines.slice(0, MOST_DETAILS), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

export const buildSummary = (steps: readonly Step[]): string => {
  const count = (end: Step['end']) => steps.filter((step) => step.end === end).length;
  const bad = steps.filter(isBad).length;
  return [
    `${steps.length} calls: ${count('accepted')} accepted, ${count('refused')} refused, ${count('lost')} without an answer.`,
    bad === 0
      ? 'Slack accepted everything that Paylink needs.'
      : `${bad} not as Paylink needs it: the lines with ✗.`,
    '',
  ].join('\n');
};
