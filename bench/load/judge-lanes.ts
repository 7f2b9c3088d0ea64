/** A notice as it stands in the database after the run; instants in milliseconds since the epoch. */
export interface LaneNotice {
  lane: string;
  kind: string;
  createdAt: number;
  dueAt: number;
  /** Null: it still waits. */
  endedAt: number | null;
  attempts: number;
}

/** A lane posts at most once a second; what only changes a post waits for nothing but its turn. */
const GAP_MS = 1_000;
const WITHOUT_GAP = new Set(['edit', 'qr']);

/**
 * How much later than its lane allows each notice was delivered, in milliseconds, in no order. A lane that loses
 * no time delivers each one when it is made, or as soon as those before it are gone and the gap is over.
 * `notices` are in the order of each lane.
 */
export const judgeLanes = (notices: readonly LaneNotice[], now: number): number[] => {
  const free = new Map<string, number>();
  return notices.map((notice) => {
    const { lane, kind, createdAt, dueAt, attempts } = notice;
    // One that was tried again is due since it was made, whatever the wait between the tries.
    const due = attempts > 0 ? createdAt : Math.max(createdAt, dueAt);
    const ideal = Math.max(due, free.get(lane) ?? 0);
    free.set(lane, WITHOUT_GAP.has(kind) ? ideal : ideal + GAP_MS);
    return (notice.endedAt ?? now) - ideal;
  });
};
