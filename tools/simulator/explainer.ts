import type { Answer } from '../../src/teaching/possible-answers.ts';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import { type Dialect, keyOf } from './dialect.ts';
import { askOne } from './fleet.ts';
import { ADMIN, FINANCE, type Paylink } from './paylink.ts';
import type { World } from './simulated-world.ts';

const BEGINS_WITHIN_MS = [60_000, 600_000, 2_400_000, 7_200_000] as const;
const LOOKS_EVERY_MS = 120_000;
const LOOKS_AT_LEISURE_EVERY_MS = 60 * 60_000;
const REGRETS_WITHIN_MS = [120_000, 1_200_000] as const;

/** An answer that lets a payment count which never came, until it was taken back. */
export interface Mistake {
  key: string;
  saidAt: number;
  takenBackAt: number | null;
}

/**
 * Plays an admin who says what the service's words mean, soon or late, sometimes first wrongly, and somebody of finance who agrees later,
 * where there is one.
 */
export const createExplainer = (
  world: World,
  {
    running,
    hasFinance,
    isMonth,
    dialect,
  }: {
    running: () => Paylink[];
    hasFinance: boolean;
    isMonth: boolean;
    dialect: Pick<Dialect, 'meaningOf' | 'needsSecond'>;
  },
) => {
  const { dice } = world;
  /** Who has pressed *Save* on a question, whatever came of it: of a process that died then, nobody knows whether it saved. */
  const pressed = new Map<string, Set<string>>();
  /** Since when an answer counts. */
  const countsFrom = new Map<string, number>();
  const stuck = new Set<string>();
  const mistakes: Mistake[] = [];
  const errs = world.has('wrong answers') && dice.chance(0.5);

  const note = (left: readonly StoredWord[]): void => {
    const open = new Set(left.map(keyOf));
    for (const key of pressed.keys())
      if (open.has(key)) countsFrom.delete(key);
      else if (!countsFrom.has(key)) countsFrom.set(key, world.now());
  };
  const isWrong = (key: string): boolean =>
    mistakes.some((one) => one.key === key && one.takenBackAt === null);

  /** What they say of a question: what they find in the dashboard, or, where they err, that it says nothing. */
  const say = (question: StoredWord, by: string): Answer => {
    const key = keyOf(question);
    pressed.set(key, (pressed.get(key) ?? new Set()).add(by));
    const right = dialect.meaningOf(question);
    const mayErr = errs && right === 'not-paid' && !mistakes.some((one) => one.key === key);
    if (mayErr) {
      mistakes.push({ key, saidAt: world.now(), takenBackAt: null });
      world.note(`${by}: is wrong about ${question.word}`);
      void regret(key, by);
    }
    return isWrong(key) ? 'nothing' : right;
  };

  /** Takes it back, until it is taken back. */
  const regret = async (key: string, by: string): Promise<void> => {
    await world.sleep(dice.whole(10_000, dice.pick(REGRETS_WITHIN_MS)));
    for (;;) {
      const left = await askOne(world, running(), `${by}: takes an answer back`, ({ desk }) =>
        desk.takeBack(by, (question) => keyOf(question) === key),
      );
      if (left !== null) break;
      await world.sleep(dice.whole(2_000, 20_000));
    }
    world.note(`${by}: took back what they said of ${key}`);
    countsFrom.delete(key);
    pressed.delete(key);
    for (const one of mistakes) if (one.key === key) one.takenBackAt = world.now();
  };

  /** Returns what was asked about and what still is; null: not everything was answered. */
  const explainAll = async (by: string): Promise<{ asked: StoredWord[]; left: StoredWord[] } | null> => {
    const asked = await askOne(world, running(), `${by}: looks for questions`, ({ desk }) =>
      desk.openQuestions(),
    );
    if (asked === null) return null;
    note(asked);
    let left: StoredWord[] | null = asked;
    for (const linkId of new Set(asked.flatMap((word) => word.linkId ?? []))) {
      left = await askOne(world, running(), `${by}: explains`, ({ desk }) =>
        desk.explain(linkId, by, (question) => say(question, by)),
      );
      if (left === null) return null;
      world.note(`${by}: explained what came for ${linkId}; ${left.length} words are open`);
      note(left);
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
    // What was taken back meanwhile is asked about again.
    const isAgain = (question: StoredWord) => mistakes.some(({ key }) => key === keyOf(question));
    for (const question of last?.left ?? [])
      if (isAsked(question) && !isAgain(question)) stuck.add(`${question.path}: ${question.word}`);
  };

  return {
    /** Since when an answer to it counts; null: none does, as far as anybody has seen. */
    countsFrom: (key: string): number | null => countsFrom.get(key) ?? null,
    /** Everybody who has to say the same may have said it. */
    mayCount: (key: string): boolean =>
      (pressed.get(key)?.size ?? 0) >= (hasFinance && dialect.needsSecond(key) ? 2 : 1),
    /** Words that no window asks about. */
    /** When answers came to count. */
    answeredAt: (): readonly number[] => [...countsFrom.values()],
    stuck: (): readonly string[] => [...stuck],
    mistakes: (): readonly Mistake[] => mistakes,
    work: async (): Promise<void> => {
      await world.sleep(dice.whole(0, dice.pick(BEGINS_WITHIN_MS)));
      for (;;) {
        await explainTogether();
        await world.sleep(isMonth ? LOOKS_AT_LEISURE_EVERY_MS : LOOKS_EVERY_MS);
      }
    },
  };
};
