import { z } from 'zod';
import { type Param, prepareQuery } from './engine/prepared-query.ts';
import type { StoreDatabase } from './engine/store-database.ts';

/** Three months at most; the workspace's setting allows more. */
const EXPIRY_HOURS = { min: 1, max: 90 * 24 } as const;

/** One channel's settings, for links created in it and cards in it. */
export interface ChannelSettings {
  /** How many hours a new link can be paid; null: the workspace's setting. */
  expiryHours: number | null;
  /** Null: the workspace's setting. */
  isQrNeeded: boolean | null;
  /** Where a requested QR picture goes: into the card's thread, or into the card. */
  qrPlace: 'thread' | 'inline';
  /** The preset that fills in a new form; null: none. */
  presetName: string | null;
  /** Updates about a link go into its card's thread; otherwise into the channel. */
  isThreaded: boolean;
  /** Also send the reply that says Paid to the channel. */
  isPaidBroadcast: boolean;
  /** People to mention when a link is paid, in addition to its owner. */
  paidMentions: readonly string[];
}

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  expiryHours: null,
  isQrNeeded: null,
  qrPlace: 'thread',
  presetName: null,
  isThreaded: true,
  isPaidBroadcast: true,
  paidMentions: [],
};

const chosenSchema = z.object({
  expiryHours: z.int().min(EXPIRY_HOURS.min).max(EXPIRY_HOURS.max).nullable().exactOptional(),
  isQrNeeded: z.boolean().nullable().exactOptional(),
  qrPlace: z.enum(['thread', 'inline']).exactOptional(),
  presetName: z.string().nullable().exactOptional(),
  isThreaded: z.boolean().exactOptional(),
  isPaidBroadcast: z.boolean().exactOptional(),
  paidMentions: z.array(z.string()).exactOptional(),
});

export interface ChannelSettingsStore {
  /** Settings the channel has not chosen have their defaults. */
  of(teamId: string, channelId: string): Promise<ChannelSettings>;
  set(
    teamId: string,
    channelId: string,
    chosen: ChannelSettings,
    how: { by: string; at: number },
  ): Promise<void>;
}

export const createChannelSettingsStore = ({ db }: StoreDatabase): ChannelSettingsStore => {
  // Every form asks for them.
  const findChosen = prepareQuery((param: Param<{ teamId: string; channelId: string }>) =>
    db
      .selectFrom('channel_settings')
      .select('chosen')
      .where('team_id', '=', param('teamId'))
      .where('channel_id', '=', param('channelId')),
  );
  return {
    of: async (teamId, channelId) => {
      const [row] = await findChosen(db, { teamId, channelId });
      const chosen = row === undefined ? {} : chosenSchema.parse(JSON.parse(row.chosen));
      return { ...DEFAULT_CHANNEL_SETTINGS, ...chosen };
    },

    set: async (teamId, channelId, chosen, { by, at }) => {
      const set = { chosen: JSON.stringify(chosen), set_by: by, set_at: at };
      await db
        .insertInto('channel_settings')
        .values({ team_id: teamId, channel_id: channelId, ...set })
        .onConflict((conflict) => conflict.columns(['team_id', 'channel_id']).doUpdateSet(set))
        .execute();
    },
  };
};
