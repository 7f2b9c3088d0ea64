import { type JsonRecord, readText } from './parse-json.ts';
import type { World } from './slack-world.ts';

const knows = (world: World, args: JsonRecord): boolean => {
  const given = (name: string): string => readText(args[name]);
  const has = (name: string, look: (id: string) => unknown): boolean =>
    given(name) !== '' && look(given(name)) !== undefined;
  return (
    has('channel', world.workspace.resolve) ||
    has('channel_id', world.workspace.conversation) ||
    has('user', world.workspace.person) ||
    has('user_id', world.workspace.person) ||
    has('view_id', world.views.find) ||
    has('file', world.files.find) ||
    (given('trigger_id') !== '' && world.triggers.peek(given('trigger_id')).ok)
  );
};

/**
 * Which of an organisation's workspaces a call is about: the one that is named, or else the one that knows what it
 * names, or else the first.
 */
export const findTeamOfCall = <T extends { world: World }>(
  candidates: readonly T[],
  args: JsonRecord,
): T | undefined =>
  candidates.find(({ world }) => world.team.id === readText(args['team_id'])) ??
  candidates.find(({ world }) => knows(world, args)) ??
  candidates[0];
