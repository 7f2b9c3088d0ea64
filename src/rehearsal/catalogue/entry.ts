import type { Block, HomeView, KnownBlock, ModalView } from '@slack/types';

/** A function of a `*-view.ts` or of `blocks/` that builds something visible. */
export type Builder = (...given: never[]) => unknown;

export interface Said {
  text: string;
  blocks: (KnownBlock | Block)[];
}

/** The first entry of a place is posted; later ones edit it. `thread`: a reply under the card. */
export type Place = 'card' | 'approval' | 'export' | 'report' | 'daily' | 'channel' | 'thread';

export type Entry = {
  name: string;
  /** The functions that build it: a test checks that every builder is in the catalogue. */
  by: readonly Builder[];
} & (
  | { kind: 'message'; place: Place; message: Said; isBroadcast?: boolean }
  /** Ephemeral text without blocks. */
  | { kind: 'sentence'; text: string }
  | { kind: 'modal'; view: ModalView }
  | { kind: 'home'; view: HomeView }
);

/** People and places in the made-up messages: the workspace must know them. */
export interface Cast {
  teamId: string;
  channelId: string;
  personId: string;
  /** A picture uploaded to Slack. */
  qrFileId: string;
  chartFileId: string;
  /** The app's public picture URL; null: Slack cannot reach the app. */
  pictureUrl: string | null;
}

/** Ephemeral texts without blocks. */
export const sentences = (given: [name: string, by: Builder, text: string][]): Entry[] =>
  given.map(([name, by, text]) => ({ name, by: [by], kind: 'sentence', text }));
