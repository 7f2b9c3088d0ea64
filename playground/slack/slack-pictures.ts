import { isRecord, parseJson } from './parse-json.ts';
import { readPictureType, shownImages } from './picture-type.ts';

/** Slack gives up on a picture that does not come. */
const PATIENCE_MS = 3_000;
const MOST_BYTES = 5 * 1024 * 1024;

interface Copy {
  id: string;
  mimetype: string;
  bytes: Buffer;
}

/** Pictures that blocks name by address: Slack fetches them itself, and people see its copy. */
export interface Pictures {
  /** Fetches what is named anywhere in what an app sent, before it is looked at. */
  bring(sent: unknown): Promise<void>;
  /** The copy of an address; null: it could not be fetched the last time, or is no picture. */
  of(address: string): Copy | null;
  find(id: string): Copy | undefined;
  /** Where a browser gets the copy. */
  addressOf(copy: Copy): string;
}

export interface NamedAddress {
  pointer: string;
  address: string;
}

/** Every `image_url` below a value, with where it stands. */
export const findImageAddresses = (value: unknown, at: string): NamedAddress[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => findImageAddresses(item, `${at}/${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'image_url' && typeof part === 'string'
      ? [{ pointer: `${at}/image_url`, address: part }]
      : findImageAddresses(part, `${at}/${name}`),
  );
};

/** Blocks and views can be JSON inside of JSON. */
const unpack = (sent: unknown): unknown =>
  isRecord(sent)
    ? Object.values(sent).map((part) => (typeof part === 'string' ? parseJson(part) : part))
    : sent;

/** Slack reaches what is public, and has no business on plain http; this machine is the public of a local Slack. */
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

export const createPictures = (deps: { newId: () => string; baseUrl: () => string }): Pictures => {
  const copies = new Map<string, Copy | null>();
  return {
    async bring(sent) {
      const addresses = new Set(findImageAddresses(unpack(sent), '').map(({ address }) => address));
      await Promise.all(
        [...addresses].map(async (address) => {
          const got = await download(address);
          copies.set(address, got === null ? null : { id: deps.newId(), ...got });
        }),
      );
    },
    of: (address) => copies.get(address) ?? null,
    find: (id) => [...copies.values()].find((copy) => copy?.id === id) ?? undefined,
    addressOf: ({ id }) => `${deps.baseUrl()}${copyPath}${id}`,
  };
};
