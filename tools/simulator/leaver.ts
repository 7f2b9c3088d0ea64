import { TAKE_OVER_ACTION, TAKE_OVER_ALL_ACTION } from '../../src/links/card/heirs-view.ts';
import { askOne } from './fleet.ts';
import { ADMIN, type Paylink, SUPERVISOR } from './paylink.ts';
import type { World } from './simulated-world.ts';
import type { SimulatedSlack } from './slack.ts';

/** What Slack may answer to a message to somebody who left the workspace. */
const CODES = ['user_disabled', 'channel_not_found', 'is_inactive'] as const;
const LOOKS_EVERY_MS = 60_000;
/** Those who may use everybody's links. */
export const HEIRS = [ADMIN, SUPERVISOR] as const;

/** Somebody who left, from when on Slack refuses messages to them. */
export interface Leaver {
  userId: string;
  leftAt: number;
}

/** One of the staff leaves the workspace for good, and those who hear of it take over some of the links. */
export const createLeaver = (
  world: World,
  {
    running,
    slack,
    people,
  }: {
    running: () => Paylink[];
    slack: Pick<SimulatedSlack, 'dismiss' | 'messages'>;
    people: readonly string[];
  },
) => {
  const { dice } = world;
  let left: Leaver | null = null;
  const looked = new Set<string>();

  /** Presses what the messages offer that were passed on, sometimes as the other heir does the same. */
  const takeOver = async (): Promise<void> => {
    for (const { ts, channel, said } of slack.messages()) {
      const drawn = said.at(-1)?.drawn ?? '';
      if (looked.has(ts) || !HEIRS.some((one) => channel === `D${one.slice(1)}`)) continue;
      looked.add(ts);
      const found = /"value":"(lnk_[\w-]+:U\w+)"/.exec(drawn)?.[1];
      if (found === undefined || !drawn.includes(`"${TAKE_OVER_ACTION}"`) || !dice.chance(0.5)) continue;
      const action: typeof TAKE_OVER_ACTION | typeof TAKE_OVER_ALL_ACTION = drawn.includes(
        `"${TAKE_OVER_ALL_ACTION}"`,
      )
        ? dice.pick([TAKE_OVER_ACTION, TAKE_OVER_ALL_ACTION])
        : TAKE_OVER_ACTION;
      const by = dice.chance(0.3) ? HEIRS : [dice.pick(HEIRS)];
      world.note(`${by.join(' and ')}: ${action} ${found}`);
      await Promise.all(
        by.map((userId) =>
          askOne(world, running(), `${userId}: ${action}`, ({ desk }) => desk.click(action, found, userId)),
        ),
      );
    }
  };

  return {
    /** Null: nobody has left. */
    left: (): Leaver | null => left,
    work: async (until: number): Promise<void> => {
      await world.sleep(
        dice.whole(1_000, dice.pick([20_000, 120_000, Math.max(1_000, until - world.now())])),
      );
      const userId = dice.pick([people[0] ?? '', ...people.slice(1)]);
      const code = dice.pick(CODES);
      world.note(`${userId} leaves the workspace: ${code}`);
      left = { userId, leftAt: world.now() };
      slack.dismiss(userId, code);
      for (;;) {
        await world.sleep(LOOKS_EVERY_MS);
        await takeOver();
      }
    },
  };
};
