import { readPictureType, shownImages } from './files.ts';
import { isRecord, type JsonRecord, parseJson, readRecord } from './page/read-json.ts';
import type { World } from './slack-world.ts';

/** All values under `name` in a value, with JSON pointers. Does not look inside them. */
const findNamed = (value: unknown, name: string, at: string): { pointer: string; found: unknown }[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => findNamed(item, name, `${at}/${index}`));
  return Object.entries(readRecord(value)).flatMap(([key, part]) => {
    const pointer = `${at}/${key}`;
    return key === name ? [{ pointer, found: part }] : findNamed(part, name, pointer);
  });
};

/** All `slack_file` objects in a value, with JSON pointers. */
export const findSlackFiles = (value: unknown, at: string): { pointer: string; named: JsonRecord }[] =>
  findNamed(value, 'slack_file', at).flatMap(({ pointer, found }) =>
    isRecord(found) ? [{ pointer, named: found }] : [],
  );

/** All `image_url` texts in a value, with JSON pointers. */
export const findImageAddresses = (value: unknown, at: string): { pointer: string; address: string }[] =>
  findNamed(value, 'image_url', at).flatMap(({ pointer, found }) =>
    typeof found === 'string' ? [{ pointer, address: found }] : [],
  );

/** Slack's timeout for fetching a picture. */
const PATIENCE_MS = 3_000;
const MOST_BYTES = 5 * 1024 * 1024;

interface Copy {
  id: string;
  mimetype: string;
  bytes: Buffer;
}

/** Blocks and views may be JSON strings inside JSON. */
const unpack = (sent: unknown): unknown =>
  isRecord(sent)
    ? Object.values(sent).map((part) => (typeof part === 'string' ? parseJson(part) : part))
    : sent;

/** Slack fetches public https URLs; for the local Slack, this machine is also reachable. */
const isReachable = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  );
};

const download = async (address: string): Promise<Omit<Copy, 'id'> | null> => {
  if (!isReachable(address)) return null;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const mimetype = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isPicture =
      answer.ok &&
      shownImages.includes(mimetype) &&
      readPictureType(bytes) === mimetype &&
      bytes.length <= MOST_BYTES;
    return isPicture ? { mimetype, bytes } : null;
  } catch {
    return null;
  }
};

export const copyPath = '/copies/';

/** Pictures referenced by URL: Slack fetches them itself, and people see its copy. */
export const createPictures = (deps: { newId: () => string; baseUrl: () => string }) => {
  const latest = new Map<string, Copy | null>();
  /** A page may still load the copy that a newer one has replaced. */
  const copies = new Map<string, Copy>();
  return {
    /** Fetches all pictures referenced in an app's request, before it is checked. */
    async fetchAll(sent: unknown): Promise<void> {
      const addresses = new Set(findImageAddresses(unpack(sent), '').map(({ address }) => address));
      await Promise.all(
        [...addresses].map(async (address) => {
          const got = await download(address);
          const copy = got === null ? null : { id: deps.newId(), ...got };
          latest.set(address, copy);
          if (copy !== null) copies.set(copy.id, copy);
        }),
      );
    },
    /** The copy of a URL; null: it could not be fetched or is not a picture. */
    of: (address: string): Copy | null => latest.get(address) ?? null,
    find: (id: string): Copy | undefined => copies.get(id),
    /** The copy's URL for browsers. */
    addressOf: ({ id }: Copy): string => `${deps.baseUrl()}${copyPath}${id}`,
  };
};

export type Pictures = ReturnType<typeof createPictures>;

type PictureSurface = 'message' | 'ephemeral' | 'view';

/**
 * Whether a person's client can load an uploaded file. Only the bot can until one of its messages shares it in a
 * conversation; whether a modal shows an unshared file is an open question.
 */
const canSeeFile = (
  as: string,
  named: JsonRecord,
  surface: PictureSurface,
  { files, workspace, behaviours }: World,
): boolean => {
  const file = files.findNamed(named);
  if (file === undefined || file.deletedAs !== null) return false;
  if (surface === 'view' && behaviours.of('slackFilesInModals') === 'shown') return true;
  return file.sharedIn.some((id) => {
    const place = workspace.conversation(id);
    return place !== undefined && workspace.canSee(as, place);
  });
};

/** Blocks as one person's page gets them: with Slack's copies of pictures, and without files that they cannot see. */
export const drawPictures = <T>(value: T, as: string, surface: PictureSurface, world: World): T => {
  const draw = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(draw);
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => {
        if (name === 'slack_file' && isRecord(inner))
          return [name, canSeeFile(as, inner, surface, world) ? inner : {}];
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

/** The pictures that one person sees, in block order: bytes, or null for a blank. */
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
  if (!isRecord(file) || !canSeeFile(as, file, surface, world)) return [null];
  return [world.files.findNamed(file)?.bytes ?? null];
};
