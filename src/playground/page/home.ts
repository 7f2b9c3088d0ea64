import { buildContext } from './build-context.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { FormState } from './form-state.ts';
import type { Store } from './page-state.ts';
import { createRegion, findRoot } from './region.ts';
import { renderBlocks } from './render-blocks.ts';
import { viewScope } from './scope.ts';

/** The app's own page. */
export const createHome = ({ store, forms }: { store: Store; forms: FormState }) => {
  const root = findRoot('home');
  const draw = createRegion(root);
  return () => {
    const state = store.get();
    const { snapshot, tab, problems } = state;
    root.hidden = tab !== 'home';
    const view = snapshot.home;
    if (!view) {
      draw(
        `<div class="empty"><b>${escapeHtml(snapshot.appName)} has no home page yet.</b><span>The app was told that you opened it; what it publishes appears here.</span></div>`,
      );
      return;
    }
    const scope = viewScope(view.id);
    const problem = problems[view.id];
    draw(
      `<div${buildAttributes({ class: 'home-view', 'data-scope': scope, 'data-testid': 'home' })}>${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}${renderBlocks(view.blocks, buildContext(state, forms, scope))}</div>`,
    );
  };
};
