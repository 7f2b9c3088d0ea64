import type { Button } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { mrkdwn } from '../blocks/text.ts';
import { type SendBytes, uploadFile } from '../delivery/upload-file.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import { postMessage } from '../slack/messages.ts';
import { type Sheet, writeSheet } from './batch-sheet.ts';

interface SheetToSend {
  teamId: string;
  /** The batch, or what else the file belongs to. */
  id: string;
  userId: string;
  fileName: string;
  /** The message above the file. Mrkdwn. */
  words: string;
  /** The conversation in which the message stands already; null: it is not posted yet. */
  channelId: string | null;
  sheet: Sheet;
  /** Under the words. */
  buttons?: Button[];
}

/** Sends a workbook to one person, in their messages with the app. Nothing of it stays on this machine. */
export const sendSheet = async (
  { teamId, id, userId, fileName, words, channelId, sheet, buttons = [] }: SheetToSend,
  {
    client,
    files,
    signal,
    timeZone,
    onPosted = async () => {},
    sendBytes,
  }: {
    client: WebClient;
    files: ExportFiles;
    signal: AbortSignal;
    timeZone: string;
    onPosted?: (channelId: string) => Promise<void>;
    sendBytes?: SendBytes | undefined;
  },
): Promise<void> => {
  const { name, path } = await files.fresh({ teamId, id }, 'xlsx');
  try {
    const bytes = await writeSheet(path, sheet, { name: 'Links', timeZone });
    const fileId = await uploadFile(client, { path, name: fileName, bytes }, { signal, sendBytes });
    const into = channelId ?? (await say(client, userId, words, buttons));
    if (channelId === null) await onPosted(into);
    await client.files.completeUploadExternal({ files: [{ id: fileId, title: fileName }], channel_id: into });
  } finally {
    await files.remove(name);
  }
};

/** Slack shares files by the id of a conversation, and gives that with the first message in it. */
const say = async (client: WebClient, userId: string, words: string, buttons: Button[]): Promise<string> => {
  const message = {
    text: words.replaceAll('*', ''),
    blocks: [
      { type: 'section' as const, text: mrkdwn(words) },
      ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
    ],
  };
  return (await postMessage(client, { channel: userId, message })).channelId;
};

/** `parents-links.xlsx` for `parents.csv`. */
export const nameSheet = (fileName: string, what: string): string =>
  `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 80) || 'batch'}-${what}.xlsx`;
