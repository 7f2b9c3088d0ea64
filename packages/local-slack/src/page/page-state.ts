import type { Extension } from './extension.ts';
import type { Message, Posts, Snapshot } from './page-api.ts';

/** Page and sort order of a data table. */
export interface TableLook {
  page: number;
  sortColumn: number | null;
  isDescending: boolean;
}

export interface Offered {
  text: string;
  value: string;
}

/** The server's snapshot, and state that only this page has. */
export interface PageState {
  snapshot: Snapshot;
  /** Epoch milliseconds, updated once a minute. */
  now: number;
  isLive: boolean;
  /** Id of the conversation that is open. */
  place: string;
  tab: 'messages' | 'home';
  /** `ts` of the message whose thread is open. */
  thread: string | null;
  /** `none`, `exchanges`, `faults`, or the name of a panel. */
  drawer: string;
  /** What a script adds. */
  extension: Extension;
  isSidebarOpen: boolean;
  /** The reader has hidden the first steps. */
  areStepsHidden: boolean;
  /** By conversation, the newest message that the person has seen. */
  seen: Record<string, string>;
  /** Slack's message about the last action, if the server sent none. */
  notice: { conversation: string; text: string } | null;
  /** The notice that the person has dismissed. */
  dismissed: string | null;
  /** Errors by view and block_id. */
  errors: Record<string, Record<string, string>>;
  /** Problems that concern no field, by view or `homeKey`. */
  problems: Record<string, string>;
  /** Views being submitted. */
  sending: string[];
  /** Elements with an action in progress, as `scope block_id action_id`. */
  pending: string[];
  tables: Record<string, TableLook>;
  /** Options that the app offers now, and labels of all earlier ones, by `scope block_id action_id`. */
  offered: Record<string, Offered[]>;
  labels: Record<string, Record<string, string>>;
}

/** Key in `problems` for the Home tab, which may have no view yet. */
export const homeKey = (me: string): string => `home ${me}`;

export const elementKey = (scope: string, blockId: string, actionId: string): string =>
  `${scope} ${blockId} ${actionId}`;

export interface Store {
  get(): PageState;
  set(change: Partial<PageState>): void;
  /** Called once after all changes in one tick. */
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

type Source = Posts['action']['source'];

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
