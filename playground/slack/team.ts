/** Readable ids of the local workspace, in Slack's format. */
export interface TeamIds {
  bot: string;
  botUser: string;
  sara: string;
  omar: string;
  fatima: string;
  ravi: string;
  /** From another workspace, a member of #partners. */
  lena: string;
  /** A guest of this workspace, who sees only channels that he was invited to. */
  tariq: string;
  frontDesk: string;
  sales: string;
  finance: string;
  partners: string;
  /** A public channel without the app. */
  quiet: string;
  /** A private channel without the app. */
  management: string;
  /** Between Sara and Omar. */
  saraOmar: string;
  /** Of Sara, Omar and Fatima. */
  tillGroup: string;
  saraDm: string;
  omarDm: string;
  fatimaDm: string;
  raviDm: string;
  tariqDm: string;
}

export interface Enterprise {
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
  /** Capitals and digits appended to all ids; without it, the default ids. */
  idMark?: string;
  /** Ids to use as they are. */
  ids?: Partial<TeamIds>;
}

/** Team id and domain of the default workspace. */
export const TEAM = 'T0PLAY';
export const TEAM_DOMAIN = 'play';

const USUAL: TeamIds = {
  bot: 'B0PAYLINK1',
  botUser: 'U0PAYLINK1',
  sara: 'U0SARA0001',
  omar: 'U0OMAR0001',
  fatima: 'U0FATIMA01',
  ravi: 'U0RAVI0001',
  lena: 'U0LENA0001',
  tariq: 'U0TARIQ001',
  frontDesk: 'C0FRONTDSK',
  sales: 'C0SALES001',
  finance: 'C0FINANCE1',
  partners: 'C0PARTNERS',
  quiet: 'C0QUIET001',
  management: 'C0MANAGE01',
  saraOmar: 'D0SARAOMAR',
  tillGroup: 'G0TILLGRP1',
  saraDm: 'D0SARA0001',
  omarDm: 'D0OMAR0001',
  fatimaDm: 'D0FATIMA01',
  raviDm: 'D0RAVI0001',
  tariqDm: 'D0TARIQ001',
};

const mark = (ids: TeamIds, end: string): TeamIds => ({
  bot: ids.bot + end,
  botUser: ids.botUser + end,
  sara: ids.sara + end,
  omar: ids.omar + end,
  fatima: ids.fatima + end,
  ravi: ids.ravi + end,
  lena: ids.lena + end,
  tariq: ids.tariq + end,
  frontDesk: ids.frontDesk + end,
  sales: ids.sales + end,
  finance: ids.finance + end,
  partners: ids.partners + end,
  quiet: ids.quiet + end,
  management: ids.management + end,
  saraOmar: ids.saraOmar + end,
  tillGroup: ids.tillGroup + end,
  saraDm: ids.saraDm + end,
  omarDm: ids.omarDm + end,
  fatimaDm: ids.fatimaDm + end,
  raviDm: ids.raviDm + end,
  tariqDm: ids.tariqDm + end,
});

const PLAYGROUND: TeamOptions = { id: TEAM, name: 'Playground', domain: TEAM_DOMAIN };

export const buildTeam = (options: TeamOptions = PLAYGROUND): Team => ({
  id: options.id,
  name: options.name,
  domain: options.domain,
  enterprise: options.enterprise ?? null,
  ids: { ...mark(USUAL, options.idMark ?? ''), ...options.ids },
});
