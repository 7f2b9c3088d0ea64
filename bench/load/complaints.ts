import { z } from 'zod';

const lineSchema = z.object({ level: z.unknown(), msg: z.string().default('') });
/** pino levels as numbers or as words. */
const IS_COMPLAINT = /^(warn|error|fatal|[456]0)$/;

/** Counts an app's warnings and errors by message. */
export const createComplaints = () => {
  const seen = new Map<string, number>();
  let rest = '';
  return {
    read: (output: string): void => {
      const lines = (rest + output).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const msg = parseComplaint(line);
        if (msg !== null) seen.set(msg, (seen.get(msg) ?? 0) + 1);
      }
    },
    seen: () => Object.fromEntries(seen),
  };
};

/** A line that is not a log line counts too. */
function parseComplaint(line: string): string | null {
  if (line.trim() === '') return null;
  try {
    const { level, msg } = lineSchema.parse(JSON.parse(line));
    return IS_COMPLAINT.test(String(level)) ? msg : null;
  } catch {
    return line.slice(0, 100);
  }
}
