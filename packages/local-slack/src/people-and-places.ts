import type { Conversation, Person } from './page/page-api.ts';
import { buildTeam, type Team } from './team.ts';

export { TEAM, TEAM_DOMAIN } from './team.ts';

export const GUEST_TEAM = 'T0GUEST';
/** Another app of the workspace, such as a shop that posts its orders. */
export const OTHER_APP = {
  user: 'U0SHOPBOT1',
  name: 'online-shop',
  realName: 'Online shop',
  bot: 'B0SHOPBOT1',
  app: 'A0SHOPBOT1',
} as const;
/** Slack's deprecated verification token, still in every payload; apps must not rely on it. */
export const VERIFICATION_TOKEN = 'playground-verification-token';

/** Ids of the default workspace. */
export const {
  app: APP,
  bot: BOT,
  botUser: BOT_USER,
  sara: SARA,
  omar: OMAR,
  fatima: FATIMA,
  ravi: RAVI,
  lena: LENA,
  tariq: TARIQ,
  frontDesk: FRONT_DESK,
  sales: SALES,
  finance: FINANCE,
  partners: PARTNERS,
  quiet: QUIET,
  management: MANAGEMENT,
  saraOmar: SARA_OMAR,
  tillGroup: TILL_GROUP,
  saraDm: SARA_DM,
  omarDm: OMAR_DM,
  fatimaDm: FATIMA_DM,
  raviDm: RAVI_DM,
  tariqDm: TARIQ_DM,
} = buildTeam().ids;

export interface PersonRecord extends Person {
  email: string;
  isAdmin: boolean;
  locale: string;
}

type Trait = Pick<PersonRecord, 'id' | 'name' | 'realName' | 'initials' | 'color'> & Partial<PersonRecord>;

export const buildPerson = (trait: Trait, team: Team): PersonRecord => ({
  tz: 'Asia/Dubai',
  isBot: false,
  isExternal: false,
  isAdmin: false,
  isRestricted: false,
  teamId: team.id,
  email: `${trait.name}@${team.domain}.example`,
  locale: 'en-GB',
  ...trait,
});

/** The usual people. */
export const buildPeople = (team: Team): PersonRecord[] => {
  const { ids } = team;
  const traits: Trait[] = [
    { id: ids.sara, name: 'sara', realName: 'Sara Haddad', initials: 'SH', color: '#b4447a' },
    { id: ids.omar, name: 'omar', realName: 'Omar Nasser', initials: 'ON', color: '#2f7d63' },
    { id: ids.fatima, name: 'fatima', realName: 'Fatima Al Ali', initials: 'FA', color: '#7a5bb5' },
    { id: ids.ravi, name: 'ravi', realName: 'Ravi Menon', initials: 'RM', color: '#b06a1f', isAdmin: true },
    {
      id: ids.tariq,
      name: 't.aziz92',
      realName: 'Tariq Aziz',
      initials: 'TA',
      color: '#8a6d3b',
      isRestricted: true,
    },
    {
      id: ids.lena,
      name: 'lena',
      realName: 'Lena Brandt',
      initials: 'LB',
      color: '#4a6fa5',
      tz: 'Europe/Berlin',
      isExternal: true,
      teamId: GUEST_TEAM,
      email: 'lena@partner.example',
      locale: 'de-DE',
    },
  ];
  return traits.map((trait) => buildPerson(trait, team));
};

/** The app's own user. */
export const buildBot = (appName: string, team: Team): PersonRecord =>
  buildPerson(
    {
      id: team.ids.botUser,
      name: appName.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-'),
      realName: appName,
      initials: appName.slice(0, 2).toUpperCase(),
      color: '#1d1c1d',
      isBot: true,
      tz: 'UTC',
    },
    team,
  );

/** The usual channels and conversations. */
export const buildConversations = (appName: string, team: Team): Conversation[] => {
  const { ids } = team;
  const nameOf = (id: string) => buildPeople(team).find((one) => one.id === id)?.name ?? id;
  const dm = (id: string, person: string): Conversation => ({
    id,
    name: appName,
    kind: 'dm',
    members: [person, ids.botUser],
    botIsMember: true,
    isExtShared: false,
  });
  const channel = (
    id: string,
    name: string,
    members: string[],
    more: Partial<Conversation> = {},
  ): Conversation => {
    const botIsMember = more.botIsMember ?? true;
    return {
      id,
      name,
      kind: 'public',
      isExtShared: false,
      ...more,
      botIsMember,
      members: botIsMember ? [...members, ids.botUser] : members,
    };
  };
  const between = (id: string, kind: 'direct' | 'group', people: string[]): Conversation => ({
    id,
    name: kind === 'direct' ? 'directmessage' : `mpdm-${people.map(nameOf).join('--')}-1`,
    kind,
    members: people,
    botIsMember: false,
    isExtShared: false,
  });
  const { sara, omar, fatima, ravi, lena, tariq } = ids;
  return [
    channel(ids.frontDesk, 'front-desk', [sara, omar, fatima, ravi, tariq]),
    channel(ids.sales, 'sales', [sara, omar, ravi]),
    channel(ids.finance, 'finance', [fatima, ravi], { kind: 'private' }),
    channel(ids.partners, 'partners', [sara, omar, ravi, lena], { isExtShared: true }),
    channel(ids.quiet, 'quiet', [sara, omar, ravi], { botIsMember: false }),
    channel(ids.management, 'management', [sara, ravi], { kind: 'private', botIsMember: false }),
    dm(ids.saraDm, sara),
    dm(ids.omarDm, omar),
    dm(ids.fatimaDm, fatima),
    dm(ids.raviDm, ravi),
    dm(ids.tariqDm, tariq),
    between(ids.saraOmar, 'direct', [sara, omar]),
    between(ids.tillGroup, 'group', [sara, omar, fatima]),
  ];
};
