import type { KnownBlock } from '@slack/types';

export interface Message {
  /** What a phone's notice and a screen reader show. */
  text: string;
  blocks: KnownBlock[];
}
