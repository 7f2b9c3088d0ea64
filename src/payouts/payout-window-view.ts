import type { ActionsBlock, KnownBlock, ModalView } from '@slack/types';
import { BACK_WORDS } from '../blocks/back-words.ts';
import { actions, buildButton, modal, section } from '../blocks/message.ts';
import { formatAed, groupFils, slackDate } from '../blocks/money-and-time.ts';
import { countOf, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { dayOf, MONTH_NAMES } from '../calendar/date-span.ts';
import { isReturned, type Movement, nameOut } from '../figures/movements.ts';
import { PAYOUT_STATES } from '../figures/payout-states.ts';
import { pointToPayout } from './payout-pointer.ts';
import type { TiedPayout } from './tie-out.ts';
import { describeFaults } from './tie-out-words.ts';

/** In the menu under a list of payouts. */
export const OPEN_PAYOUT_ACTION = 'payout_open';
export const PAYOUT_PREVIOUS_ACTION = 'payout_previous';
export const PAYOUT_NEXT_ACTION = 'payout_next';

export const PAYOUT_WINDOW = { callbackId: 'payout', title: 'Payout' } as const;

const PAGE = 20;
const MOST_FAULTS = 8;
const LONGEST_FAULT = 200;
const LONGEST_ID = 40;
/** A section takes 3,000 characters. */
const LINES_A_SECTION = 10;

/** One payout: what it states, whether its transactions add up to it, and the transactions. */
export const buildPayoutWindow = (
  tied: TiedPayout,
  { page, timeZone, mayLack }: { page: number; timeZone: string; mayLack: boolean },
): ModalView => {
  const { payout, transactions } = tied;
  const pages = countPages(transactions.length);
  const shown = Math.min(page, pages - 1);
  return frame(payout.id === null ? 'Payout' : `Payout ${payout.id}`, [
    section(describeFacts(tied, timeZone), 'payout_facts'),
    section(describeProof(tied), 'payout_proof'),
    ...(mayLack
      ? [section('⚠️ The service’s list changed while it was read: open this payout again.', 'payout_lack')]
      : []),
    ...buildTransactionList(transactions, shown, timeZone),
    ...buildTurns(
      { page: shown, pages },
      { previous: PAYOUT_PREVIOUS_ACTION, next: PAYOUT_NEXT_ACTION },
      (to) => pointToPayout(payout, to),
    ),
  ]);
};

export const buildPayoutReading = (id: string): ModalView =>
  frame(`Payout ${id}`, [
    section('⏳ Reading the payout and its transactions from the payment service…', 'payout_reading'),
  ]);

/** An error with the next step. Mrkdwn. */
export const buildPayoutProblem = (id: string, words: string): ModalView =>
  frame(`Payout ${id}`, [section(words, 'payout_problem')]);

function describeFacts({ payout, sums, transactions }: TiedPayout, timeZone: string): string {
  const { state, at, status, grossFils, feeFils, netFils, amountFils, bankReference } = payout;
  const when = at === null ? '' : ` ${slackDate(at, timeZone)}`;
  const isKnown = transactions.length > 0;
  const ownFee = isKnown && sums.withoutFee === 0 ? sums.feeFils : null;
  const ownGross = isKnown ? sums.receivedFils - sums.outFils : null;
  return [
    `*${PAYOUT_STATES[state]}*${when}${status === null ? '' : ` · the service says ${escapeMrkdwn(cut(status, LONGEST_ID))}`}`,
    describeSum('Gross', grossFils, ownGross),
    describeSum('Fee', feeFils, ownFee),
    describeSum(
      'Net',
      netFils ?? amountFils,
      ownGross === null || ownFee === null ? null : ownGross - ownFee,
      true,
    ),
    ...(sums.outFils > 0 ? [`Refunds taken off: ${formatAed(sums.outFils)}`] : []),
    ...(bankReference === null ? [] : [`Bank reference \`${code(bankReference)}\``]),
  ].join('\n');
}

/** As the payout states, or else as its transactions add up. */
function describeSum(name: string, stated: number | null, own: number | null, isBold = false): string {
  const fils = stated ?? own;
  if (fils === null) return `${name}: not stated`;
  const amount = isBold ? `*${formatAed(fils)}*` : formatAed(fils);
  return `${name}: ${amount}${stated === null ? ', added up from its transactions' : ''}`;
}

function describeProof(tied: TiedPayout): string {
  const { verdict, evidence, transactions, gaps, payout } = tied;
  const count = countOf(transactions.length, 'transaction');
  const faults = describeFaults({
    ...tied,
    gaps: gaps.filter(({ of }) => verdict === 'off' || of === 'count'),
  });
  const lines = faults.slice(0, MOST_FAULTS).map((one) => `• ${escapeMrkdwn(cut(one, LONGEST_FAULT))}`);
  const more = faults.length > MOST_FAULTS ? [`…and ${groupNumber(faults.length - MOST_FAULTS)} more.`] : [];
  const by =
    evidence === 'payout-id'
      ? `${count} ${transactions.length === 1 ? 'says that it is' : 'say that they are'} in this payout`
      : `The payout lists ${transactions.length === 1 ? 'its transaction' : `its ${count}`}`;
  switch (verdict) {
    case 'proved':
      return [`✅ *Adds up.* ${by}, and the sums agree to the fils.`, ...lines, ...more].join('\n');
    case 'off':
      return [
        `⚠️ *Does not add up.* ${transactions.length === 0 ? 'None of its transactions was found.' : `${by}.`}`,
        ...lines,
        ...more,
        `Ask the payment service about payout ${escapeMrkdwn(cut(payout.id ?? '', LONGEST_ID))}, with these figures.`,
      ].join('\n');
    case 'not-provable':
      return [
        '❔ *Cannot be proved.*',
        ...lines,
        ...more,
        tied.beside.length > 0
          ? 'Compare these sums with the payout: they are no proof of what is in it.'
          : 'Nothing may be wrong with the payout: compare it with the payment service’s dashboard.',
      ].join('\n');
  }
}

/** The rows of a page, each in one line on a phone. */
export function buildTransactionList(
  transactions: readonly Movement[],
  page: number,
  timeZone: string,
): KnownBlock[] {
  const first = page * PAGE + 1;
  const last = Math.min(first + PAGE - 1, transactions.length);
  const place = transactions.length <= PAGE ? '' : `, ${groupNumber(first)}–${groupNumber(last)}`;
  const title = `*${countOf(transactions.length, 'transaction')}*${place} · amount − fee, in AED`;
  const [top, ...rest] = chunkPage(transactions, page, (one) => describeTransaction(one, timeZone));
  if (top === undefined) return [];
  const texts = [`${title}\n${top}`, ...rest];
  return [{ type: 'divider' }, ...texts.map((text, index) => section(text, `payout_rows_${index}`))];
}

/** The lines of a page, as texts that each fit in a section. */
export function chunkPage<Row>(rows: readonly Row[], page: number, write: (row: Row) => string): string[] {
  const lines = rows.slice(page * PAGE, (page + 1) * PAGE).map(write);
  const texts: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_A_SECTION)
    texts.push(lines.slice(at, at + LINES_A_SECTION).join('\n'));
  return texts;
}

