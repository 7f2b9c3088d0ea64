import { z } from 'zod';
import type { StoreDatabase } from './engine/store-database.ts';

/** One channel's settings for the cards in it. */
export interface ChannelSettings {
  /** Also send the reply that says Paid to the channel. */
  isPaidBroadcast: boolean;
}

const chosenSchema = z.object({ isPaidBroadcast: z.boolean().exactOptional() });

export interface ChannelSettingsStore {
  /** Only the settings chosen for this channel; the others have their defaults. */
  find(teamId: string, channelId: string): Promise<Partial<ChannelSettings>>;
  set(
    teamId: string,
    channelId: string,
    chosen: ChannelSettings,
    how: { by: string; at: number },
  ): Promise<void>;
}

export const createChannelSettingsStore = ({ db }: StoreDatabase): ChannelSettingsStore => ({
  find: async (teamId, channelId) => {
    const row = await db
      .selectFrom('channel_settings')
      .select('chosen')
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    return row === undefined ? {} : chosenSchema.parse(JSON.parse(row.chosen));
  },

  set: async (teamId, channelId, chosen, { by, at }) => {
    const set = { chosen: JSON.stringify(chosen), set_by: by, set_at: at };
    await db
      .insertInto('channel_settings')
      .values({ team_id: teamId, channel_id: channelId, ...set })
      .onConflict((conflict) => conflict.columns(['team_id', 'channel_id']).doUpdateSet(set))
      .execute();
  },
});
