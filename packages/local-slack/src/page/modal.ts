import { api } from './api.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { FormState } from './form-state.ts';
import type { View } from './page-api.ts';
import { type PageState, type Store, viewScope } from './page-state.ts';
import { createRegion, findRoot } from './patch-dom.ts';
import { renderBlocks } from './render-blocks.ts';
import { buildContext } from './render-context.ts';
import { renderPlain } from './render-mrkdwn.ts';
import { renderAvatar } from './render-person.ts';

const TITLE_ID = 'modal-title';

/** One modal of the stack; only the top one is active. */
const renderModal = (
  view: View,
  { state, forms, isTop }: { state: PageState; forms: FormState; isTop: boolean },
): string => {
  const { snapshot } = state;
  const app = snapshot.people.find((one) => one.id === snapshot.appUserId);
  const isBusy = view.busy || state.sending.includes(view.id);
  const problem = state.problems[view.id];
  const errors = Object.values(state.errors[view.id] ?? {});
  const scope = viewScope(view.id);
  const submit =
    view.submit === null
      ? ''
      : `<button${buildAttributes({ type: 'submit', class: 'button button-primary', 'data-testid': isTop ? 'submit' : null, 'aria-busy': isBusy ? 'true' : null, 'aria-disabled': isBusy ? 'true' : null })}><span class="button-words">${renderPlain(view.submit)}</span></button>`;
  return [
    `<section${buildAttributes({ class: isTop ? 'modal' : 'modal modal-below', 'data-key': view.id, 'data-testid': isTop ? 'modal' : null, 'data-view-id': view.id, 'data-scope': scope, tabindex: '-1', inert: !isTop })}>`,
    '<form novalidate data-view-form>',
    `<header>${renderAvatar(app, 'small')}<h2${buildAttributes({ id: isTop ? TITLE_ID : null })}>${renderPlain(view.title)}</h2><button${buildAttributes({ type: 'button', class: 'icon-button', 'data-close-view': true, 'data-testid': isTop ? 'close' : null, 'aria-label': 'Close' })}>×</button></header>`,
    '<div class="modal-body">',
    problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : '',
    `<p class="unseen" role="alert">${escapeHtml(errors.join(' '))}</p>`,
    renderBlocks(view.blocks, buildContext(state, forms, scope)),
    '</div>',
    `<footer><button${buildAttributes({ type: 'button', class: 'button', 'data-close-view': true, 'data-testid': isTop ? 'cancel' : null })}>${renderPlain(view.close ?? (view.submit === null ? 'Close' : 'Cancel'))}</button>${submit}</footer>`,
    '</form></section>',
  ].join('');
};

const FIRST_FIELD = '.modal-body :is(input:not([type=radio], [type=checkbox], :disabled), textarea, select)';

/** The stack of modals, in a native dialog that traps focus. */
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
    const filled = forms.filled(viewScope(view.id));
    const outcome = await api.act('close', { as: store.get().snapshot.me, viewId: view.id, filled });
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
