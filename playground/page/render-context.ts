import type { FormState } from './form-state.ts';
import type { Conversation, FileRef, FilledValue, Person, Shortcut } from './page-api.ts';
import { elementKey, type PageState, sourceOf } from './page-state.ts';

/** How a reader has turned a data table. */
export interface TableLook {
  page: number;
  sortColumn: number | null;
  isDescending: boolean;
}

export interface Offered {
  text: string;
  value: string;
}

/** All that blocks need to know about the world around them. */
export interface RenderContext {
  /** Where the blocks stand: one view or one message. Makes ids unique on the page. */
  scope: string;
  me: string;
  people: Person[];
  conversations: Conversation[];
  files: FileRef[];
  /** What the app offers in the menu of a message. */
  messageShortcuts: Shortcut[];
  /** The reader's. */
  timeZone: string;
  now: number;
  /** What the field holds now; undefined before anybody touched it. */
  held(blockId: string, actionId: string): FilledValue | undefined;
  errorOf(blockId: string): string | undefined;
  /** The app has not answered this element's last press yet. */
  isPending(blockId: string, actionId: string): boolean;
  /** What the app offers for an external select at this moment. */
  offeredFor(blockId: string, actionId: string): Offered[];
  /** The words of an option that the app offered before. */
  labelOf(blockId: string, actionId: string, value: string): string | undefined;
  tableLook(blockId: string): TableLook;
}

const STILL: TableLook = { page: 0, sortColumn: null, isDescending: false };

/** A context of a reader who has touched nothing. */
export const buildRenderContext = (given: Partial<RenderContext> = {}): RenderContext => ({
  scope: 'still',
  me: '',
  people: [],
  conversations: [],
  files: [],
  messageShortcuts: [],
  timeZone: 'UTC',
  now: 0,
  held: () => undefined,
  errorOf: () => undefined,
  isPending: () => false,
  offeredFor: () => [],
  labelOf: () => undefined,
  tableLook: () => STILL,
  ...given,
});

/** The person's own zone, or the browser's when the server does not know it. */
export const zoneOf = ({ snapshot }: PageState): string =>
  snapshot.people.find((one) => one.id === snapshot.me)?.tz ??
  Intl.DateTimeFormat().resolvedOptions().timeZone;

export const buildContext = (state: PageState, forms: FormState, scope: string): RenderContext => {
  const { people, conversations, files, me, messages, shortcuts } = state.snapshot;
  const source = sourceOf(scope);
  const errors = 'viewId' in source ? state.errors[source.viewId] : undefined;
  return {
    scope,
    me,
    people,
    conversations,
    files: [...files, ...messages.flatMap((one) => one.files)],
    messageShortcuts: shortcuts.filter(({ type }) => type === 'message'),
    timeZone: zoneOf(state),
    now: state.now,
    held: (blockId, actionId) => forms.held(scope, blockId, actionId),
    errorOf: (blockId) => errors?.[blockId],
    isPending: (blockId, actionId) => state.pending.includes(elementKey(scope, blockId, actionId)),
    offeredFor: (blockId, actionId) => state.offered[elementKey(scope, blockId, actionId)] ?? [],
    labelOf: (blockId, actionId, value) => state.labels[elementKey(scope, blockId, actionId)]?.[value],
    tableLook: (blockId) => state.tables[`${scope} ${blockId}`] ?? STILL,
  };
};
