import { z } from 'zod';
import { type Param, prepareQuery } from './engine/prepared-query.ts';
import type { StoreDatabase } from './engine/store-database.ts';

/** Three months at most; the workspace's own setting takes longer ones. */
const EXPIRY_HOURS = { min: 1, max: 90 * 24 } as const;

/** One channel's settings, for links asked for there and cards in it. */
export interface ChannelSettings {
  /** Hours a new link can be paid; null: as long as the workspace says. */
  expiryHours: number | null;
  /** Null: as the workspace says. */
  isQrNeeded: boolean | null;
  /** Where a QR picture that was asked for goes: into the thread of the card, or into the card. */
  qrPlace: 'thread' | 'inline';
  /** The name of the preset that fills a new form in; null: none. */
  presetName: string | null;
  /** Updates about a link are posted in the thread of its card, or else as a message of its own in the channel. */
  isThreaded: boolean;
  /** Also send the reply that says Paid to the channel. */
  isPaidBroadcast: boolean;
  /** Who is mentioned when a link is paid, besides its owner. */
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
  /** What the channel has not chosen has its default. */
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
