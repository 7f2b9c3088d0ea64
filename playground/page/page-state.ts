import type { ActionPost, Message, Snapshot } from './page-api.ts';
import type { Offered, TableLook } from './render-context.ts';

export type Drawer = 'none' | 'exchanges' | 'faults' | 'payments';

export const readDrawer = (name: string): Drawer =>
  name === 'exchanges' || name === 'faults' || name === 'payments' ? name : 'none';

/** What the server told, and what only this page knows. */
export interface PageState {
  snapshot: Snapshot;
  /** Epoch milliseconds; moves on once a minute. */
  now: number;
  isLive: boolean;
  /** Id of the conversation that is open. */
  place: string;
  tab: 'messages' | 'home';
  /** `ts` of the message whose thread is open. */
  thread: string | null;
  drawer: Drawer;
  isSidebarOpen: boolean;
  /** The reader has put the first steps away. */
  areStepsHidden: boolean;
  /** By conversation, the newest message that the person has seen. */
  seen: Record<string, string>;
  /** What Slack would tell the person about the last thing done, where the server did not. */
  notice: { conversation: string; text: string } | null;
  /** The notice that the person has put away. */
  dismissed: string | null;
  /** By view, what is wrong, by block_id. */
  errors: Record<string, Record<string, string>>;
  /** By view, or by `homeKey`, a trouble that concerns no field. */
  problems: Record<string, string>;
  /** Views whose submission is on its way. */
  sending: string[];
  /** Elements whose action is on its way, by `scope block_id action_id`. */
  pending: string[];
  tables: Record<string, TableLook>;
  /** What an app offers now, and all it ever offered, by `scope block_id action_id`. */
  offered: Record<string, Offered[]>;
  labels: Record<string, Record<string, string>>;
}

/** Of `problems`: there may be no view yet that it could be about. */
export const homeKey = (me: string): string => `home ${me}`;

export const elementKey = (scope: string, blockId: string, actionId: string): string =>
  `${scope} ${blockId} ${actionId}`;

export interface Store {
  get(): PageState;
  set(change: Partial<PageState>): void;
  /** Called once after all changes of one moment. */
  subscribe(listener: () => void): void;
}

export const createStore = (initial: PageState): Store => {
  let state = initial;
  let isQueued = false;
  const listeners: (() => void)[] = [];
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      if (isQueued) return;
      isQueued = true;
      queueMicrotask(() => {
        isQueued = false;
        for (const listener of listeners) listener();
      });
    },
    subscribe: (listener) => listeners.push(listener),
  };
};

type Source = ActionPost['source'];

export const viewScope = (viewId: string): string => `view:${viewId}`;
export const messageScope = ({ channel, ts }: Pick<Message, 'channel' | 'ts'>): string =>
  `msg:${channel}:${ts}`;

export const sourceOf = (scope: string): Source => {
  const [kind, first = '', second = ''] = scope.split(':');
  return kind === 'view' ? { viewId: first } : { channel: first, ts: second };
};

export const blocksOf = (scope: string, snapshot: Snapshot): unknown[] => {
  const source = sourceOf(scope);
  if ('viewId' in source) {
    const views = snapshot.home ? [...snapshot.modals, snapshot.home] : snapshot.modals;
    return views.find((one) => one.id === source.viewId)?.blocks ?? [];
  }
  const { channel, ts } = source;
  return snapshot.messages.find((one) => one.channel === channel && one.ts === ts)?.blocks ?? [];
};
