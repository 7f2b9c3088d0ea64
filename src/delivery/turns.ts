import type { Clock } from '../clock.ts';

/**
 * Places for the work of many workspaces. Work holds its place for two seconds at most: anything longer is waiting for
 * something else, such as a payment service that hangs, and continues without a place. So another workspace's work starts
 * within two seconds, however much the first one has to do.
 */
interface Turns {
  /** How many places are free. */
  room(): number;
  /** Instant at which there is room even if nothing ends before; infinite: something must end. */
  roomAt(): number;
  /** Waits for room. */
  whenRoom(): Promise<void>;
  /** Workspaces that hold places, or have just used all of them: the others go first. */
  after(): string[];
  /** Workspaces that have in hand all they may have at a time. */
  full(): string[];
  run<T>(teamId: string, work: () => Promise<T>): Promise<T>;
  /** Nothing is in hand. */
  finished(): Promise<void>;
}

interface TurnsOptions {
  places: number;
  /** How much one workspace may have in hand before it gets no more. */
  ofOne?: number;
  /** How much may be in hand in all, with what has left its place. */
  most?: number;
  clock: Clock;
}

interface Turn {
  teamId: string;
  since: number;
}

const HOLDS_PLACE_MS = 2_000;
const LOOK_AGAIN_MS = 60_000;

export const createTurns = ({ places, ofOne = places, most = 4 * places, clock }: TurnsOptions): Turns => {
  const inHand = new Map<Promise<unknown>, Turn>();
  let begun: Turn[] = [];
  let alarm = new AbortController();

  const lately = (turns: Iterable<Turn>): Turn[] => {
    const now = clock.now();
    // Both ways: a clock that was set back must not keep a place taken.
    return [...turns].filter(({ since }) => Math.abs(now - since) < HOLDS_PLACE_MS);
  };
  const holding = () => lately(inHand.values());
  const room = () => Math.max(0, Math.min(places - holding().length, most - inHand.size));
  const roomAt = () =>
    inHand.size >= most
      ? Number.POSITIVE_INFINITY
      : Math.min(...holding().map(({ since }) => since + HOLDS_PLACE_MS));

  return {
    room,
    roomAt,
    whenRoom: async () => {
      while (room() === 0)
        await clock.sleep(Math.min(LOOK_AGAIN_MS, Math.max(0, roomAt() - clock.now())), alarm.signal);
    },
    after: () => {
      begun = lately(begun);
      return [...new Set([...holding().map(({ teamId }) => teamId), ...teamsWith(places, begun)])];
    },
    full: () => teamsWith(ofOne, inHand.values()),
    run: (teamId, work) => {
      const run = work().finally(() => {
        inHand.delete(run);
        alarm.abort('ended');
        alarm = new AbortController();
      });
      const turn = { teamId, since: clock.now() };
      inHand.set(run, turn);
      begun = [...lately(begun), turn];
      return run;
    },
    finished: async () => {
      while (inHand.size > 0) await Promise.allSettled(inHand.keys());
    },
  };
};

function teamsWith(least: number, turns: Iterable<Turn>): string[] {
  const counts = new Map<string, number>();
  for (const { teamId } of turns) counts.set(teamId, (counts.get(teamId) ?? 0) + 1);
  return [...counts].flatMap(([teamId, count]) => (count >= least ? [teamId] : []));
}
