import { buildContext } from './build-context.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { FormState } from './form-state.ts';
import type { View } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { renderAvatar } from './render-avatar.ts';
import { renderBlocks } from './render-blocks.ts';
import { renderPlain } from './render-text.ts';
import { viewScope } from './scope.ts';

export const TITLE_ID = 'modal-title';

/** One window of the stack; only the topmost can be used. */
export const renderModal = (
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
