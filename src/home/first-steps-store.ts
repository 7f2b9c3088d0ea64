import { isChannel } from '../blocks/place.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { hasRow } from '../store/engine/queries.ts';
import { SHOWN_SALE } from '../store/link-card.ts';
import { ISSUED } from '../store/link-states.ts';

/** Which of a person's first steps are done. */
export interface StepsDone {
  /** The person has a link. */
  hasLink: boolean;
  /** One of the workspace's newest links has its card in a channel. */
  hasChannelCard: boolean;
  /** An admin has saved settings. */
  hasSettings: boolean;
  /** Somebody else has a link. */
  hasColleague: boolean;
}

const SOME = 50;

export const createFirstStepsStore = ({ db }: StoreDatabase) => {
  const isHidden = (teamId: string, userId: string): Promise<boolean> =>
    hasRow(
      db.selectFrom('hiddenSteps').select('userId').where('teamId', '=', teamId).where('userId', '=', userId),
    );

  /** `<` and `>` are found by index; `<>` would read all links of a person who works alone. */
  const hasLinkOf = (teamId: string, userId: string, which: '=' | '<' | '>'): Promise<boolean> => {
    const issued = db
      .selectFrom('links')
      .select('id')
      .where('teamId', '=', teamId)
      .where('state', 'in', ISSUED);
    return hasRow(issued.where('ownerId', which, userId).limit(1));
  };

  const hasChannelCard = async (teamId: string): Promise<boolean> => {
    const cards = await db
      .selectFrom('messages')
      .select('channelId')
      .where('teamId', '=', teamId)
      .where('what', '=', SHOWN_SALE)
      .limit(SOME)
      .execute();
    return cards.some(({ channelId }) => isChannel(channelId));
  };

  const hasSettings = (teamId: string): Promise<boolean> =>
    hasRow(db.selectFrom('settings').select('teamId').where('teamId', '=', teamId));

  return {
    /** Null: the person has hidden them. */
    read: async (teamId: string, userId: string): Promise<StepsDone | null> => {
      if (await isHidden(teamId, userId)) return null;
      const [own, before, after, card, settings] = await Promise.all([
        hasLinkOf(teamId, userId, '='),
        hasLinkOf(teamId, userId, '<'),
        hasLinkOf(teamId, userId, '>'),
        hasChannelCard(teamId),
        hasSettings(teamId),
      ]);
      return { hasLink: own, hasChannelCard: card, hasSettings: settings, hasColleague: before || after };
    },

    /** Calling it again changes nothing. */
    hide: async (teamId: string, userId: string, at: number) => {
      await db
        .insertInto('hiddenSteps')
        .values({ teamId, userId, hiddenAt: at })
        .onConflict((conflict) => conflict.columns(['teamId', 'userId']).doNothing())
        .execute();
    },
  };
};

export type FirstStepsStore = ReturnType<typeof createFirstStepsStore>;
