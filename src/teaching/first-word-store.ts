import type { StoreDatabase } from '../store/engine/database.ts';

/** So many links of a workspace began with a word until the word is learned. */
const LINKS_TO_LEARN = 3;
/** A service that says nothing of new links is not asked about each. */
const MOST_TURNS = 10;
/** A service may begin each link with another word. */
const MOST_ROWS = 100;

/** A word of state with the names that lead to it. */
export interface Word {
  name: string;
  word: string;
}

/** Rows that stand for no word. */
const TURN: Word = { name: '', word: 'turn' };
const UNDERSTOOD: Word = { name: '', word: 'understood' };

export const createFirstWordStore = ({ db }: StoreDatabase) => {
  const ofTeam = ({ teamId }: { teamId: string }) =>
    db
      .selectFrom('firstWords')
      .select(['name', 'word'])
      .where('teamId', '=', teamId)
      .orderBy('linkId')
      .execute();
  const read = async (teamId: string) => {
    const rows = await ofTeam({ teamId });
    const count = ({ name, word }: Word) =>
      rows.filter((row) => row.name === name && row.word === word).length;
    return { rows, count, isKnown: (word: Word) => word.name !== '' && count(word) >= LINKS_TO_LEARN };
  };
  const write = async ({ teamId, id }: { teamId: string; id: string }, words: readonly Word[]) => {
    await db
      .insertInto('firstWords')
      .values(words.map(({ name, word }) => ({ teamId, linkId: id, name, word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
  return {
    /**
     * Whether this new link's record should be read soon, because nobody knows yet how links begin. True for few links of a
     * workspace.
     */
    takeTurn: async (link: { teamId: string; id: string }) => {
      const { rows, count, isKnown } = await read(link.teamId);
      if (count(UNDERSTOOD) > 0 || count(TURN) >= MOST_TURNS || rows.some(isKnown)) return false;
      await write(link, [TURN]);
      return true;
    },

    /** What a link began with; none: words that are understood. Returns those that enough links have begun with. */
    note: async (link: { teamId: string; id: string }, began: readonly Word[]) => {
      const { rows, count } = await read(link.teamId);
      const words = began.length > 0 ? began : count(UNDERSTOOD) > 0 ? [] : [UNDERSTOOD];
      if (words.length === 0) return [];
      if (rows.length < MOST_ROWS) await write(link, words);
      const { isKnown } = await read(link.teamId);
      return began.filter(isKnown);
    },
  };
};

/** What the service says of links that were just made, and nobody has explained. */
export type FirstWordStore = ReturnType<typeof createFirstWordStore>;
