import { fitSlope, type Sample } from './fit-slope.ts';

export interface AppSamples {
  residentMiB: Sample[];
  heapMiB: Sample[];
  lagSeconds: Sample[];
  /** The age of the oldest message that waited for its delivery, of any kind. */
  noticeAgeSeconds: Sample[];
  noticesWaiting: Sample[];
}

const MIB = 1024 * 1024;

/** Reads the app's own metrics now and every `everyMs`, until it is stopped. */
export const watchApp = (url: string, everyMs: number) => {
  const samples: AppSamples = {
    residentMiB: [],
    heapMiB: [],
    lagSeconds: [],
    noticeAgeSeconds: [],
    noticesWaiting: [],
  };
  const startedAt = performance.now();
  const faults: unknown[] = [];

  const read = async (): Promise<AppSamples> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const at = (performance.now() - startedAt) / 1000;
    const valuesOf = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map((match) => Number(match[1]));
    const add = (to: Sample[], value: number) => to.push({ at, value });
    add(samples.residentMiB, (valuesOf('process_resident_memory_bytes')[0] ?? 0) / MIB);
    add(samples.heapMiB, (valuesOf('nodejs_heap_size_used_bytes')[0] ?? 0) / MIB);
    add(samples.lagSeconds, valuesOf('nodejs_eventloop_lag_p99_seconds')[0] ?? 0);
    add(samples.noticeAgeSeconds, Math.max(0, ...valuesOf('paylink_notices_oldest_waiting_seconds')));
    add(
      samples.noticesWaiting,
      valuesOf('paylink_notices_waiting').reduce((sum, value) => sum + value, 0),
    );
    return samples;
  };

  const readAtTurn = () => void read().catch((error: unknown) => faults.push(error));
  readAtTurn();
  const timer = setInterval(readAtTurn, everyMs);
  return {
    read,
    /** Readings that failed. */
    faults,
    stop: () => clearInterval(timer),
  };
};

/** Start, end, and growth a minute over the last three quarters: the first one is for everything to be loaded. */
export const describeGrowth = (samples: readonly Sample[]) => {
  const [first] = samples;
  const last = samples.at(-1);
  const from = (first?.at ?? 0) + ((last?.at ?? 0) - (first?.at ?? 0)) / 4;
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    start: round(first?.value ?? 0),
    end: round(last?.value ?? 0),
    most: round(Math.max(...samples.map(({ value }) => value))),
    slopePerMinute: round(fitSlope(samples.filter(({ at }) => at >= from)) * 60),
  };
};
