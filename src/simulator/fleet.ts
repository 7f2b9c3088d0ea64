import type { Log } from '../log.ts';
import type { Store } from '../store/open-store.ts';
import { createPaylink, type Paylink, type PaylinkDependencies } from './paylink.ts';
import { createProcess, type Hardship, type Process, type World } from './world.ts';

/** Far more calls in a day than any needs are work that nobody asked for. */
const MOST_CALLS = 20_000;

/** The processes that run Paylink: whoever is killed is started again, as whatever keeps a service running does. */
export interface Fleet {
  running(): Paylink[];
  processes(): Iterable<Process>;
  /** A new day: as many as are asked for, one alone with a store of its own. */
  start(size: number): void;
  /** One takes over from the others. */
  startAlone(): void;
  endAll(): void;
  /** When one was killed, stood still, or could not write. */
  mishaps(): readonly number[];
  counts(): { kills: number; calls: number };
}

export const createFleet = (
  world: World,
  {
    hardship,
    onEndless,
    ...shared
  }: {
    hardship: () => Hardship;
    /** It works without end, and was ended. */
    onEndless: () => void;
    store: Store;
    log: Log;
  } & Pick<PaylinkDependencies, 'send' | 'slack' | 'dataDir' | 'timeZone'>,
): Fleet => {
  const { dice } = world;
  const mishaps: number[] = [];
  const processes = new Set<Process>();
  const slots = new Map<string, Paylink>();
  let kills = 0;
  let calls = 0;
  let callsToday = 0;
  /** Whoever is to be started again belongs to the shift in which it was killed. */
  let shifts = 0;

  const endAll = () => {
    shifts += 1;
    for (const process of processes) process.end();
    processes.clear();
    slots.clear();
  };

  const startOne = (name: string, isAlone: boolean): void => {
    const startAgain = () => {
      slots.delete(name);
      processes.delete(process);
      const shift = shifts;
      void world.sleep(dice.whole(0, dice.pick([0, 2_000, 90_000]))).then(() => {
        if (shift === shifts) startOne(name, isAlone);
      });
    };
    const process: Process = createProcess(name, world.as(name), {
      hardship: () => {
        calls += 1;
        callsToday += 1;
        if (callsToday === MOST_CALLS) {
          onEndless();
          endAll();
        }
        return hardship();
      },
      onMishap: () => mishaps.push(world.now()),
      onKilled: () => {
        kills += 1;
        startAgain();
      },
      skewMs: isAlone ? 0 : dice.whole(-1_500, 1_500),
    });
    processes.add(process);
    world.note(`${name} starts`);
    const paylink = createPaylink({ ...shared, process, world: world.as(name), isAlone });
    void paylink.start().then(
      () => slots.set(name, paylink),
      (error: unknown) => {
        // The disk is full: it says so and ends, and whatever keeps it running tries again.
        world.note(`${name} does not start: ${String(error)}`);
        process.end();
        startAgain();
      },
    );
  };

  return {
    running: () => [...slots.values()],
    processes: () => processes,
    start: (size) => {
      endAll();
      callsToday = 0;
      for (let n = 1; n <= size; n += 1) startOne(`paylink-${n}`, size === 1);
    },
    startAlone: () => {
      endAll();
      startOne('paylink-alone', true);
    },
    endAll,
    mishaps: () => mishaps,
    counts: () => ({ kills, calls }),
  };
};
