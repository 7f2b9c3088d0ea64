import type { Outcome } from '../../page/page-api.ts';
import { actionTrouble } from '../answer-words.ts';
import { describeView } from '../describe-view.ts';
import type { ActDeps } from './act-deps.ts';
import { sendEvent } from './send-event.ts';

export type HomeTab = 'home' | 'messages';

/** A person opens one of the app's own tabs. */
export const actHome = async (deps: ActDeps, as: string, tab: HomeTab): Promise<Outcome> => {
  const dm = deps.workspace.dmOf(as);
  if (dm === undefined) return { ok: false, problem: `${as} has no conversation with the app.` };
  deps.notices.clear(as);
  const home = tab === 'home' ? deps.views.home(as) : undefined;
  const taken = await sendEvent(deps, {
    type: 'app_home_opened',
    user: as,
    channel: dm.id,
    tab,
    event_ts: deps.ids.ts(),
    ...(home === undefined ? {} : { view: describeView(home, deps) }),
  });
  return taken ? { ok: true } : { ok: false, problem: actionTrouble };
};
