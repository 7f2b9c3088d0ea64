import type { Button } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { actions, buildMessage, section } from '../blocks/message.ts';
import { type SendBytes, uploadFile } from '../delivery/upload-file.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import { nameColumn } from '../exports/workbook/cell-xml.ts';
import { writeWorkbook } from '../exports/write-file.ts';
import { nameState } from '../links/card/display-state.ts';
import type { Instead } from '../links/card/standing.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import type { Cell, Heading } from '../reports/table.ts';
import { postMessage } from '../slack/messages.ts';
import type { Batch, BatchRow, BatchRowWithLink } from '../store/batch.ts';

export interface Sheet {
  columns: readonly Heading[];
  rows: readonly (readonly Cell[])[];
}

/** Without a total: the file may be uploaded again as a list, and lists refuse formulas. */
const AMOUNT: Heading = { title: 'Paylink amount', kind: 'amount' };
const ADDED = [AMOUNT, ...['Reference', 'Payment link', 'State', 'What to do'].map(asText)];

/** The uploaded columns, and what happened to each row. */
export const buildResultSheet = (
  batch: Pick<Batch, 'headings'>,
  rows: readonly BatchRowWithLink[],
  /** Why nobody should pay links that can be paid, by their ids. */
  insteads: ReadonlyMap<string, Instead | null>,
): Sheet => ({
  columns: [...nameHeadings(batch), ...ADDED],
  rows: rows.map(({ row, link }) => [
    ...padCells(row.cells, batch.headings.length),
    row.amountFils === null ? null : { decimal: formatFils(row.amountFils) },
    link?.invoiceId ?? null,
    link?.address ?? null,
    stateOf({ row, link }, insteads.get(link?.id ?? '') ?? null),
    link?.failure ? `${link.failure.what} ${link.failure.next}` : describeFaults(row),
  ]),
});

export const buildFaultSheet = (
  batch: Pick<Batch, 'headings'>,
  rows: readonly BatchRowWithLink[],
): Sheet => ({
  columns: [{ title: 'Row', kind: 'number' }, ...nameHeadings(batch), asText('What to do')],
  rows: rows
    .filter(({ row }) => row.faults.length > 0)
    .map(({ row }) => [
      { decimal: String(row.number) },
      ...padCells(row.cells, batch.headings.length),
      describeFaults(row),
    ]),
});

function asText(title: string): Heading {
  return { title, kind: 'text' };
}

/** A column without a heading is named by its letter. */
const nameHeadings = ({ headings }: Pick<Batch, 'headings'>): Heading[] =>
  headings.map((heading, place) => asText(heading === '' ? nameColumn(place) : heading));

export const buildListSheet = (
  batch: Pick<Batch, 'headings'>,
  rows: readonly Pick<BatchRow, 'cells'>[],
): Sheet => ({
  columns: nameHeadings(batch),
  rows: rows.map(({ cells }) => padCells(cells, batch.headings.length)),
});

/** Erased cells are empty. */
const padCells = (cells: readonly string[] | null, length: number): string[] =>
  Array.from({ length }, (_, place) => cells?.[place] ?? '');

const describeFaults = ({ faults }: BatchRowWithLink['row']): string =>
  faults.map(({ column, words }) => (column === null ? words : `Column ${column}: ${words}`)).join(' ');

/** `Paid`, without the emoji. */
function stateOf({ row, link }: BatchRowWithLink, instead: Instead | null): string {
  if (link !== null) return nameState({ ...link, instead });
  if (row.faults.length > 0) return 'Not made';
  switch (row.state) {
    case 'refused':
      return 'Not made';
    case 'waiting':
    case 'made':
      return 'Still to be made';
    case 'held':
      return 'Waits for an answer';
    case 'new':
    case 'left':
      return 'Left out';
  }
}

/** The headings that people are asked to use, and a row to overwrite. `day`: when the sample link expires. */
export const buildTemplateSheet = (day: string): Sheet => ({
  columns: ['Amount', 'Name', 'Phone', 'E-mail', 'What for', 'Can be paid until', 'Invoice number'].map(
    asText,
  ),
  rows: [['250.00', 'Sara Khan', '050 123 4567', 'sara@example.com', 'June rent', day, '']],
});

interface SheetToSend {
  teamId: string;
  /** The job or press that the file belongs to. */
  id: string;
  userId: string;
  fileName: string;
  /** The message above the file. Mrkdwn. */
  words: string;
  /** The conversation where an earlier try posted the message; null: not posted yet. */
  channelId?: string | null;
  sheet: Sheet;
  buttons?: Button[];
}

/** Sends a workbook to one person, in their messages with the app. Keeps no copy on this machine. */
export const sendSheet = async (
  { teamId, id, userId, fileName, words, channelId = null, sheet, buttons = [] }: SheetToSend,
  {
    client,
    files,
    signal,
    timeZone,
    onPosted = async () => {},
    sendBytes,
  }: {
    client: WebClient;
    files: Pick<ExportFiles, 'fresh' | 'remove'>;
    signal: AbortSignal;
    timeZone: string;
    onPosted?: (channelId: string) => Promise<void>;
    sendBytes?: SendBytes | undefined;
  },
): Promise<void> => {
  const { name, path } = await files.fresh({ teamId, id }, 'xlsx');
  try {
    const { columns, rows } = sheet;
    const sheets = [{ name: 'Links', columns, batches: [rows] }];
    const bytes = await writeWorkbook(sheets, { path, timeZone });
    const fileId = await uploadFile(client, { path, name: fileName, bytes }, { signal, sendBytes });
    const into = channelId ?? (await postWords(client, userId, words, buttons));
    if (channelId === null) await onPosted(into);
    await client.files.completeUploadExternal({ files: [{ id: fileId, title: fileName }], channel_id: into });
  } finally {
    await files.remove(name);
  }
};

/** Slack shares files by conversation id, and returns that id with the first message. */
const postWords = async (
  client: WebClient,
  userId: string,
  words: string,
  buttons: Button[],
): Promise<string> => {
  const message = buildMessage(words, [
    section(words),
    ...(buttons.length > 0 ? [actions('batch_actions', buttons)] : []),
  ]);
  return (await postMessage(client, { channel: userId, message })).channelId;
};

/** `parents-links.xlsx` for `parents.csv`. */
export const nameSheet = (fileName: string, what: string): string =>
  `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 80) || 'batch'}-${what}.xlsx`;
