import type { Outcome } from '../../page/page-api.ts';
import { describeView } from '../describe-view.ts';
import type { ViewRecord } from '../views.ts';
import type { ActDeps } from './act-deps.ts';
import { buildInteraction, buildInteractionDelivery } from './build-interaction.ts';

/** A person closes a modal; the app hears of it only where it asked to. */
export const actClose = async (deps: ActDeps, as: string, viewId: string, all: boolean): Promise<Outcome> => {
  const person = deps.workspace.person(as);
  const view = deps.views.find(viewId);
  if (person === undefined || view === undefined || view.user !== as || view.type !== 'modal')
    return { ok: false, problem: 'This view is not open any more.' };
  const isCleared = all || view.clearOnClose;
  const closed: ViewRecord[] = isCleared ? [...deps.views.stack(as)].reverse() : [view];
  if (isCleared) deps.views.clear(as);
  else deps.views.close(view);
  for (const one of closed) {
    if (!one.notifyOnClose) continue;
    const payload = {
      ...buildInteraction('view_closed', person, 'view', deps),
      view: describeView(one, deps),
      is_cleared: isCleared,
    };
    await deps.post(buildInteractionDelivery(`view_closed ${one.callbackId}`, payload));
  }
  return { ok: true };
};
