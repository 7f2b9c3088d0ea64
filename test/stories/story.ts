import type { Block, HomeView, KnownBlock, ModalView } from '@slack/types';

/** A function of a `*-view.ts` or of `blocks/` that builds something visible. */
export type Builder = (...given: never[]) => unknown;

export interface Said {
  text: string;
  blocks: (KnownBlock | Block)[];
}

/** The first entry of a place is posted; later ones edit it. `thread`: a reply under the card. */
export type Place = 'card' | 'approval' | 'export' | 'report' | 'daily' | 'channel' | 'thread';

export type Story = {
  name: string;
  /** The functions that build it: a test checks that every builder has a story. */
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
}

/** The function that builds an entry, with others whose result is inside it. */
type BuiltBy<Args extends unknown[], Result> =
  | ((...args: Args) => Result)
  | readonly [(...args: Args) => Result, ...Builder[]];

const build = <Args extends unknown[], Result>(by: BuiltBy<Args, Result>, args: Args) => {
  const [first, ...others] = typeof by === 'function' ? ([by] as const) : by;
  return { by: [first, ...others] satisfies readonly Builder[], result: first(...args) };
};

export const message = <Args extends unknown[]>(
  name: string,
  place: Place,
  builder: BuiltBy<Args, Said>,
  ...args: Args
): Extract<Story, { kind: 'message' }> => {
  const { by, result } = build(builder, args);
  return { name, by, kind: 'message', place, message: result };
};

/** A message that is only a part of what its builder returns. */
export const part = (name: string, place: Place, builder: Builder, message: Said): Story => ({
  name,
  by: [builder],
  kind: 'message',
  place,
  message,
});

export const modal = <Args extends unknown[]>(
  name: string,
  builder: BuiltBy<Args, ModalView>,
  ...args: Args
): Story => {
  const { by, result } = build(builder, args);
  return { name, by, kind: 'modal', view: result };
};

/** Ephemeral text without blocks. */
export const sentence = <Args extends unknown[]>(
  name: string,
  builder: BuiltBy<Args, string>,
  ...args: Args
): Story => {
  const { by, result } = build(builder, args);
  return { name, by, kind: 'sentence', text: result };
};
