import type { KnownBlock } from '@slack/types';

export interface Message {
  /** What a phone's notification shows and a screen reader reads out. */
  text: string;
  blocks: KnownBlock[];
}
