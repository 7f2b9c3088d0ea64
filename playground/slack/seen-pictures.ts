import { isRecord } from './parse-json.ts';
import type { World } from './slack-world.ts';

export type PictureSurface = 'message' | 'ephemeral' | 'view';

/**
 * Whether a person's client gets an uploaded file. It is the bot's alone until a message of the bot shares it in a
 * conversation; what a modal does with one that nobody was given is not settled.
 */
const canSeeFile = (
  as: string,
  named: { id: unknown; url: unknown },
  surface: PictureSurface,
  { files, workspace, behaviours }: World,
): boolean => {
  const file = typeof named.id === 'string' ? files.find(named.id) : files.findByUrl(String(named.url));
  if (file === undefined || file.deletedAs !== null) return false;
  if (surface === 'view' && behaviours.of('slackFilesInModals') === 'shown') return true;
  return file.sharedIn.some((id) => {
    const place = workspace.conversation(id);
    return place !== undefined && workspace.canSee(as, place);
  });
};

/** Blocks as one person's page gets them: Slack's copies of pictures, and nothing where a file is not theirs to see. */
export const drawPictures = <T>(value: T, as: string, surface: PictureSurface, world: World): T => {
  const draw = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(draw);
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => {
        if (name === 'slack_file' && isRecord(inner)) {
          const named = { id: inner['id'], url: inner['url'] };
          return [name, canSeeFile(as, named, surface, world) ? inner : {}];
        }
        if (name === 'image_url' && typeof inner === 'string') {
          const copy = world.pictures.of(inner);
          return [name, copy === null ? '' : world.pictures.addressOf(copy)];
        }
        return [name, draw(inner)];
      }),
    );
  };
  return draw(value) as T;
};

/** What one person sees of each picture, in the order of the blocks: its bytes, or null for a blank. */
export const listSeenPictures = (
  blocks: unknown,
  as: string,
  surface: PictureSurface,
  world: World,
): (Buffer | null)[] => {
  if (Array.isArray(blocks)) return blocks.flatMap((part) => listSeenPictures(part, as, surface, world));
  if (!isRecord(blocks)) return [];
  if (blocks['type'] !== 'image')
    return Object.values(blocks).flatMap((part) => listSeenPictures(part, as, surface, world));
  const { slack_file: file, image_url: address } = blocks;
  if (typeof address === 'string') return [world.pictures.of(address)?.bytes ?? null];
  if (!isRecord(file)) return [null];
  const named = { id: file['id'], url: file['url'] };
  if (!canSeeFile(as, named, surface, world)) return [null];
  const found =
    typeof named.id === 'string' ? world.files.find(named.id) : world.files.findByUrl(String(named.url));
  return [found?.bytes ?? null];
};
