/** Readable ids of the local workspace, in Slack's format. */
const IDS = {
  /** The app is the same in every workspace. */
  app: 'A0APP00001',
  bot: 'B0APP00001',
  botUser: 'U0APP00001',
  sara: 'U0SARA0001',
  omar: 'U0OMAR0001',
  fatima: 'U0FATIMA01',
  ravi: 'U0RAVI0001',
  /** From another workspace, a member of #partners. */
  lena: 'U0LENA0001',
  /** A guest of this workspace, who sees only channels that he was invited to. */
  tariq: 'U0TARIQ001',
  frontDesk: 'C0FRONTDSK',
  sales: 'C0SALES001',
  finance: 'C0FINANCE1',
  partners: 'C0PARTNERS',
  /** A public channel without the app. */
  quiet: 'C0QUIET001',
  /** A private channel without the app. */
  management: 'C0MANAGE01',
  /** Between Sara and Omar. */
  saraOmar: 'D0SARAOMAR',
  /** Of Sara, Omar and Fatima. */
  tillGroup: 'G0TILLGRP1',
  saraDm: 'D0SARA0001',
  omarDm: 'D0OMAR0001',
  fatimaDm: 'D0FATIMA01',
  raviDm: 'D0RAVI0001',
  tariqDm: 'D0TARIQ001',
};

export type TeamIds = Record<keyof typeof IDS, string>;

interface Enterprise {
  id: string;
  name: string;
}

export interface Team {
  id: string;
  name: string;
  domain: string;
  /** The organisation it belongs to. */
  enterprise: Enterprise | null;
  ids: TeamIds;
}

export interface TeamOptions {
  id: string;
  name: string;
  domain: string;
  enterprise?: Enterprise | null;
  /** Capitals and digits appended to all ids but the app’s; without it, the default ids. */
  idMark?: string;
  /** Ids to use as they are. */
  ids?: Partial<TeamIds>;
}

/** Team id and domain of the default workspace. */
export const TEAM = 'T0PLAY';
export const TEAM_DOMAIN = 'play';

const mark = (end: string): TeamIds => ({
  ...(Object.fromEntries(Object.entries(IDS).map(([name, id]) => [name, id + end])) as TeamIds),
  app: IDS.app,
});

const USUAL: TeamOptions = { id: TEAM, name: 'Playground', domain: TEAM_DOMAIN };

export const buildTeam = (options: TeamOptions = USUAL): Team => ({
  id: options.id,
  name: options.name,
  domain: options.domain,
  enterprise: options.enterprise ?? null,
  ids: { ...mark(options.idMark ?? ''), ...options.ids },
});

/** The organisation's fields in Slack's payloads; none without an organisation. */
export const enterpriseFields = ({
  enterprise,
}: Team): { enterprise_id?: string; enterprise_name?: string } =>
  enterprise === null ? {} : { enterprise_id: enterprise.id, enterprise_name: enterprise.name };