/** `250.50 − 7.26 · INV-7 · 23 Nov`: one line of a phone, so without its hour. */
function describeTransaction(one: Movement, timeZone: string): string {
  const { kind, back, backFils, receivedFils, feeFils, reference, orderId, id, at } = one;
  const name = reference ?? orderId ?? id;
  const fee = feeFils === null || feeFils === 0 ? '' : ` − ${groupFils(feeFils)}`;
  return [
    kind === 'unclear'
      ? '*not readable*'
      : kind === 'back'
        ? `*${backFils < 0 ? '' : '−'}${groupFils(Math.abs(backFils))}* ${nameOut(one).toLowerCase()}`
        : `*${groupFils(receivedFils)}*${fee}`,
    ...(isReturned(one) ? [`${BACK_WORDS[back].done} since`] : []),
    ...(name === null ? [] : [`\`${code(name)}\``]),
    ...(at === null ? [] : [nameDay(at, timeZone)]),
  ].join(' · ');
}

/** `23 Nov` */
function nameDay(at: number, timeZone: string): string {
  const [, month = '01', day = ''] = dayOf(at, timeZone).split('-');
  return `${Number(day)} ${MONTH_NAMES[Number(month) - 1]}`;
}

export function buildTurns(
  { page, pages }: { page: number; pages: number },
  turnActions: { previous: string; next: string },
  write: (page: number) => string | null,
): ActionsBlock[] {
  const turns = [
    { to: page - 1, action: turnActions.previous, text: 'Previous', label: 'Show the transactions before' },
    { to: page + 1, action: turnActions.next, text: 'Next', label: 'Show the next transactions' },
  ].flatMap(({ to, action, text, label }) => {
    const value = to < 0 || to >= pages ? null : write(to);
    return value === null ? [] : [buildButton(value, action, text, label)];
  });
  // A menu or button keeps its state while its block keeps its id.
  return turns.length === 0 ? [] : [actions(`turns_${page}`, turns)];
}

export const countPages = (rows: number): number => Math.max(1, Math.ceil(rows / PAGE));

const code = (text: string): string =>
  escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' ').trim() || '–', LONGEST_ID));

const frame = (title: string, blocks: KnownBlock[]): ModalView =>
  modal(PAYOUT_WINDOW.callbackId, { title, close: 'Close' }, blocks);
