import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Json = Record<string, unknown>;

/** A message or window as a test saw Paylink send it. People, places and files have the ids of `NOBODY`. */
export type Shown = {
  /** The test file that it is from. */
  by: string;
} & (
  | {
      /** `whisper`: to one person; `remark`: under the fields of a form. */
      way: 'post' | 'edit' | 'whisper' | 'remark';
      inThread?: true;
      isBroadcast?: true;
      message: { text: string; blocks?: { type: string }[] };
    }
  | { way: 'window' | 'home'; view: Json & { blocks: { type: string }[] } }
);

/** Who and what a message names: the workspace must know them. */
export interface Cast {
  teamId: string;
  channelId: string;
  personId: string;
  /** A picture uploaded to Slack. */
  qrFileId: string;
}

/** Made-up ids: `blocks.validate` knows no workspace. */
export const NOBODY: Cast = {
  teamId: 'T0REHEARSAL',
  channelId: 'C0REHEARSAL',
  personId: 'U0REHEARSAL',
  qrFileId: 'F0REHEARSAL',
};

/** One message or window a line, written by `npm run record`. */
export const SHOWN_FILE = createRequire(import.meta.url).resolve('#shown.jsonl');

/** Every message and window of Paylink, about these people and places. */
export const readShown = (cast: Cast = NOBODY): Shown[] => {
  const names = Object.keys(NOBODY) as (keyof Cast)[];
  const lines = names.reduce(
    (text, name) => text.replaceAll(NOBODY[name], cast[name]),
    readFileSync(SHOWN_FILE, 'utf8'),
  );
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};

/** What a line of the rehearsal's table calls it: its first words. */
export const nameOf = (shown: Shown): string => {
  const [words = ''] = ('view' in shown ? titleOf(shown.view) : shown.message.text).split('\n');
  const name = words.length > 50 ? `${words.slice(0, 49)}…` : words;
  if (!('view' in shown)) return name;
  return name === '' ? shown.way : `${shown.way} “${name}”`;
};

const titleOf = ({ title }: Json): string =>
  typeof title === 'object' && title !== null && 'text' in title ? String(title.text) : '';
