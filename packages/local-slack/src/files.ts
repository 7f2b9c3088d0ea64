import type { Changes } from './changes.ts';
import type { Ids } from './ids.ts';
import type { SeenFile } from './local-slack-api.ts';
import type { FileRef } from './page/page-api.ts';
import type { JsonRecord } from './page/read-json.ts';

const known: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  csv: 'text/csv',
  txt: 'text/plain',
  pdf: 'application/pdf',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  map: 'application/json',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

export const guessMimetype = (name: string): string =>
  known[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

/** Image formats that Slack shows, recognised by their first bytes. */
const BEGINNINGS: readonly [mimetype: string, hex: string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
];

export const shownImages: readonly string[] = BEGINNINGS.map(([mimetype]) => mimetype);

/** Null: not an image that Slack shows. */
export const readPictureType = (bytes: Buffer): string | null => {
  const start = bytes.subarray(0, 8).toString('hex');
  return BEGINNINGS.find(([, beginning]) => start.startsWith(beginning))?.[0] ?? null;
};

export interface FileRecord extends SeenFile {
  secret: string;
  declaredLength: number;
  uploaded: boolean;
  completed: boolean;
  createdAt: number;
  /** Number of further look-ups that find it unprocessed. */
  unprocessedUses: number;
  /** Unprocessed until this time. */
  readyAt: number;
  /** The error code of `chat.update` after its deletion; null: not deleted. */
  deletedAs: string | null;
  url: string;
  /**
   * The person who uploaded it in a form; null: the app uploaded it. Files from forms need the app's token to
   * download.
   */
  givenBy: string | null;
}

export const toFileRef = (file: FileRecord): FileRef => ({
  id: file.id,
  title: file.title,
  mimetype: file.mimetype,
  url: file.url,
  altText: file.altText,
});

export const createFiles = (deps: {
  ids: Ids;
  changes: Changes;
  now: () => number;
  baseUrl: () => string;
  readyAfterMs: number;
}) => {
  const files: FileRecord[] = [];
  let processing = { uses: 0, ms: deps.readyAfterMs };
  const announce = (given: { name: string; length: number; altText: string }): FileRecord => {
    const { name, length, altText } = given;
    const id = deps.ids.next('F');
    const url = `${deps.baseUrl()}/files/${id}`;
    const file: FileRecord = {
      id,
      name,
      title: name,
      altText,
      mimetype: guessMimetype(name),
      bytes: Buffer.alloc(0),
      sharedIn: [],
      secret: deps.ids.secret(),
      declaredLength: length,
      uploaded: false,
      completed: false,
      createdAt: deps.now(),
      unprocessedUses: 0,
      readyAt: 0,
      deletedAs: null,
      url,
      givenBy: null,
    };
    files.push(file);
    return file;
  };
  return {
    announce,
    give: ({ name, bytes, by }: { name: string; bytes: Buffer; by: string }): FileRecord => {
      const file = announce({ name, length: bytes.length, altText: '' });
      Object.assign(file, { bytes, uploaded: true, completed: true, givenBy: by });
      deps.changes.changed();
      return file;
    },
    findBySecret: (secret: string): FileRecord | undefined => files.find((one) => one.secret === secret),
    upload(file: FileRecord, bytes: Buffer): void {
      file.bytes = bytes;
      file.uploaded = true;
      deps.changes.changed();
    },
    complete(file: FileRecord, title: string): void {
      file.completed = true;
      file.title = title === '' ? file.name : title;
      file.unprocessedUses = processing.uses;
      file.readyAt = deps.now() + processing.ms;
      deps.changes.changed();
    },
    share(file: FileRecord, channel: string): void {
      if (!file.sharedIn.includes(channel)) file.sharedIn.push(channel);
    },
    /** A conversation's id has changed. */
    move(channel: string, newId: string): void {
      for (const file of files) file.sharedIn = file.sharedIn.map((id) => (id === channel ? newId : id));
    },
    find: (id: string): FileRecord | undefined => files.find((one) => one.id === id),
    /** The file that a `slack_file` object names, by id or by address. */
    findNamed: ({ id, url }: JsonRecord): FileRecord | undefined =>
      files.find((one) => (typeof id === 'string' ? one.id === id : one.url === url)),
    completed: (): FileRecord[] => files.filter((one) => one.completed && one.deletedAs === null),
    /** Whether Slack has processed it. Each look-up counts for a slow file. Only images are ever processed. */
    look(file: FileRecord): boolean {
      if (!file.completed || file.deletedAs !== null) return false;
      if (file.unprocessedUses > 0) {
        file.unprocessedUses -= 1;
        return false;
      }
      return deps.now() >= file.readyAt && readPictureType(file.bytes) !== null;
    },
    delete(file: FileRecord, refusal: string): void {
      file.deletedAs = refusal;
      deps.changes.changed();
    },
    /** For files completed from now on. */
    slow(wanted: { uses: number; ms: number }): void {
      processing = wanted;
    },
  };
};

export type Files = ReturnType<typeof createFiles>;
