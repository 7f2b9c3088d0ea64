import { z } from 'zod';

export interface AppSample {
  /** Seconds since the watch began. */
  at: number;
  residentMiB: number;
  heapMiB: number;
  /** Since the process started. */
  processorSeconds: number;
  lagSeconds: number;
  noticesWaiting: number;
  /** Age of the oldest undelivered message. */
  noticeAgeSeconds: number;
}

const MIB = 1024 * 1024;

/** Reads the app's metrics every `everyMs` until it is stopped. */
export const watchApp = (url: string, everyMs: number) => {
  const samples: AppSample[] = [];
  let startedAt = performance.now();
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;

  const read = async (): Promise<AppSample> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const valuesOf = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map((match) =>
        Number(match[1]),
      );
    const firstOf = (name: string) => valuesOf(name)[0] ?? 0;
    const sample = {
      at: (performance.now() - startedAt) / 1_000,
      residentMiB: firstOf('process_resident_memory_bytes') / MIB,
      heapMiB: firstOf('nodejs_heap_size_used_bytes') / MIB,
      processorSeconds: firstOf('process_cpu_seconds_total'),
      lagSeconds: firstOf('nodejs_eventloop_lag_p99_seconds'),
      noticesWaiting: valuesOf('paylink_notices_waiting').reduce((sum, value) => sum + value, 0),
      noticeAgeSeconds: Math.max(0, ...valuesOf('paylink_notices_oldest_waiting_seconds')),
    };
    samples.push(sample);
    return sample;
  };

  const readAtTurn = () => {
    read().catch(() => {
      missed += 1;
    });
  };
  return {
    samples,
    read,
    missed: () => missed,
    start: () => {
      startedAt = performance.now();
      readAtTurn();
      timer = setInterval(readAtTurn, everyMs);
    },
    stop: () => clearInterval(timer),
  };
};

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
