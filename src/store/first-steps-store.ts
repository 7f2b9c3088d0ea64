import type { StoreDatabase } from './engine/database.ts';
import { hasRow } from './engine/queries.ts';
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
  const isHidden = (teamId: string, userId: string): Promise<boolean> =>
    hasRow(
      db
        .selectFrom('hidden_steps')
        .select('user_id')
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId),
    );

  /** `<` and `>` are found by index; `<>` would read all links of a person who works alone. */
  const hasLinkOf = (teamId: string, userId: string, which: '=' | '<' | '>'): Promise<boolean> => {
    const issued = db
      .selectFrom('links')
      .select('id')
      .where('team_id', '=', teamId)
      .where('state', 'in', ISSUED);
    return hasRow(issued.where('owner_id', which, userId).limit(1));
  };

  const hasChannelCard = (teamId: string): Promise<boolean> => {
    const newest = db
      .selectFrom('links')
      .select('card_channel_id')
      .where('team_id', '=', teamId)
      .orderBy('created_at', 'desc')
      .limit(NEWEST);
    return hasRow(
      db
        .selectFrom(newest.as('newest'))
        .select('card_channel_id')
        .where((card) =>
          card.or([card('card_channel_id', 'like', 'C%'), card('card_channel_id', 'like', 'G%')]),
        )
        .limit(1),
    );
  };

  const hasSettings = (teamId: string): Promise<boolean> =>
    hasRow(db.selectFrom('settings').select('team_id').where('team_id', '=', teamId));

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
