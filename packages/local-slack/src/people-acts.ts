import { actCommand, actShortcut } from './acts/act-command.ts';
import { actClick, actOptions } from './acts/act-element.ts';
import { actClose, actSubmit } from './acts/act-modal.ts';
import { actOtherApp } from './acts/act-other-app.ts';
import { type ActDeps, findActor, knownIn } from './acts/find-target.ts';
import { sendEvent } from './acts/send-event.ts';
import type { HomeTab, LocalSlack } from './local-slack-api.ts';
import { actionTrouble } from './notices.ts';
import type { Outcome } from './page/page-api.ts';
import { writeMessage } from './typed-text.ts';
import { describeView } from './views.ts';
import { actRun } from './workflows/act-run.ts';

/** A person opens one of the app's tabs. */
const actHome = async (deps: ActDeps, as: string, tab: HomeTab): Promise<Outcome> => {
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

/** A person writes in a conversation. */
const actMessage = (
  deps: ActDeps,
  as: string,
  channel: string,
  text: string,
  threadTs: string | null,
): Outcome => {
  const actor = findActor(deps, as, channel);
  if (!actor.ok) return actor;
  if (text.trim() === '') return { ok: false, problem: 'A message needs text.' };
  if (threadTs !== null && deps.messages.find(channel, threadTs) === undefined)
    return { ok: false, problem: 'This thread is no longer there.' };
  deps.notices.clear(as);
  deps.messages.add({ channel, user: as, ...writeMessage(text, knownIn(deps)), threadTs });
  return { ok: true };
};

type Acts = Pick<
  LocalSlack,
  | 'command'
  | 'shortcut'
  | 'message'
  | 'postAsOtherApp'
  | 'click'
  | 'submit'
  | 'closeView'
  | 'options'
  | 'openHome'
  | 'clickHome'
  | 'sendEvent'
  | 'runStep'
>;

/** People's actions: sends them to the app and applies its answers. */
export const createPeopleActs = (deps: ActDeps): Acts => {
  /** The app cannot be used where it is not installed. */
  const whereInstalled = async <T>(act: () => Promise<T>): Promise<T | { ok: false; problem: string }> =>
    deps.access.current() === null
      ? { ok: false, problem: `The app is not installed in ${deps.team.name}.` }
      : act();
  return {
    command: (as, channel, command, text = '') => actCommand(deps, as, channel, command, text),
    shortcut: (as, callbackId, message) =>
      whereInstalled(() => actShortcut(deps, as, callbackId, message ?? null)),
    message: async (as, channel, text, threadTs) => actMessage(deps, as, channel, text, threadTs ?? null),
    postAsOtherApp: async (channel, message) => actOtherApp(deps, channel, message),
    click: (as, source, click) => whereInstalled(() => actClick(deps, as, source, click)),
    clickHome: (as, click) =>
      whereInstalled(async () => {
        const home = deps.views.home(as);
        return home === undefined
          ? { ok: false, problem: `The app has published no Home tab for ${as}.` }
          : actClick(deps, as, { viewId: home.id }, click);
      }),
    submit: (as, viewId, filled) => whereInstalled(() => actSubmit(deps, as, viewId, filled)),
    closeView: (as, viewId, all = false, filled = {}) =>
      whereInstalled(() => actClose(deps, as, viewId, { all, filled })),
    options: async (as, source, blockId, actionId, query) =>
      deps.access.current() === null
        ? { options: [] }
        : actOptions(deps, as, source, blockId, actionId, query),
    openHome: (as, tab = 'home') => whereInstalled(() => actHome(deps, as, tab)),
    runStep: (callbackId, inputs) => whereInstalled(() => actRun(deps, callbackId, inputs)),
    sendEvent: async (event) => deps.access.current() !== null && sendEvent(deps, event),
  };
};
