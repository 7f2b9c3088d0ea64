import { api } from './api.ts';
import type { FormState } from './form-state.ts';
import type { Store } from './page-state.ts';
import { createRegion, findRoot } from './region.ts';
import { renderModal, TITLE_ID } from './render-modal.ts';
import { viewScope } from './scope.ts';

const FIRST_FIELD = '.modal-body :is(input:not([type=radio], [type=checkbox], :disabled), textarea, select)';

/** The stack of modals, in the browser's own dialog: it keeps the focus inside. */
export const createModalStack = ({
  store,
  forms,
  onClosed,
}: {
  store: Store;
  forms: FormState;
  onClosed: () => void;
}) => {
  const root = findRoot('stack');
  if (!(root instanceof HTMLDialogElement)) throw new Error('#stack is no dialog');
  root.setAttribute('aria-labelledby', TITLE_ID);
  const draw = createRegion(root);
  let topId = '';
  let hasNewErrors = false;

  const top = () => store.get().snapshot.modals.at(-1);

  const forget = (viewId: string) => {
    const { errors, problems } = store.get();
    const { [viewId]: _errors, ...otherErrors } = errors;
    const { [viewId]: _problem, ...otherProblems } = problems;
    return { errors: otherErrors, problems: otherProblems };
  };

  const submit = async (): Promise<void> => {
    const view = top();
    const { sending, snapshot } = store.get();
    if (!view || view.busy || sending.includes(view.id)) return;
    store.set({ ...forget(view.id), sending: [...sending, view.id] });
    const filled = forms.filled(viewScope(view.id));
    const outcome = await api.submit({ as: snapshot.me, viewId: view.id, filled });
    const now = store.get();
    store.set({ sending: now.sending.filter((one) => one !== view.id) });
    if (outcome.ok) return;
    if ('errors' in outcome) {
      hasNewErrors = true;
      store.set({ errors: { ...now.errors, [view.id]: outcome.errors } });
    } else store.set({ problems: { ...now.problems, [view.id]: outcome.problem } });
  };

  const close = async (): Promise<void> => {
    const view = top();
    if (!view) return;
    store.set(forget(view.id));
    const outcome = await api.close({ as: store.get().snapshot.me, viewId: view.id });
    if (!outcome.ok) store.set({ problems: { ...store.get().problems, [view.id]: outcome.problem } });
  };

  root.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  root.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-close-view]')) void close();
  });
  root.addEventListener('cancel', (event) => event.preventDefault());
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    const menu = event.target instanceof Element ? event.target.closest('details[open]') : null;
    if (menu) menu.removeAttribute('open');
    else void close();
  });

  const focusIn = (): void => {
    const modal = root.querySelector<HTMLElement>('.modal:not([inert])');
    const wanted =
      (hasNewErrors && modal?.querySelector<HTMLElement>('.input-wrong :is(input, select, textarea)')) ||
      modal?.querySelector<HTMLElement>('[data-focus-first]') ||
      modal?.querySelector<HTMLElement>(FIRST_FIELD) ||
      modal;
    wanted?.focus({ preventScroll: !hasNewErrors });
    hasNewErrors = false;
  };

  return () => {
    const state = store.get();
    const views = state.snapshot.modals;
    const html = views.map((view, index) =>
      renderModal(view, { state, forms, isTop: index === views.length - 1 }),
    );
    draw(html.join(''));
    const wasOpen = root.open;
    if (views.length > 0 && !wasOpen) root.showModal();
    if (views.length === 0 && wasOpen) {
      root.close();
      onClosed();
    }
    const id = views.at(-1)?.id ?? '';
    const isAstray = id !== '' && !root.contains(document.activeElement);
    const isAsked = document.activeElement?.closest('dialog') !== null && isAstray;
    if (id !== '' && (id !== topId || hasNewErrors || (isAstray && !isAsked))) focusIn();
    topId = id;
  };
};
