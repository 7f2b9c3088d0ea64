import type { Access } from '../access.ts';
import type { Team } from '../team.ts';

export interface Install {
  teamId: string;
  token: string;
  scopes: readonly string[];
  by: string;
  /** Slack's error code for its token; null while it is valid. */
  refusal: Refusal | null;
}

export type Refusal = 'token_revoked' | 'account_inactive';

/** All installations. A token stays valid until it is ended, even if there is a newer one. */
export const createInstalls = (deps: { teams: readonly Team[]; secret: () => string }) => {
  const all: Install[] = [];
  return {
    /** Creates a new token. Throws if there is no such workspace. */
    add(teamId: string, by: string, scopes: readonly string[]): Install {
      if (!deps.teams.some((team) => team.id === teamId)) throw new Error(`There is no workspace ${teamId}.`);
      const install: Install = {
        teamId,
        token: `xoxb-${teamId.toLowerCase()}-${all.length + 1}-${deps.secret().replaceAll('_', '-')}`,
        scopes,
        by,
        refusal: null,
      };
      all.push(install);
      return install;
    },
    /** Ends all valid tokens of a workspace, and returns them. */
    end(teamId: string, why: Refusal): Install[] {
      const ended = all.filter((one) => one.teamId === teamId && one.refusal === null);
      for (const one of ended) one.refusal = why;
      return ended;
    },
    find: (token: string): Install | undefined => all.find((one) => one.token === token),
    latest: (teamId: string): Install | undefined => all.findLast((one) => one.teamId === teamId),
    accessOf: (team: Team): Access => {
      const find = (token: string) => all.find((one) => one.token === token && one.teamId === team.id);
      return {
        current: () => all.findLast((one) => one.refusal === null && one.teamId === team.id) ?? null,
        grantOf(token) {
          const found = find(token);
          return found?.refusal === null ? found : null;
        },
        refuse(token) {
          const found = find(token);
          return found === undefined ? 'invalid_auth' : found.refusal;
        },
      };
    },
  };
};

export type Installs = ReturnType<typeof createInstalls>;
