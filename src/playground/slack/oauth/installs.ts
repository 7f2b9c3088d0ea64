import type { Access } from '../access.ts';
import type { Team } from '../team.ts';

export interface Install {
  /** A workspace's id, or an organisation's. */
  holder: string;
  isEnterpriseInstall: boolean;
  /** The workspaces it is good for. */
  teamIds: readonly string[];
  token: string;
  scopes: readonly string[];
  by: string;
  /** Slack's error code for its token; null while it is good. */
  refusal: Refusal | null;
}

export type Refusal = 'token_revoked' | 'account_inactive';

export interface Installs {
  /** A new token at each installation; throws for an id that is neither a workspace nor an organisation. */
  add(holder: string, by: string, scopes: readonly string[]): Install;
  /** Ends all live tokens of a workspace or an organisation, and tells which they were. */
  end(holder: string, why: Refusal): Install[];
  find(token: string): Install | undefined;
  /** The workspaces that an id stands for; throws when there are none. */
  teamsOf(holder: string): readonly string[];
  latest(holder: string): Install | undefined;
  accessOf(team: Team): Access;
}

/** Who has the app, by which token. A token lives until it is ended, also when there is a newer one. */
export const createInstalls = (deps: { teams: readonly Team[]; secret: () => string }): Installs => {
  const all: Install[] = [];
  const findTeams = (holder: string): { isEnterpriseInstall: boolean; teamIds: string[] } => {
    const own = deps.teams.filter((team) => team.id === holder);
    if (own.length > 0) return { isEnterpriseInstall: false, teamIds: [holder] };
    const members = deps.teams.filter((team) => team.enterprise?.id === holder);
    if (members.length === 0) throw new Error(`There is no workspace and no organisation ${holder}.`);
    return { isEnterpriseInstall: true, teamIds: members.map((team) => team.id) };
  };
  return {
    add(holder, by, scopes) {
      const install: Install = {
        holder,
        ...findTeams(holder),
        token: `xoxb-${holder.toLowerCase()}-${all.length + 1}-${deps.secret().replaceAll('_', '-')}`,
        scopes,
        by,
        refusal: null,
      };
      all.push(install);
      return install;
    },
    end(holder, why) {
      const ended = all.filter((one) => one.holder === holder && one.refusal === null);
      for (const one of ended) one.refusal = why;
      return ended;
    },
    teamsOf: (holder) => findTeams(holder).teamIds,
    find: (token) => all.find((one) => one.token === token),
    latest: (holder) => all.findLast((one) => one.holder === holder),
    accessOf: (team) => ({
      current: () => all.findLast((one) => one.refusal === null && one.teamIds.includes(team.id)) ?? null,
      refuse(token) {
        const found = all.find((one) => one.token === token);
        if (!found?.teamIds.includes(team.id)) return 'invalid_auth';
        return found.refusal;
      },
    }),
  };
};
