import type { TaughtSays } from '../src/payment-service/index.ts';
import { isLifeWord, isPaymentWord } from './dialect.ts';
import { askOne } from './fleet.ts';
import { ADMIN, FINANCE, type Paylink } from './paylink.ts';
import type { World } from './simulated-world.ts';

const BEGINS_WITHIN_MS = [60_000, 600_000, 2_400_000] as const;
const LOOKS_EVERY_MS = 120_000;

/** Plays an admin who says what the service's words mean, and somebody of finance who agrees later, where there is one. */
export const createExplainer = (
  world: World,
  { running, hasFinance }: { running: () => Paylink[]; hasFinance: boolean },
) => {
  const { dice } = world;
  let explainedAt: number | null = null;

  const explainAll = async (by: string): Promise<void> => {
    const asked = await askOne(world, running(), `${by}: looks for questions`, ({ desk }) =>
      desk.openQuestions(),
    );
    for (const linkId of new Set((asked ?? []).flatMap((word) => word.linkId ?? []))) {
      const left = await askOne(world, running(), `${by}: explains`, ({ desk }) =>
        desk.explain(linkId, by, meaningOf),
      );
      if (left === null) continue;
      world.note(`${by}: explained what came for ${linkId}; ${left} words are open`);
      if (left < (asked?.length ?? 0)) explainedAt = world.now();
    }
  };

  return {
    /** When words last came to count; null: never. */
    explainedAt: (): number | null => explainedAt,
    work: async (): Promise<void> => {
      await world.sleep(dice.whole(0, dice.pick(BEGINS_WITHIN_MS)));
      for (;;) {
        await explainAll(ADMIN);
        if (hasFinance) {
          await world.sleep(dice.whole(1_000, 60_000));
          await explainAll(FINANCE);
        }
        await world.sleep(LOOKS_EVERY_MS);
      }
    },
  };
};

/** What a person knows who looks into the service's dashboard. */
const meaningOf = (word: string): TaughtSays =>
  isPaymentWord(word) ? 'paid' : isLifeWord(word) ? 'not-paid' : 'nothing';
