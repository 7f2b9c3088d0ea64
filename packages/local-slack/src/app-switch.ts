import type { Changes } from './changes.ts';
import type { AppControl } from './local-slack-api.ts';
import type { AppState, Outcome, Posts } from './page/page-api.ts';

const LONGEST_PROBLEM = 400;

/** Starts and stops the app's process from the page, and reports its state. */
export const createAppSwitch = (app: AppControl | undefined, changes: Changes) => {
  let underWay: 'starting' | 'stopping' | null = null;
  app?.onEnd?.(changes.changed);

  /** Null if the local Slack does not run the app. */
  const state = (): AppState | null => (app ? (underWay ?? (app.isRunning() ? 'running' : 'stopped')) : null);

  const go = async (as: 'starting' | 'stopping', work: Promise<void>): Promise<Outcome> => {
    underWay = as;
    changes.changed();
    try {
      await work;
      return { ok: true };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, problem: why.slice(0, LONGEST_PROBLEM) };
    } finally {
      underWay = null;
      changes.changed();
    }
  };

  return {
    state,
    act: async (what: Posts['app']['act']): Promise<Outcome> => {
      if (!app) return { ok: false, problem: 'The local Slack does not run the app.' };
      const now = state();
      if (what === 'start')
        return now === 'stopped' ? go('starting', app.start()) : { ok: false, problem: `The app is ${now}.` };
      if (now === 'stopped') return { ok: false, problem: 'The app is stopped.' };
      return go('stopping', app.stop(what === 'kill' ? 'SIGKILL' : 'SIGTERM'));
    },
  };
};

export type AppSwitch = ReturnType<typeof createAppSwitch>;
