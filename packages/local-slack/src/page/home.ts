import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { FormState } from './form-state.ts';
import { homeKey, type Store, viewScope } from './page-state.ts';
import { createRegion, findRoot } from './patch-dom.ts';
import { renderBlocks } from './render-blocks.ts';
import { buildContext } from './render-context.ts';

/** The app's Home tab. */
export const createHome = ({ store, forms }: { store: Store; forms: FormState }) => {
  const root = findRoot('home');
  const draw = createRegion(root);
  let shown = '';
  return () => {
    const state = store.get();
    const { snapshot, tab, problems } = state;
    root.hidden = tab !== 'home';
    const view = snapshot.home;
    const words = problems[homeKey(snapshot.me)] ?? problems[view?.id ?? ''];
    const problem = words ? `<p class="problem" role="alert">${escapeHtml(words)}</p>` : '';
    if (!view) {
      const note = words
        ? ''
        : '<span>The app knows that you opened it; what it publishes appears here.</span>';
      draw(
        `<div class="home-view">${problem}</div><div class="empty"><b>${escapeHtml(snapshot.appName)} has no home page yet.</b>${note}</div>`,
      );
      return;
    }
    const scope = viewScope(view.id);
    draw(
      `<div${buildAttributes({ class: 'home-view', 'data-key': view.id, 'data-scope': scope, 'data-testid': 'home' })}>${problem}${renderBlocks(view.blocks, buildContext(state, forms, scope))}</div>`,
    );
    if (view.id !== shown) root.scrollTop = 0;
    shown = view.id;
  };
};
