import type { FormState } from './form-state.ts';
import type { Conversation, FileRef, FilledValue, Person, Shortcut } from './page-api.ts';
import { elementKey, type Offered, type PageState, sourceOf, type TableLook } from './page-state.ts';

/** What rendering blocks depends on. */
export interface RenderContext {
  /** The view or message of the blocks. Makes ids unique on the page. */
  scope: string;
  me: string;
  people: Person[];
  conversations: Conversation[];
  files: FileRef[];
  /** The app's message shortcuts. */
  messageShortcuts: Shortcut[];
  /** The reader's. */
  timeZone: string;
  now: number;
  /** The field's current value; undefined if untouched. */
  held(blockId: string, actionId: string): FilledValue | undefined;
  errorOf(blockId: string): string | undefined;
  /** Waiting for the app's answer to this element's last action. */
  isPending(blockId: string, actionId: string): boolean;
  /** The current options of an external select. */
  offeredFor(blockId: string, actionId: string): Offered[];
  /** The label of an option that the app offered before. */
  labelOf(blockId: string, actionId: string, value: string): string | undefined;
  tableLook(blockId: string): TableLook;
}

const STILL: TableLook = { page: 0, sortColumn: null, isDescending: false };

/** A context without any user input. */
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

/** The person's time zone, or the browser's if it is unknown. */
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
