import { actClick } from './acts/act-click.ts';
import { actClose } from './acts/act-close.ts';
import { actCommand } from './acts/act-command.ts';
import type { ActDeps } from './acts/act-deps.ts';
import { actHome } from './acts/act-home.ts';
import { actMessage } from './acts/act-message.ts';
import { actOptions } from './acts/act-options.ts';
import { actShortcut } from './acts/act-shortcut.ts';
import { actSubmit } from './acts/act-submit.ts';
import { sendEvent, verifyUrl } from './acts/send-event.ts';
import type { LocalSlack } from './local-slack-api.ts';

type Acts = Pick<
  LocalSlack,
  | 'command'
  | 'shortcut'
  | 'message'
  | 'click'
  | 'submit'
  | 'closeView'
  | 'options'
  | 'openHome'
  | 'clickHome'
  | 'sendEvent'
  | 'verifyUrl'
>;

/** What people do, as Slack tells it to the app, and what becomes of the app's answer. */
export const createPeopleActs = (deps: ActDeps): Acts => {
  /** Nobody finds the app where it is not installed. */
  const whereInstalled = async <T>(act: () => Promise<T>): Promise<T | { ok: false; problem: string }> =>
    deps.access.current() === null
      ? { ok: false, problem: `The app is not installed in ${deps.team.name}.` }
      : act();
  return {
    command: (as, channel, command, text = '') => actCommand(deps, as, channel, command, text),
    shortcut: (as, callbackId, message) =>
      whereInstalled(() => actShortcut(deps, as, callbackId, message ?? null)),
    message: async (as, channel, text, threadTs) => actMessage(deps, as, channel, text, threadTs ?? null),
    click: (as, source, click) => whereInstalled(() => actClick(deps, as, source, click)),
    clickHome: (as, click) =>
      whereInstalled(async () => {
        const home = deps.views.home(as);
        return home === undefined
          ? { ok: false, problem: `The app has published no Home tab for ${as}.` }
          : actClick(deps, as, { viewId: home.id }, click);
      }),
    submit: (as, viewId, filled) => whereInstalled(() => actSubmit(deps, as, viewId, filled)),
    closeView: (as, viewId, all = false) => whereInstalled(() => actClose(deps, as, viewId, all)),
    options: async (as, source, blockId, actionId, query) =>
      deps.access.current() === null
        ? { options: [] }
        : actOptions(deps, as, source, blockId, actionId, query),
    openHome: (as, tab = 'home') => whereInstalled(() => actHome(deps, as, tab)),
    sendEvent: async (event, options) => deps.access.current() !== null && sendEvent(deps, event, options),
    verifyUrl: () => verifyUrl(deps),
  };
};
