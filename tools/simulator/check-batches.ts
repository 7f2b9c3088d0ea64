import { readWorkbook } from '../../src/batches/reading/read-workbook.ts';
import { formatAed } from '../../src/blocks/money-and-time.ts';
import { SHOWN_BATCH } from '../../src/links/card/notice-kinds.ts';
import type { Batch, BatchRowWithLink } from '../../src/store/batch.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import { type DayResult, roomFor } from './check-day.ts';
import type { GivenList, ListRow } from './office.ts';
import { SUPERVISOR } from './paylink.ts';

/** A sweep runs every ten minutes, and the card is edited after it. */
const NOTICED_WITHIN_MS = 12 * 60_000;
/** How long a file may take in calm times. */
const FILE_WITHIN_MS = 120_000;
/** More rows than any list has. */
const MOST_ROWS = 1_000;

interface BatchDayResult extends DayResult {
  lists: readonly GivenList[];
}

/** Checks the office's lists: no links without a press, one link or error per row, the sums, the card, the file. */
export const checkBatches = async (after: BatchDayResult): Promise<string[]> => {
  const complaints: string[] = [];
  for (const list of after.lists) {
    const found: string[] = [];
    for (const id of list.previewIds) {
      const batch = await after.store.batches.get(id);
      const standing = await after.store.batches.rowsWithLinks(id);
      found.push(
        ...(id === list.confirmedId
          ? [...checkRows(list, batch, standing, after), ...(await checkFile(list, standing, after))]
          : checkPreview(batch, standing)),
        ...(await checkBatchCard(batch, standing, after)),
      );
    }
    found.push(...checkService(list, after.ledger));
    complaints.push(...found.map((complaint) => `${list.fileName}: ${complaint}`));
  }
  return complaints;
};

/** The service has at most one link per row, and none if nobody pressed Create. */
function checkService(list: GivenList, ledger: Ledger): string[] {
  return list.rows.flatMap((row) => {
    const made = linksOf(row, ledger);
    return [
      ...(made.length > 1 ? [`${row.notes}: ${made.length} links`] : []),
      ...(made.length > 0 && list.confirmedId === null ? [`${row.notes}: made, and nobody pressed`] : []),
      ...(made.length > 0 && row.isFaulty ? [`${row.notes}: made in spite of its fault`] : []),
      ...(made.length > 0 && row.isTwin && !list.withTwins
        ? [`${row.notes}: made, though it was left out`]
        : []),
      ...made
        .filter(({ amountFils }) => amountFils !== row.amountFils)
        .map(({ amountFils }) => `${row.notes}: ${amountFils} fils asked for instead of ${row.amountFils}`),
    ];
  });
}

const linksOf = ({ notes }: Pick<ListRow, 'notes'>, ledger: Ledger) =>
  ledger.links().filter(({ request }) => request.notes === notes);

const checkPreview = ({ state }: Batch, standing: readonly BatchRowWithLink[]): string[] =>
  state !== 'preview' || standing.some(({ link }) => link !== null) ? [`${state}, and nobody pressed`] : [];

/** Each row is one link, one reported error, or was left out by a person. */
function checkRows(
  list: GivenList,
  { state, rows, sumFils, decidedBy }: Batch,
  standing: readonly BatchRowWithLink[],
  after: Pick<DayResult, 'ledger' | 'mishaps' | 'isAlone'>,
): string[] {
  const { ledger } = after;
  if (standing.length !== list.rows.length) return [`${standing.length} rows of ${list.rows.length}`];
  const chosen = list.rows.filter(({ isFaulty, isTwin }) => !isFaulty && (list.withTwins || !isTwin));
  const isOver = state === 'preview' || state === 'done' || state === 'cancelled';
  const isRefused = state === 'declined' || state === 'withdrawn';
  const sum = chosen.reduce((fils, { amountFils }) => fils + amountFils, 0);
  return [
    ...(isOver || isRefused ? [] : [`${state} for ever`]),
    ...(state !== 'preview' && (rows !== chosen.length || sumFils !== sum)
      ? [`${rows} links for ${sumFils} fils, and ${chosen.length} for ${sum} were chosen`]
      : []),
    ...findUnwanted(list, standing, after),
    ...(decidedBy === SUPERVISOR ? ['approved by the person who asked'] : []),
    ...standing.flatMap((one, place) => {
      const given = list.rows[place];
      if (!given) return [];
      const made = linksOf(given, ledger);
      return checkRow(one, given, made.length, state).map((complaint) => `${given.notes}: ${complaint}`);
    }),
  ];
}

/** What was being requested is made; nothing is begun any more. With a mishap, the times cannot be compared. */
const findUnwanted = (
  { cancelledAt }: GivenList,
  standing: readonly BatchRowWithLink[],
  { mishaps, isAlone }: Pick<DayResult, 'mishaps' | 'isAlone'>,
): string[] =>
  standing.flatMap(({ row, link }) =>
    cancelledAt !== null &&
    mishaps.length === 0 &&
    link !== null &&
    link.createdAt > cancelledAt + roomFor({ isAlone })
      ? [`row ${row.number} was begun after the rest was cancelled`]
      : [],
  );

