import type { BlockFault } from './check-blocks.ts';
import { type FoundElement, listBlocks, listElements, listInner } from './page/list-elements.ts';
import type { Conversation } from './page/page-api.ts';
import { isRecord, readList, readRecord, readText } from './page/read-json.ts';
import { fitsFilter } from './page/select-options.ts';
import type { World } from './slack-world.ts';

const INITIAL = ['initial_conversation', 'initial_conversations', 'initial_channel', 'initial_channels'];

const isMenu = ({ type }: FoundElement): boolean => /^(multi_)?(conversations|channels)_select$/.test(type);

/** Whether the menu offers this conversation to the reader. */
const isOffered = (
  { element, type }: FoundElement,
  id: string,
  reader: string,
  { workspace }: Pick<World, 'workspace'>,
): boolean => {
  const place: Conversation | undefined = workspace.conversation(id);
  if (place === undefined || !workspace.canSee(reader, place)) return false;
  return type.endsWith('channels_select')
    ? place.kind === 'public'
    : fitsFilter(place, readRecord(element['filter']));
};

/** Menus with a chosen conversation that they do not offer. */
export const findStrangeChoices = (
  blocks: unknown[],
  chosen: (found: FoundElement) => unknown,
  reader: string,
  world: Pick<World, 'workspace'>,
): FoundElement[] =>
  listElements(blocks)
    .filter(isMenu)
    .filter((found) => {
      const value = chosen(found);
      return (Array.isArray(value) ? value : [value])
        .map(readText)
        .some((id) => id !== '' && !isOffered(found, id, reader, world));
    });

/** Refuses or empties menus whose initial conversation is not offered. */
export const receiveInitialConversations = (
  blocks: unknown,
  reader: string,
  world: Pick<World, 'workspace' | 'behaviours'>,
): { blocks: unknown; faults: BlockFault[] } => {
  const strange = findStrangeChoices(
    readList(blocks),
    ({ element }) => INITIAL.flatMap((name) => element[name] ?? []),
    reader,
    world,
  );
  if (strange.length === 0) return { blocks, faults: [] };
  if (world.behaviours.of('initialOutsideMenu') === 'refused')
    return {
      blocks,
      faults: strange.map(({ actionId }) => ({
        pointer: '/view/blocks',
        message: `the initial conversation of ${actionId} is not in its list`,
      })),
    };
  const emptied = structuredClone(readList(blocks));
  for (const element of listBlocks(emptied).flatMap(listInner).filter(isRecord))
    if (strange.some((one) => one.actionId === readText(element['action_id'])))
      for (const name of INITIAL) delete element[name];
  return { blocks: emptied, faults: [] };
};

/** Faults of people menus whose initial user is unknown in the workspace. */
export const findUnknownPeople = (
  blocks: unknown,
  at: string,
  { workspace, behaviours }: Pick<World, 'workspace' | 'behaviours'>,
): BlockFault[] => {
  if (behaviours.of('unknownInitialUser') === 'taken') return [];
  return listElements(blocks).flatMap(({ element, actionId }) =>
    [element['initial_user'], ...readList(element['initial_users'])]
      .map(readText)
      .filter((id) => id !== '' && workspace.person(id) === undefined)
      .map((id) => ({
        pointer: at,
        message: `invalid user in ${actionId}: ${id}`,
      })),
  );
};
