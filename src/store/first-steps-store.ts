import type { StoreDatabase } from './engine/store-database.ts';
import { ISSUED } from './link-states.ts';

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

export interface FirstStepsStore {
  /** Null: the person has hidden them. */
  read(teamId: string, userId: string): Promise<StepsDone | null>;
  /** Calling it again changes nothing. */
  hide(teamId: string, userId: string, at: number): Promise<void>;
}

const NEWEST = 50;

export const createFirstStepsStore = ({ db }: StoreDatabase): FirstStepsStore => {
  const isHidden = async (teamId: string, userId: string): Promise<boolean> => {
    const row = await db
      .selectFrom('hidden_steps')
      .select('user_id')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  };

  /** `<` and `>` are found by index; `<>` would read all links of a person who works alone. */
  const hasLinkOf = async (teamId: string, userId: string, which: '=' | '<' | '>'): Promise<boolean> => {
    const row = await db
      .selectFrom('links')
      .select('id')
      .where('team_id', '=', teamId)
      .where('state', 'in', ISSUED)
      .where('owner_id', which, userId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  };

  const hasChannelCard = async (teamId: string): Promise<boolean> => {
    const row = await db
      .selectFrom((on) =>
        on
          .selectFrom('links')
          .select('card_channel_id')
          .where('team_id', '=', teamId)
          .orderBy('created_at', 'desc')
          .limit(NEWEST)
          .as('newest'),
      )
      .select('card_channel_id')
      .where((card) =>
        card.or([card('card_channel_id', 'like', 'C%'), card('card_channel_id', 'like', 'G%')]),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  };

  const hasSettings = async (teamId: string): Promise<boolean> => {
    const row = await db
      .selectFrom('settings')
      .select('team_id')
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    return row !== undefined;
  };

  return {
    read: async (teamId, userId) => {
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

    hide: async (teamId, userId, at) => {
      await db
        .insertInto('hidden_steps')
        .values({ team_id: teamId, user_id: userId, hidden_at: at })
        .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
        .execute();
    },
  };
};
