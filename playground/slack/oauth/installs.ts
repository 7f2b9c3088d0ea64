import type { Access } from '../access.ts';
import type { Team } from '../team.ts';

export interface Install {
  /** A workspace's id, or an organisation's. */
  holder: string;
  isEnterpriseInstall: boolean;
  /** The workspaces that it covers now. */
  teamIds: readonly string[];
  token: string;
  scopes: readonly string[];
  by: string;
  /** Slack's error code for its token; null while it is valid. */
  refusal: Refusal | null;
}

export type Refusal = 'token_revoked' | 'account_inactive';

/** Which workspaces an organisation's installation covers at first; its admin can add the others later. */
export type OrgReach = 'all' | 'none';

/** All installations. A token stays valid until it is ended, even if there is a newer one. */
export const createInstalls = (deps: {
  teams: readonly Team[];
  secret: () => string;
  orgReach: OrgReach;
}) => {
  const all: Install[] = [];
  const findTeams = (holder: string): { isEnterpriseInstall: boolean; teamIds: string[] } => {
    const own = deps.teams.filter((team) => team.id === holder);
    if (own.length > 0) return { isEnterpriseInstall: false, teamIds: [holder] };
    const members = deps.teams.filter((team) => team.enterprise?.id === holder);
    if (members.length === 0) throw new Error(`There is no workspace and no organisation ${holder}.`);
    return { isEnterpriseInstall: true, teamIds: members.map((team) => team.id) };
  };
  return {
    /** Creates a new token. Throws if the id is neither a workspace nor an organisation. */
    add(holder: string, by: string, scopes: readonly string[]): Install {
      const { isEnterpriseInstall, teamIds } = findTeams(holder);
      const isOut = isEnterpriseInstall && deps.orgReach === 'none';
      const install: Install = {
        holder,
        isEnterpriseInstall,
        teamIds: isOut ? [] : teamIds,
        token: `xoxb-${holder.toLowerCase()}-${all.length + 1}-${deps.secret().replaceAll('_', '-')}`,
        scopes,
        by,
        refusal: null,
      };
      all.push(install);
      return install;
    },
    /** An organisation's admin adds the app to these workspaces, or removes it. */
    reach(holder: string, teamIds: readonly string[], isIn: boolean): Install {
      const install = all.findLast((one) => one.holder === holder && one.refusal === null);
      const theirs = findTeams(holder);
      if (install === undefined || !theirs.isEnterpriseInstall)
        throw new Error(`The app is not installed in an organisation ${holder}.`);
      const unknown = teamIds.filter((id) => !theirs.teamIds.includes(id));
      if (unknown.length > 0) throw new Error(`${holder} has no workspace ${unknown.join(', ')}.`);
      const others = install.teamIds.filter((id) => !teamIds.includes(id));
      install.teamIds = isIn ? [...others, ...teamIds] : others;
      return install;
    },
    /** Ends all valid tokens of a workspace or organisation, and returns them. */
    end(holder: string, why: Refusal): Install[] {
      const ended = all.filter((one) => one.holder === holder && one.refusal === null);
      for (const one of ended) one.refusal = why;
      return ended;
    },
    /** The workspaces of an id; throws if there are none. */
    teamsOf: (holder: string): readonly string[] => findTeams(holder).teamIds,
    find: (token: string): Install | undefined => all.find((one) => one.token === token),
    latest: (holder: string): Install | undefined => all.findLast((one) => one.holder === holder),
    accessOf: (team: Team): Access => ({
      current: () => all.findLast((one) => one.refusal === null && one.teamIds.includes(team.id)) ?? null,
      grantOf(token) {
        const found = all.find((one) => one.token === token);
        return found?.refusal === null && found.teamIds.includes(team.id) ? found : null;
      },
      refuse(token) {
        const found = all.find((one) => one.token === token);
        if (found === undefined) return 'invalid_auth';
        if (found.refusal !== null) return found.refusal;
        if (found.teamIds.includes(team.id)) return null;
        return found.isEnterpriseInstall && found.holder === team.enterprise?.id
          ? 'team_access_not_granted'
          : 'invalid_auth';
      },
    }),
  };
};

export type Installs = ReturnType<typeof createInstalls>;
