import type { TaughtSays } from '../src/payment-service/index.ts';
import type { StoredWord } from '../src/teaching/taught-word-store.ts';
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
  /** How many words nobody had explained when somebody last looked. */
  let open = 0;
  /** Who has pressed *Save*, whatever came of it: of a process that died then, nobody knows whether it saved. */
  const pressed = new Set<string>();
  const stuck = new Set<string>();

  const note = (left: number): void => {
    if (left < open) explainedAt = world.now();
    open = left;
  };

  /** Returns what was asked about and what still is; null: not everything was answered. */
  const explainAll = async (by: string): Promise<{ asked: StoredWord[]; left: StoredWord[] } | null> => {
    const asked = await askOne(world, running(), `${by}: looks for questions`, ({ desk }) =>
      desk.openQuestions(),
    );
    if (asked === null) return null;
    note(asked.length);
    let left: StoredWord[] | null = asked;
    for (const linkId of new Set(asked.flatMap((word) => word.linkId ?? []))) {
      pressed.add(by);
      left = await askOne(world, running(), `${by}: explains`, ({ desk }) =>
        desk.explain(linkId, by, meaningOf),
      );
      if (left === null) return null;
      world.note(`${by}: explained what came for ${linkId}; ${left.length} words are open`);
      note(left.length);
    }
    return { asked, left };
  };

  /** Nothing that everybody was asked about in one round may still be asked about after it. */
  const explainTogether = async (): Promise<void> => {
    const first = await explainAll(ADMIN);
    if (hasFinance) await world.sleep(dice.whole(1_000, 60_000));
    const last = hasFinance ? await explainAll(FINANCE) : first;
    const isAsked = ({ name, key }: StoredWord) =>
      first?.asked.some((one) => one.name === name && one.key === key) === true;
    for (const { path, word } of last?.left.filter(isAsked) ?? []) stuck.add(`${path}: ${word}`);
  };

  return {
    /** When words last came to count; null: never. */
    explainedAt: (): number | null => explainedAt,
    /** Everybody who has to say the same may have said it. */
    mayBeExplained: (): boolean => pressed.size === (hasFinance ? 2 : 1),
    /** Words that no window asks about. */
    stuck: (): readonly string[] => [...stuck],
    work: async (): Promise<void> => {
      await world.sleep(dice.whole(0, dice.pick(BEGINS_WITHIN_MS)));
      for (;;) {
        await explainTogether();
        await world.sleep(LOOKS_EVERY_MS);
      }
    },
  };
};

/** What a person knows who looks into the service's dashboard. */
const meaningOf = (word: string): TaughtSays =>
  isPaymentWord(word) ? 'paid' : isLifeWord(word) ? 'not-paid' : 'nothing';
