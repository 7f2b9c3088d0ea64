import type { FormState } from './form-state.ts';
import { elementKey, type PageState } from './page-state.ts';
import type { RenderContext } from './render-context.ts';
import { sourceOf } from './scope.ts';

const STILL = { page: 0, sortColumn: null, isDescending: false };

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
