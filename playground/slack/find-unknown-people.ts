import { listElements } from '../page/list-elements.ts';
import type { BlockFault } from './block-kit/check-rule.ts';
import { readList, readText } from './parse-json.ts';
import type { World } from './slack-world.ts';

/** Menus of people that begin with somebody whom the workspace does not know. */
export const findUnknownPeople = (
  blocks: unknown,
  at: string,
  { workspace }: Pick<World, 'workspace'>,
): BlockFault[] =>
  listElements(blocks).flatMap(({ element, actionId }) =>
    [element['initial_user'], ...readList(element['initial_users'])]
      .map(readText)
      .filter((id) => id !== '' && workspace.person(id) === undefined)
      .map((id) => ({
        pointer: at,
        message: `invalid user in ${actionId}: ${id}`,
        unsettled: 'unknownInitialUser' as const,
      })),
  );
