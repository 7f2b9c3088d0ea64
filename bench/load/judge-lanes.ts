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
const WITHOUT_GAP = new Set(['edit', 'qr']);

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
