import { ADMIN, type Paylink, TEAM } from './paylink.ts';
import type { World } from './simulated-world.ts';
import type { Sale } from './staff.ts';

const MOST_PRESSES = 6;
/** Two people who decide at the same moment. */
const AT_ONCE_MS = 60;

/** What an actor wants. `withdraw`: the creator withdraws the request. `own`: the creator tries to approve it. */
type Decision = 'approve' | 'decline' | 'withdraw' | 'own';

/** Plays the approvers of large links: they approve, decline, do both at once, or come too late. */
export const createApprovers = (
  world: World,
  {
    findRunning,
    patiently,
  }: {
    findRunning: () => Promise<Paylink>;
    /** Null: no answer within a person's patience, or the app reported a failure. */
    patiently: <T>(what: string, work: Promise<T>) => Promise<T | null>;
  },
) => {
  const { dice } = world;

  const press = async (decision: Decision, id: string, sale: Sale): Promise<boolean> => {
    const { approvals } = await findRunning();
    const by = decision === 'approve' || decision === 'decline' ? ADMIN : sale.creatorId;
    const ask = { teamId: TEAM, id, by };
    if (decision === 'decline' || decision === 'withdraw') {
      const work =
        decision === 'decline' ? approvals.decline({ ...ask, reason: 'Too much' }) : approvals.withdraw(ask);
      const decided = await patiently(`${sale.notes} ${decision}`, work);
      sale.isRefused ||= decided?.outcome === 'done';
      return decided !== null;
    }
    const outcome = await patiently(`${sale.notes} ${decision}`, approvals.approve(ask));
    if (outcome === null) return false;
    if (decision === 'own' && outcome.outcome === 'approved') sale.isSelfApproved = true;
    if (outcome.outcome !== 'approved' || outcome.send === null) return true;
    return (await patiently(`${sale.notes} sent`, outcome.send())) !== null;
  };

  const drawDecisions = (): readonly Decision[] => {
    if (dice.chance(0.15)) return ['decline'];
    if (dice.chance(0.1)) return ['withdraw'];
    if (dice.chance(0.1)) return ['approve', 'decline'];
    if (dice.chance(0.1)) return ['approve', 'withdraw'];
    if (dice.chance(0.1)) return ['own', 'approve'];
    return dice.chance(0.3) ? ['approve', 'approve'] : ['approve'];
  };

  return {
    /** Presses two buttons at once, and again until both got an answer. */
    decide: async (id: string, sale: Sale): Promise<void> => {
      await world.sleep(dice.whole(5_000, 600_000));
      await Promise.all(
        drawDecisions().map(async (decision) => {
          await world.sleep(dice.whole(0, AT_ONCE_MS));
          for (let tries = 0; tries < MOST_PRESSES; tries += 1) if (await press(decision, id, sale)) return;
        }),
      );
    },
  };
};
