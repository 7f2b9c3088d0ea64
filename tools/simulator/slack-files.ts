import { readFileSync } from 'node:fs';
import type { World } from './simulated-world.ts';

export const UPLOADS = 'https://files.slack.example/upload/';

/** Slack processes an uploaded picture for some seconds, and refuses it in messages until then. */
const READY_WITHIN_MS = 6_000;

export interface SharedFile {
  name: string;
  /** Rows of a table, without the heading. */
  rows: number;
  /** Of a workbook; null: a table of text, or a picture. */
  workbook: Buffer | null;
}

interface File extends SharedFile {
  hasBytes: boolean;
  /** When a message may show it; null: upload not completed. */
  readyAt: number | null;
}

/** Slack's three-step file upload: announce, put, complete. */
export const createSlackFiles = (world: World) => {
  const { dice } = world;
  const files = new Map<string, File>();

  return {
    /** `files.getUploadURLExternal` */
    announce: (name: string) => {
      const id = `F${String(files.size + 1).padStart(8, '0')}`;
      files.set(id, { name, rows: 0, workbook: null, hasBytes: false, readyAt: null });
      return { ok: true, file_id: id, upload_url: `${UPLOADS}${id}` };
    },
    /** Returns the HTTP status of Slack's storage. */
    put: (url: string, given?: { path: string }): number => {
      const file = files.get(url.slice(UPLOADS.length));
      if (!file) return 404;
      file.hasBytes = true;
      if (given && file.name.endsWith('.xlsx')) file.workbook = readFileSync(given.path);
      else if (given) file.rows = readFileSync(given.path, 'utf8').trimEnd().split('\n').length - 1;
      return 200;
    },
    /** `files.completeUploadExternal`: works once, and only after `put`. */
    complete: (id: string): SharedFile | null => {
      const file = files.get(id);
      if (!file?.hasBytes || file.readyAt !== null) return null;
      file.readyAt = world.now() + dice.whole(0, READY_WITHIN_MS);
      return { name: file.name, rows: file.rows, workbook: file.workbook };
    },
    /** Whether a message may show all pictures in its blocks. */
    areReady: (blocks: string | null): boolean =>
      [...(blocks ?? '').matchAll(/"slack_file":\{"id":"(F\d+)"/g)].every(([, id = '']) => {
        const readyAt = files.get(id)?.readyAt ?? null;
        return readyAt !== null && readyAt <= world.now();
      }),
  };
};
