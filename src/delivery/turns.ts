import type { Clock } from '../clock.ts';

/**
 * Slots shared by the work of many workspaces. Work holds its slot for at most two seconds: anything longer is waiting for
 * something else, such as a payment service that hangs, and continues without a slot. So another workspace's work starts
 * within two seconds, however much the first one has to do.
 */
interface Turns {
  /** How many slots are free. */
  room(): number;
  /** When a slot becomes free even if no work ends; infinite: some work must end first. */
  roomAt(): number;
  /** Waits for a free slot. */
  whenRoom(): Promise<void>;
  /** Workspaces that hold slots, or have just used all of them: the others go first. */
  after(): string[];
  /** Workspaces that already run as much as they may. */
  full(): string[];
  run<T>(teamId: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no work is running. */
  finished(): Promise<void>;
}

interface TurnsOptions {
  slots: number;
  /** How much one workspace may run at a time; by default, as much as there are slots. */
  maxPerTeam?: number;
  /** How much may run in all, including work without a slot. */
  maxRunning?: number;
  clock: Clock;
}

interface Turn {
  teamId: string;
  since: number;
}

const HOLDS_SLOT_MS = 2_000;
const LOOK_AGAIN_MS = 60_000;

export const createTurns = ({
  slots,
  maxPerTeam = slots,
  maxRunning = 4 * slots,
  clock,
}: TurnsOptions): Turns => {
  const running = new Map<Promise<unknown>, Turn>();
  let begun: Turn[] = [];
  let alarm = new AbortController();

  const recent = (turns: Iterable<Turn>): Turn[] => {
    const now = clock.now();
    // The absolute value, so that a clock that was set back does not keep a slot taken.
    return [...turns].filter(({ since }) => Math.abs(now - since) < HOLDS_SLOT_MS);
  };
  const holding = () => recent(running.values());
  const room = () => Math.max(0, Math.min(slots - holding().length, maxRunning - running.size));
  const roomAt = () =>
    running.size >= maxRunning
      ? Number.POSITIVE_INFINITY
      : Math.min(...holding().map(({ since }) => since + HOLDS_SLOT_MS));

  return {
    room,
    roomAt,
    whenRoom: async () => {
      while (room() === 0)
        await clock.sleep(Math.min(LOOK_AGAIN_MS, Math.max(0, roomAt() - clock.now())), alarm.signal);
    },
    after: () => {
      begun = recent(begun);
      return [...new Set([...holding().map(({ teamId }) => teamId), ...teamsWith(slots, begun)])];
    },
    full: () => teamsWith(maxPerTeam, running.values()),
    run: (teamId, work) => {
      const run = work().finally(() => {
        running.delete(run);
        alarm.abort('ended');
        alarm = new AbortController();
      });
      const turn = { teamId, since: clock.now() };
      running.set(run, turn);
      begun = [...recent(begun), turn];
      return run;
    },
    finished: async () => {
      while (running.size > 0) await Promise.allSettled(running.keys());
    },
  };
};

function teamsWith(least: number, turns: Iterable<Turn>): string[] {
  const counts = new Map<string, number>();
  for (const { teamId } of turns) counts.set(teamId, (counts.get(teamId) ?? 0) + 1);
  return [...counts].flatMap(([teamId, count]) => (count >= least ? [teamId] : []));
}

/** In the order in which the workspaces come first. */
export const groupByTeam = <T extends { teamId: string }>(all: readonly T[]): Map<string, T[]> => {
  const teams = new Map<string, T[]>();
  for (const one of all) {
    const ofTeam = teams.get(one.teamId);
    if (ofTeam) ofTeam.push(one);
    else teams.set(one.teamId, [one]);
  }
  return teams;
};
