/** Where a message is. */
export interface MessagePlace {
  channelId: string;
  ts: string;
}

/** From two columns; null: it is not posted. */
export const readPlace = (channelId: string | null, ts: string | null): MessagePlace | null =>
  channelId === null || ts === null ? null : { channelId, ts };
