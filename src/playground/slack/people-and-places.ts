import type { Conversation, Person } from '../page/page-api.ts';

/** Ids of the local workspace, readable and of Slack's form. */
export const TEAM = 'T0PLAY';
export const GUEST_TEAM = 'T0GUEST';
export const TEAM_DOMAIN = 'play';
export const APP = 'A0PAYLINK1';
export const BOT = 'B0PAYLINK1';
export const BOT_USER = 'U0PAYLINK1';
/** The old way to know Slack, still in every payload; an app that relies on it is wrong. */
export const VERIFICATION_TOKEN = 'playground-verification-token';

export const SARA = 'U0SARA0001';
export const OMAR = 'U0OMAR0001';
export const FATIMA = 'U0FATIMA01';
export const RAVI = 'U0RAVI0001';
/** A guest of another workspace, present in #partners. */
export const LENA = 'U0LENA0001';

export const FRONT_DESK = 'C0FRONTDSK';
export const SALES = 'C0SALES001';
export const FINANCE = 'C0FINANCE1';
export const PARTNERS = 'C0PARTNERS';
/** A public channel without the app. */
export const QUIET = 'C0QUIET001';

export const SARA_DM = 'D0SARA0001';
export const OMAR_DM = 'D0OMAR0001';
export const FATIMA_DM = 'D0FATIMA01';
export const RAVI_DM = 'D0RAVI0001';

export interface PersonRecord extends Person {
  email: string;
  isAdmin: boolean;
  locale: string;
}

type Trait = Pick<PersonRecord, 'id' | 'name' | 'realName' | 'initials' | 'color'> & Partial<PersonRecord>;

const buildPerson = (trait: Trait): PersonRecord => ({
  tz: 'Asia/Dubai',
  isBot: false,
  isExternal: false,
  isAdmin: false,
  teamId: TEAM,
  email: `${trait.name}@play.example`,
  locale: 'en-GB',
  ...trait,
});

export const buildPeople = (appName: string): PersonRecord[] => [
  buildPerson({ id: SARA, name: 'sara', realName: 'Sara Haddad', initials: 'SH', color: '#b4447a' }),
  buildPerson({ id: OMAR, name: 'omar', realName: 'Omar Nasser', initials: 'ON', color: '#2f7d63' }),
  buildPerson({ id: FATIMA, name: 'fatima', realName: 'Fatima Al Ali', initials: 'FA', color: '#7a5bb5' }),
  buildPerson({
    id: RAVI,
    name: 'ravi',
    realName: 'Ravi Menon',
    initials: 'RM',
    color: '#b06a1f',
    isAdmin: true,
  }),
  buildPerson({
    id: LENA,
    name: 'lena',
    realName: 'Lena Brandt',
    initials: 'LB',
    color: '#4a6fa5',
    tz: 'Europe/Berlin',
    isExternal: true,
    teamId: GUEST_TEAM,
    email: 'lena@partner.example',
    locale: 'de-DE',
  }),
  buildPerson({
    id: BOT_USER,
    name: appName.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-'),
    realName: appName,
    initials: appName.slice(0, 2).toUpperCase(),
    color: '#1d1c1d',
    isBot: true,
    tz: 'UTC',
  }),
];

const dm = (id: string, person: string, appName: string): Conversation => ({
  id,
  name: appName,
  kind: 'dm',
  members: [person, BOT_USER],
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
    members: botIsMember ? [...members, BOT_USER] : members,
  };
};

export const buildConversations = (appName: string): Conversation[] => [
  channel(FRONT_DESK, 'front-desk', [SARA, OMAR, FATIMA, RAVI]),
  channel(SALES, 'sales', [SARA, OMAR, RAVI]),
  channel(FINANCE, 'finance', [FATIMA, RAVI], { kind: 'private' }),
  channel(PARTNERS, 'partners', [SARA, OMAR, RAVI, LENA], { isExtShared: true }),
  channel(QUIET, 'quiet', [SARA, OMAR, RAVI], { botIsMember: false }),
  dm(SARA_DM, SARA, appName),
  dm(OMAR_DM, OMAR, appName),
  dm(FATIMA_DM, FATIMA, appName),
  dm(RAVI_DM, RAVI, appName),
];
