import type { Room } from '../room.ts';
import { handleChannelIdChanged, handleRemoval } from './events.ts';
import { toldTenancy } from './welcome.ts';

/** Removals, and channels that got a new id. */
export const TENANCY = {
  events: {
    app_uninstalled: handleRemoval,
    channel_id_changed: handleChannelIdChanged,
    tokens_revoked: handleRemoval,
  },
  told: toldTenancy,
} satisfies Room;
