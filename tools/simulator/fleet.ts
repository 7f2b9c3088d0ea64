import type { Log } from '../../src/log.ts';
import type { Store } from '../../src/open-store.ts';
import { createPaylink, type Paylink, type PaylinkDependencies } from './paylink.ts';
import { createProcess, type Hardship, type Process, type World } from './simulated-world.ts';

/** Far more calls than any two hours need: an endless loop. */
const MOST_CALLS = 60_000;
const COUNTED_MS = 2 * 60 * 60_000;

/** The processes that run Paylink. Restarts killed ones, as a service manager does. */
interface Fleet {
  running(): Paylink[];
  processes(): Iterable<Process>;
  /** Starts a new day with `size` processes; a single one has the database to itself. */
  start(size: number): void;
  /** Ends all processes and starts a single one. */
  startAlone(): void;
  endAll(): void;
  /** When a process was paused, could not write, or had its clock set. */
  mishaps(): readonly number[];
  /** When one was killed. */
  deaths(): readonly number[];
  counts(): { kills: number; calls: number };
}

const PATIENCE_MS = 45_000;

/** Asks a running Paylink. Null: none is running, it failed, or a person would have given up waiting. */
export const askOne = async <T>(
  world: World,
  running: readonly Paylink[],
  what: string,
  ask: (paylink: Paylink) => Promise<T>,
): Promise<T | null> => {
  const [first, ...others] = running;
  if (!first) return null;
  const answer = ask(world.dice.pick([first, ...others])).catch((error: unknown) => {
    world.note(`${what}: ${String(error).slice(0, 80)}`);
    return null;
  });
  return Promise.race([answer, world.sleep(PATIENCE_MS).then(() => null)]);
};

export const createFleet = (
  world: World,
  {
    hardship,
    onEndless,
    ...shared
  }: {
    hardship: () => Hardship;
    /** Called when Paylink was looping and was stopped. */
    onEndless: () => void;
    store: Store;
    log: Log;
  } & Pick<PaylinkDependencies, 'send' | 'slack' | 'credentials' | 'dataDir' | 'timeZone'>,
): Fleet => {
  const { dice } = world;
  const mishaps: number[] = [];
  const deaths: number[] = [];
  const processes = new Set<Process>();
  const slots = new Map<string, Paylink>();
  let kills = 0;
  let calls = 0;
  let counted = 0;
  let countedFrom = world.now();
  /** Restart a killed process only in the shift it was killed in. */
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
        if (world.now() - countedFrom >= COUNTED_MS) {
          counted = 0;
          countedFrom = world.now();
        }
        counted += 1;
        if (counted === MOST_CALLS) {
          onEndless();
          endAll();
        }
        return hardship();
      },
      onMishap: () => mishaps.push(world.now()),
      onKilled: () => {
        kills += 1;
        deaths.push(world.now());
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
        // With a full disk the process exits with an error, and the service manager tries again.
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
      for (let n = 1; n <= size; n += 1) startOne(`paylink-${n}`, size === 1);
    },
    startAlone: () => {
      // Whatever they were about is cut off, as by a kill.
      deaths.push(world.now());
      endAll();
      startOne('paylink-alone', true);
    },
    endAll,
    mishaps: () => mishaps,
    deaths: () => deaths,
    counts: () => ({ kills, calls }),
  };
};
