import { SANDBOX_CREDENTIALS, type SandboxCredentials } from '../sandbox/check-caller.ts';
import { askOne } from './fleet.ts';
import { ADMIN, type Paylink } from './paylink.ts';
import { OTHER_CREDENTIALS } from './service.ts';
import type { World } from './simulated-world.ts';

const MOST_PRESSES = 30;
const EVERYONE_IS_AWAKE_MS = 6 * 60_000;

/** Plays an admin who enters another shop's credentials, confirms its account or not, and sees the mistake later. */
export const createAdmin = (
  world: World,
  { running, onOtherShop }: { running: () => Paylink[]; onOtherShop: () => void },
) => {
  const { dice } = world;
  let entered = SANDBOX_CREDENTIALS;

  const enter = (credentials: SandboxCredentials): void => {
    entered = credentials;
    world.note(`admin: enters the credentials of ${credentials.accountId}`);
  };
  const confirm = async (): Promise<void> => {
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      const account = await askOne(world, running(), 'admin: confirms the account', ({ desk }) =>
        desk.confirmAccount(),
      );
      if (account === entered.accountId) {
        world.note(`admin: ${ADMIN} confirmed ${account}`);
        return;
      }
      await world.sleep(dice.whole(2_000, 20_000));
    }
  };

  return {
    now: (): SandboxCredentials => entered,
    /** Everything is as before when the trouble is over, or a little later. */
    work: async (troubleEnds: number): Promise<void> => {
      await world.sleep(dice.whole(10_000, Math.max(20_000, (troubleEnds - world.now()) / 2)));
      onOtherShop();
      enter(OTHER_CREDENTIALS);
      const isConfirmed = dice.chance(0.5);
      if (isConfirmed) {
        await world.sleep(dice.whole(0, dice.pick([0, 30_000])));
        await confirm();
      }
      await world.sleep(dice.whole(1_000, Math.max(30_000, troubleEnds - world.now())));
      onOtherShop();
      enter(SANDBOX_CREDENTIALS);
      if (!isConfirmed) return;
      await confirm();
      // A process that stood still may have carried out an old press since, and then Paylink asks again.
      await world.sleep(troubleEnds + EVERYONE_IS_AWAKE_MS - world.now());
      await confirm();
    },
  };
};
