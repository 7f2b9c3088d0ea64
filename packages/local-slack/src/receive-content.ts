import {
  type BlockFault,
  checkMessageBlocks,
  checkView,
  describeFault,
  isTooMuchText,
  isViewTooLarge,
} from './check-blocks.ts';
import { findUnknownPeople, receiveInitialConversations } from './check-choices.ts';
import { shownImages } from './files.ts';
import { listBlocks, listElements } from './page/list-elements.ts';
import { isRecord, parseJson } from './page/read-json.ts';
import { findImageAddresses, findSlackFiles } from './pictures.ts';
import { SlackFailure } from './slack-failure.ts';
import type { World } from './slack-world.ts';
import { type GivenView, readView, type ViewRecord } from './views.ts';

const checkPictures = (value: unknown, at: string, { files, pictures }: World): BlockFault[] => [
  ...findSlackFiles(value, at).flatMap(({ pointer, named }) => {
    const file = files.findNamed(named);
    const fits = file !== undefined && files.look(file) && shownImages.includes(file.mimetype);
    return fits ? [] : [{ pointer, message: 'invalid slack file' }];
  }),
  ...findImageAddresses(value, at).flatMap(({ pointer, address }) =>
    pictures.of(address) === null ? [{ pointer, message: 'downloading image failed' }] : [],
  ),
];

/** Unlike all other methods, `chat.update` has its own error code for a deleted file. */
export const refuseDeletedFiles = (blocks: unknown, { files }: World): void => {
  for (const { named } of findSlackFiles(blocks, '')) {
    const refusal = typeof named['id'] === 'string' ? files.findNamed(named)?.deletedAs : undefined;
    if (refusal) throw new SlackFailure(refusal);
  }
};

/** What needs a scope in itself, as the references of these say. */
const SCOPES: Record<string, string> = { file_input: 'files:read', video: 'links.embed:write' };

const refuseWithoutScope = (blocks: unknown, { access }: World): void => {
  const given = access.current()?.scopes ?? [];
  const types = [
    ...listBlocks(blocks).map(({ type }) => type),
    ...listElements(blocks).map(({ type }) => type),
  ];
  for (const [type, needed] of Object.entries(SCOPES))
    if (types.includes(type) && !given.includes(needed))
      throw new SlackFailure('missing_scope', [`${type} needs ${needed}`]);
};

/** Parses and checks a message's blocks; throws Slack's refusal. */
export const receiveBlocks = (given: unknown, world: World): unknown[] => {
  const blocks = typeof given === 'string' ? parseJson(given) : given;
  if (!Array.isArray(blocks)) throw new SlackFailure('invalid_blocks_format');
  if (isTooMuchText(blocks)) throw new SlackFailure('msg_blocks_too_long');
  refuseWithoutScope(blocks, world);
  const shape = [...checkMessageBlocks(blocks), ...findUnknownPeople(blocks, '/blocks', world)];
  const faults = shape.length > 0 ? shape : checkPictures(blocks, '/blocks', world);
  if (faults.length > 0) throw new SlackFailure('invalid_blocks', faults.map(describeFault));
  return blocks;
};

/**
 * Parses and checks a view; throws Slack's refusal. `replaced`: the view that it replaces, whose external_id it may
 * reuse.
 */
export const receiveView = (
  given: unknown,
  type: 'modal' | 'home',
  { world, reader }: { world: World; reader: string },
  replaced?: ViewRecord,
): GivenView => {
  const view = typeof given === 'string' ? parseJson(given) : given;
  if (!isRecord(view)) throw new SlackFailure('invalid_arguments', ['missing required field: view']);
  if (isViewTooLarge(view)) throw new SlackFailure('view_too_large');
  refuseWithoutScope(view['blocks'], world);
  const wrongType =
    view['type'] === type ? [] : [{ pointer: '/view/type', message: `must be a ${type} view here` }];
  const shape = [
    ...wrongType,
    ...checkView(view),
    ...findUnknownPeople(view['blocks'], '/view/blocks', world),
  ];
  const menus = shape.length > 0 ? null : receiveInitialConversations(view['blocks'], reader, world);
  const faults =
    menus === null ? shape : [...checkPictures(view['blocks'], '/view/blocks', world), ...menus.faults];
  if (faults.length > 0) throw new SlackFailure('invalid_arguments', faults.map(describeFault));
  const received = readView({ ...view, blocks: menus?.blocks });
  const holder = world.views.findByExternalId(received.externalId);
  if (holder !== undefined && holder !== replaced) throw new SlackFailure('duplicate_external_id');
  return received;
};
