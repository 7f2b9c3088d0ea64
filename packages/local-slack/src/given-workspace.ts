import { z } from 'zod';
import type { Conversation } from './page/page-api.ts';
import { buildPerson, type PersonRecord } from './people-and-places.ts';
import type { Team } from './team.ts';

const person = z.strictObject({
  id: z.string().regex(/^[UW][A-Z0-9]+$/),
  /** Without spaces: the `@name`. */
  name: z.string().regex(/^[a-z0-9._-]+$/),
  realName: z.string().min(1).exactOptional(),
  email: z.email().exactOptional(),
  /** An IANA zone. */
  tz: z.string().exactOptional(),
  locale: z.string().exactOptional(),
  isAdmin: z.boolean().exactOptional(),
  /** A guest, who sees only the channels with them. */
  isRestricted: z.boolean().exactOptional(),
  /** Of another workspace, for somebody in a shared channel. */
  teamId: z.string().exactOptional(),
});

const channel = z.strictObject({
  id: z.string().regex(/^C[A-Z0-9]+$/),
  name: z.string().regex(/^[a-z0-9._-]+$/),
  isPrivate: z.boolean().default(false),
  /** Names of people. */
  members: z.array(z.string()),
  /** Whether the app is in it. */
  app: z.boolean().default(true),
});

/** People and channels instead of the usual ones. Everybody of the workspace has a conversation with the app. */
export const givenWorkspace = z
  .strictObject({ people: z.array(person).min(1), channels: z.array(channel).min(1) })
  .superRefine(({ people, channels }, context) => {
    const names = new Set(people.map(({ name }) => name));
    for (const { name, members } of channels)
      for (const member of members)
        if (!names.has(member))
          context.addIssue(`#${name} has a member ${member}, who is not among the people`);
  });

/** As a file has it. */
export type GivenWorkspace = z.input<typeof givenWorkspace>;

const COLORS = ['#b4447a', '#2f7d63', '#7a5bb5', '#b06a1f', '#4a6fa5', '#8a6d3b'];

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2)
    .toUpperCase();

/** Throws a ZodError for what cannot be a workspace. */
export const buildGivenWorkspace = (
  given: GivenWorkspace,
  appName: string,
  team: Team,
): { people: PersonRecord[]; conversations: Conversation[] } => {
  const { people: wanted, channels } = givenWorkspace.parse(given);
  const { botUser } = team.ids;
  const people = wanted.map(({ realName, teamId = team.id, ...one }, index) =>
    buildPerson(
      {
        tz: 'UTC',
        ...one,
        teamId,
        realName: realName ?? one.name,
        initials: initialsOf(realName ?? one.name),
        color: COLORS[index % COLORS.length] ?? '',
        isExternal: teamId !== team.id,
      },
      team,
    ),
  );
  const idOf = (name: string): string => people.find((one) => one.name === name)?.id ?? name;
  const isShared = (members: string[]): boolean =>
    people.some(({ name, isExternal }) => isExternal && members.includes(name));
  return {
    people,
    conversations: [
      ...channels.map(
        ({ id, name, isPrivate, members, app }): Conversation => ({
          id,
          name,
          kind: isPrivate ? 'private' : 'public',
          members: [...members.map(idOf), ...(app ? [botUser] : [])],
          botIsMember: app,
          isExtShared: isShared(members),
        }),
      ),
      ...people
        .filter(({ isExternal }) => !isExternal)
        .map(
          ({ id }): Conversation => ({
            id: `D${id.slice(1)}`,
            name: appName,
            kind: 'dm',
            members: [id, botUser],
            botIsMember: true,
            isExtShared: false,
          }),
        ),
    ],
  };
};
