import type { Conversation, Person } from './page-api.ts';

/** What a reader calls it: conversations of people have the names of the others in them. */
export const nameConversation = (
  { kind, name, members }: Conversation,
  { me, people }: { me: string; people: Person[] },
): string =>
  kind === 'direct' || kind === 'group'
    ? members
        .filter((id) => id !== me)
        .map((id) => people.find((one) => one.id === id)?.realName ?? id)
        .join(', ')
    : name;
