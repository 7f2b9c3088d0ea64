import { askOne } from './fleet.ts';
import { ADMIN, type Paylink } from './paylink.ts';
import type { World } from './simulated-world.ts';

const LOOK_EVERY_MS = 60_000;
const MOST_PRESSES = 4;
const COLLEAGUES = ['USARA', 'UOMAR', 'UFATIMA'] as const;

/** A window's result; null: it failed or did not answer in time. */
type Answered = 'done' | 'taken' | 'over' | 'counted' | 'repeated' | null;

export interface HandOver {
  linkId: string;
  from: string;
  to: string;
  at: number;
  answered: Answered;
}

export interface Reminder {
  linkId: string;
  windowId: string;
  answered: Answered;
}

/** Plays colleagues who take over each other's links and remind customers, also simultaneously and repeatedly. */
export const createColleagues = (
  world: World,
  { running, hasLeft }: { running: () => Paylink[]; hasLeft: (userId: string) => boolean },
) => {
  const { dice } = world;
  const handed: HandOver[] = [];
  const reminded: Reminder[] = [];
  let windows = 0;

  const press = <T>(what: string, ask: (paylink: Paylink) => Promise<T>): Promise<T | null> =>
    askOne(world, running(), `colleague: ${what}`, ask);

  /** Up to two people: one takes it, another has the same window open. */
  const handOver = async (linkId: string, from: string): Promise<void> => {
    const takers = COLLEAGUES.filter((one) => one !== from && !hasLeft(one));
    const chosen = dice.chance(0.3) ? takers : [dice.pick([takers[0] ?? ADMIN, ...takers.slice(1)])];
    await Promise.all(
      chosen.map(async (to) => {
        const given: HandOver = { linkId, from, to, at: world.now(), answered: null };
        handed.push(given);
        world.note(`colleague: hands ${linkId} from ${from} to ${to}`);
        for (let tries = 0; tries < MOST_PRESSES && given.answered === null; tries += 1) {
          given.answered = await press(`hands ${linkId} over`, ({ desk }) =>
            desk.handOver(linkId, { from, to, by: ADMIN }),
          );
          if (given.answered === null) await world.sleep(dice.whole(1_000, 20_000));
        }
      }),
    );
  };

  const remind = async (linkId: string): Promise<void> => {
    windows += 1;
    const given: Reminder = { linkId, windowId: `V${windows}`, answered: null };
    reminded.push(given);
    for (let tries = 0; tries < MOST_PRESSES && given.answered === null; tries += 1)
      given.answered = await press(`reminds of ${linkId}`, ({ desk }) =>
        desk.remind(linkId, { windowId: given.windowId, by: ADMIN }),
      );
  };

  /** Now and then somebody looks at an open link. */
  const work = async (until: number): Promise<void> => {
    while (world.now() < until) {
      await world.sleep(dice.whole(LOOK_EVERY_MS, 5 * LOOK_EVERY_MS));
      if (!dice.chance(0.3)) continue;
      const open = await press('looks at open links', ({ desk }) => desk.openLinks());
      const [first, ...others] = open ?? [];
      if (!first) continue;
      const { id, ownerId } = dice.pick([first, ...others]);
      if (dice.chance(0.5)) void handOver(id, ownerId);
      else void remind(id);
    }
  };

  return {
    work,
    handed: (): readonly HandOver[] => handed,
    reminded: (): readonly Reminder[] => reminded,
  };
};
