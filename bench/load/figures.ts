interface Sample {
  /** Seconds. */
  at: number;
  value: number;
}

/** Longer than the time between two garbage collections under load. */
const FLOOR_OF = 6;

/**
 * Start, end, peak, and growth per minute over the last third of the run: before that, 2,000 workspaces appear for
 * the first time and fill the caches. The floor follows the lowest of every six samples: memory in use, without
 * garbage.
 */
export const describeGrowth = (samples: readonly Sample[]) => {
  const first = samples[0] ?? { at: 0, value: 0 };
  const last = samples.at(-1) ?? first;
  const from = first.at + ((last.at - first.at) * 2) / 3;
  const rest = samples.filter(({ at }) => at >= from);
  return {
    start: round(first.value),
    end: round(last.value),
    most: round(Math.max(first.value, ...samples.map(({ value }) => value))),
    slopePerMinute: round(fitSlope(rest) * 60),
    floorSlopePerMinute: round(fitSlope(findFloor(rest)) * 60),
  };
};

function findFloor(samples: readonly Sample[]): Sample[] {
  return samples.flatMap((_, index) => {
    const some = samples.slice(index, index + FLOOR_OF);
    const isFirst = index % FLOOR_OF === 0 && some.length === FLOOR_OF;
    return isFirst ? [some.reduce((low, sample) => (sample.value < low.value ? sample : low))] : [];
  });
}

/** Least squares: growth per second; 0 with fewer than two points. */
function fitSlope(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const value = mean(samples.map((sample) => sample.value));
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  if (!(spread > 0)) return 0;
  return samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.value - value), 0) / spread;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A notice in the database after the run; times in epoch milliseconds. */
export interface LaneNotice {
  lane: string;
  kind: string;
  createdAt: number;
  dueAt: number;
  /** Null: not delivered yet. */
  endedAt: number | null;
  attempts: number;
}

/** A lane posts at most once a second; edits only wait for their turn. */
const GAP_MS = 1_000;
const WITHOUT_GAP = new Set(['doubt-over']);

/**
 * How much later than possible each notice was delivered, in milliseconds, unordered. A lane that loses no time
 * delivers a notice when it is created, or as soon as the ones before it are delivered and the gap has passed.
 * `notices` must be in lane order.
 */
export const judgeLanes = (notices: readonly LaneNotice[], now: number): number[] => {
  const free = new Map<string, number>();
  return notices.map((notice) => {
    const { lane, kind, createdAt, dueAt, attempts } = notice;
    // A retried notice is due since its creation, whatever its backoff.
    const due = attempts > 0 ? createdAt : Math.max(createdAt, dueAt);
    const ideal = Math.max(due, free.get(lane) ?? 0);
    free.set(lane, WITHOUT_GAP.has(kind) ? ideal : ideal + GAP_MS);
    return (notice.endedAt ?? now) - ideal;
  });
};
