import { buildAttributes } from './escape-html.ts';
import type { AppPost, AppState } from './page-api.ts';

const WORDS: Record<AppState, string> = {
  running: 'App running',
  starting: 'App starting…',
  stopping: 'App stopping…',
  stopped: 'App stopped',
};

const TITLES: Record<AppPost['act'], string> = {
  start: 'Start the app again on its database',
  stop: 'SIGTERM: the app finishes its work',
  kill: 'SIGKILL: the app is gone at once, as when the power fails',
};

export const readAppAct = (name: string): AppPost['act'] | null =>
  name === 'start' || name === 'stop' || name === 'kill' ? name : null;

/** What the app's process does, and the buttons that change it. */
export const renderAppSwitch = (app: AppState | null): string => {
  if (app === null) return '';
  const button = (act: AppPost['act'], words: string, disabled = false): string =>
    `<button${buildAttributes({ type: 'button', 'data-app-act': act, 'data-key': `app-${act}`, 'data-testid': `app-${act}`, title: TITLES[act], disabled })}>${words}</button>`;
  const isDown = app === 'stopped' || app === 'starting';
  // Each keeps its place: the second click of two must not meet another button.
  const buttons = [
    isDown ? button('start', 'Start', app === 'starting') : button('stop', 'Stop', app === 'stopping'),
    button('kill', 'Kill', app === 'stopped'),
  ];
  return `<div class="app-switch" role="group" aria-label="App"><span class="app-state app-${app}" role="status" data-testid="app-state">${WORDS[app]}</span>${buttons.join('')}</div>`;
};
