/** Where a message is. */
export interface MessagePlace {
  channelId: string;
  ts: string;
}
