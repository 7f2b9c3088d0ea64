import type { Block, HomeView, KnownBlock, ModalView } from '@slack/types';

/** A function of a `*-view.ts` or of `blocks/` that makes something to see. */
export type Builder = (...given: never[]) => unknown;

export interface Said {
  text: string;
  blocks: (KnownBlock | Block)[];
}

/** The first of a place is posted, those that follow are edits of it. `thread`: a reply under the card. */
export type Place = 'card' | 'approval' | 'export' | 'report' | 'daily' | 'channel' | 'thread';

export type Entry = {
  name: string;
  /** What makes it: a test compares these with all that there are. */
  by: readonly Builder[];
} & (
  | { kind: 'message'; place: Place; message: Said; isBroadcast?: boolean }
  /** Without blocks: what Slack shows to one person alone. */
  | { kind: 'sentence'; text: string }
  | { kind: 'modal'; view: ModalView }
  | { kind: 'home'; view: HomeView }
);

/** Who and where the made-up messages speak of: they must be known to the workspace. */
export interface Cast {
  teamId: string;
  channelId: string;
  personId: string;
  /** A picture in Slack. */
  qrFileId: string;
  chartFileId: string;
  /** Where Slack gets a picture from the app; null: it cannot reach it. */
  pictureUrl: string | null;
}

/** What is told to one person alone, without blocks. */
export const sentences = (given: [name: string, by: Builder, text: string][]): Entry[] =>
  given.map(([name, by, text]) => ({ name, by: [by], kind: 'sentence', text }));