function checkRow(
  { row, link }: BatchRowWithLink,
  { isFaulty }: ListRow,
  made: number,
  state: Batch['state'],
): string[] {
  const isMade = link !== null && link.state !== 'failed';
  if (made > 0 !== isMade) return [`${link?.state ?? row.state} here, and the service has ${made}`];
  if (link?.state === 'reserved' || link?.state === 'unknown') return [`waits for ever in ${link.state}`];
  const isStated = row.faults.length > 0 || link?.failure != null;
  if (isFaulty && row.faults.length === 0) return ['its fault was not found'];
  if (row.state === 'refused' && !isStated) return ['refused without a word'];
  if (row.state === 'waiting' && link === null && state === 'done')
    return ['left to be made in a batch that is done'];
  return link?.state === 'failed' && !isStated ? ['not made, without a word'] : [];
}

/** The card's last text matches the service's counts. */
async function checkBatchCard(
  { teamId, id, state, creatorId }: Batch,
  standing: readonly BatchRowWithLink[],
  after: DayResult,
): Promise<string[]> {
  const { messages, ledger, happenings, now, dialect, store } = after;
  if (state === 'preview') return [];
  const card = await store.messages.find({ teamId, what: SHOWN_BATCH, id });
  if (card === null) return [`${state}, and no card`];
  const message = messages.find(({ ts, channel }) => ts === card.ts && channel === card.channelId);
  if (!message) return [`${state}, and its card is nowhere`];
  // A card that was deleted, or whose channel refuses edits, stays as it is.
  if (message.refusedAt.length > 0 || message.isDeleted) return [];
  const last = message.said.at(-1)?.text ?? '';
  const heads: Partial<Record<Batch['state'], RegExp>> = {
    asked: /^⏳ Waiting for approval/,
    cancelled: /^🚫 Cancelled/,
    declined: /^✖️ Declined/,
    withdrawn: /^↩️ Withdrawn/,
  };
  const head = heads[state];
  if (head) return head.test(last) ? [] : [`${state}, and its card says ${last}`];
  if (state !== 'done') return [];
  const made = standing.flatMap(({ link }) =>
    ledger.links().filter(({ invoiceId }) => invoiceId === link?.invoiceId),
  );
  const orders = made.map(({ orderId }) => orderId);
  const own = happenings.filter(({ orderId }) => orders.includes(orderId));
  // Refunds without a callback are not found, and recent events may still be on their way.
  const isOpen = own.some(
    ({ is, at, calledBackAt }) =>
      /^(refunded|disputed|decided)$/.test(is) || Math.max(at, calledBackAt ?? 0) > now - NOTICED_WITHIN_MS,
  );
  const rows = ledger.transactions().filter(({ orderId }) => orders.includes(orderId));
  // Both came before anybody looked: another amount than was due.
  const isTwofold = orders.some(
    (id) => rows.filter(({ orderId, status }) => orderId === id && status === 'SUCCESS').length > 1,
  );
  const came = rows.filter((row) => row.status === 'SUCCESS' && after.words.standingOf([row]) !== 'unknown');
  const isOpenWord = rows.some(
    (row) => row.status === 'SUCCESS' && after.words.standingOf([row]) === 'being explained',
  );
  const isAside = dialect.deniesAside && rows.some(({ status }) => status === 'FAILED');
  if (
    isOpen ||
    isOpenWord ||
    isAside ||
    isTwofold ||
    (dialect.isStrangeOnRowsOnly && came.length < rows.length)
  )
    return [];
  const paid = made.flatMap(({ orderId, amountFils }) =>
    came.some((one) => one.orderId === orderId && one.amountFils === amountFils) ? [amountFils] : [],
  );
  const sum = formatAed(paid.reduce((fils, one) => fils + one, 0));
  const expected =
    paid.length > 0 &&
    paid.length === standing.filter(({ row }) => row.state !== 'left' && row.state !== 'new').length
      ? `✅ All ${paid.length} paid`
      : `🟡 ${paid.length} of ${orders.length} paid: ${sum}`;
  return last.startsWith(expected)
    ? []
    : [`“${expected}” expected in ${creatorId}’s card, and it says ${last}`];
}

/** A file requested in calm times arrives, with every row unchanged and its link's reference. */
async function checkFile(
  list: GivenList,
  standing: readonly BatchRowWithLink[],
  { messages, now }: DayResult,
): Promise<string[]> {
  const { fileAskedAt, fileName } = list;
  // The repeated batch's file has the same name.
  if (fileAskedAt === null || fileAskedAt + FILE_WITHIN_MS > now) return [];
  const name = fileName.replace('.csv', '-links.xlsx');
  const sent = messages.filter(
    ({ file, said, channel }) =>
      file?.name === name &&
      channel === `D${SUPERVISOR.slice(1)}` &&
      (said[0]?.at ?? 0) >= fileAskedAt - 60_000,
  );
  const workbook = sent.at(-1)?.file?.workbook;
  if (!workbook) return ['its file was promised, and never came'];
  const sheet = await readWorkbook(workbook, MOST_ROWS, 0);
  const [headings, ...lines] = ('lines' in sheet ? sheet.lines : []).map(({ cells }) => cells);
  const [notesAt, referenceAt] = ['What for', 'Reference'].map((title) => headings?.indexOf(title) ?? -1);
  const given = list.rows.map(({ notes }) => notes).join();
  const read = lines.map((cells) => cells[notesAt ?? -1]).join();
  const wrong = lines.filter(
    (cells, at) => (cells[referenceAt ?? -1] || null) !== (standing[at]?.link?.invoiceId ?? null),
  );
  return [
    ...(read === given ? [] : [`its file has ${read} and not ${given}`]),
    ...(wrong.length > 0 ? [`${wrong.length} rows of its file have another reference`] : []),
  ];
}
