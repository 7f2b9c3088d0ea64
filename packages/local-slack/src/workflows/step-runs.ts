import type { Access } from '../access.ts';
import type { Changes } from '../changes.ts';
import type { Ids } from '../ids.ts';
import type { StepRun } from '../page/page-api.ts';
import type { JsonRecord } from '../page/read-json.ts';

/** docs.slack.dev/authentication/tokens */
const TOKEN_LIVES_MS = 15 * 60_000;
const TOKEN_PREFIX = 'xwfp-';

export interface StepRunRecord extends StepRun {
  /** Of this run alone. */
  token: string;
  startedAt: number;
}

/** The runs of steps, each with its token. */
export const createStepRuns = ({ ids, now, changes }: { ids: Ids; now: () => number; changes: Changes }) => {
  const all = new Map<string, StepRunRecord>();
  const ofToken = (token: string) => [...all.values()].find((run) => run.token === token);
  return {
    /** Newest first. */
    list: (): StepRunRecord[] => [...all.values()].reverse(),
    find: (id: string) => all.get(id),
    start(callbackId: string, inputs: JsonRecord): StepRunRecord {
      const run: StepRunRecord = {
        ...{ id: ids.next('Fx'), callbackId, inputs, state: 'running', outputs: null, error: null },
        ...{ token: `${TOKEN_PREFIX}${ids.secret()}`, startedAt: now() },
      };
      all.set(run.id, run);
      changes.changed();
      return run;
    },
    end(run: StepRunRecord, how: { outputs: JsonRecord } | { error: string }): void {
      Object.assign(run, how, { state: 'error' in how ? 'failed' : 'completed' });
      changes.changed();
    },
    ofToken,
    /** With the tokens of runs, which may do what the app’s own may. */
    withTokens: (access: Access): Access => {
      const refuse = (token: string): string | null => {
        const run = ofToken(token);
        if (run === undefined) return 'invalid_auth';
        if (run.state !== 'running') return 'token_revoked';
        return now() - run.startedAt > TOKEN_LIVES_MS ? 'token_expired' : null;
      };
      return {
        current: access.current,
        grantOf(token) {
          if (!token.startsWith(TOKEN_PREFIX)) return access.grantOf(token);
          const own = access.current();
          return own === null || refuse(token) !== null ? null : { scopes: own.scopes, token };
        },
        refuse: (token) => (token.startsWith(TOKEN_PREFIX) ? refuse(token) : access.refuse(token)),
      };
    },
  };
};

export type StepRuns = ReturnType<typeof createStepRuns>;
