import type { Changes } from './changes.ts';
import { buildGivenWorkspace, type GivenWorkspace } from './given-workspace.ts';
import type { Conversation } from './page/page-api.ts';
import { buildBot, buildConversations, buildPeople, type PersonRecord } from './people-and-places.ts';
import type { Team } from './team.ts';

export const createWorkspace = (deps: {
  appName: string;
  team: Team;
  changes: Changes;
  /** Default: the usual people and channels. */
  given?: GivenWorkspace | undefined;
}) => {
  const { botUser } = deps.team.ids;
  const { appName, team, given } = deps;
  const made =
    given === undefined
      ? { people: buildPeople(team), conversations: buildConversations(appName, team) }
      : buildGivenWorkspace(given, appName, team);
  const people = [...made.people, buildBot(appName, team)];
  const { conversations } = made;
  const person = (id: string) => people.find((one) => one.id === id);
  const conversation = (id: string) => conversations.find((one) => one.id === id);
  const dmOf = (id: string) =>
    id === botUser ? undefined : conversations.find((one) => one.kind === 'dm' && one.members.includes(id));
  const isChannel = ({ kind }: Conversation) => kind === 'public' || kind === 'private';
  return {
    appName: deps.appName,
    people: (): PersonRecord[] => people,
    person,
    conversations: (): Conversation[] => conversations,
    conversation,
    dmOf,
    /** Resolves a `channel` argument: an id, a `#name`, or a person for the app's DM with them. */
    resolve(channel: string): Conversation | undefined {
      const name = channel.replace(/^#/, '');
      return (
        conversation(channel) ??
        dmOf(channel) ??
        conversations.find((one) => isChannel(one) && one.name === name)
      );
    },
    /** Whether a person can see what is written there. */
    canSee(id: string, place: Conversation): boolean {
      if (place.members.includes(id)) return true;
      const seen = person(id);
      return place.kind === 'public' && seen?.isExternal === false && !seen.isRestricted;
    },
    setMembership(channel: string, botIsMember: boolean): boolean {
      const place = conversation(channel);
      if (place === undefined || !isChannel(place)) return false;
      place.botIsMember = botIsMember;
      place.members = place.members.filter((one) => one !== botUser);
      if (botIsMember) place.members.push(botUser);
      deps.changes.changed();
      return true;
    },
    /** Changes the channel's id. False: there is no such channel, or the new id is taken. */
    rename(channel: string, newId: string): boolean {
      const place = conversation(channel);
      if (place === undefined || !isChannel(place) || conversation(newId) !== undefined) return false;
      place.id = newId;
      return true;
    },
    /** Adds a person to these channels. */
    addPerson(added: PersonRecord, channels: readonly string[]): void {
      people.push(added);
      for (const channel of channels) {
        const place = conversation(channel);
        if (place === undefined) throw new Error(`There is no channel ${channel}.`);
        place.members.push(added.id);
      }
      deps.changes.changed();
    },
  };
};

export type Workspace = ReturnType<typeof createWorkspace>;
