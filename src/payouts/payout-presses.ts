import type { ModalView } from '@slack/types';
import type { Request } from '../app-parts.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { describeNoList, TOO_MANY_ROWS } from '../listings/listing-words.ts';
import { buildReportEvent, explainReadFailure } from '../listings/report-event.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Asker } from '../slack/rows.ts';
import type { Opening } from '../slack/views.ts';
import {
  buildDaysWindow,
  buildDueProblem,
  buildDueReading,
  buildDueWindow,
  DUE_WINDOW,
} from './due-window-view.ts';
import { DUE_PAGE, type PayoutPointer } from './payout-pointer.ts';
import {
  buildPayoutProblem,
  buildPayoutReading,
  buildPayoutWindow,
  PAYOUT_WINDOW,
} from './payout-window-view.ts';
import { readTieOut } from './read-tie-out.ts';
import { sumDue, sumLikely } from './sum-due.ts';
import { BEFORE_PAYOUT_MS, type TieOut } from './tie-out.ts';

const DAY_MS = 86_400_000;
/** How many days back to look for unpaid money; the next fewer if these hold more rows than reports read. */
const DUE_DAYS = [90, 31, 7] as const;
/** Payouts at the start of these days hold transactions from before them. */
const NEAR_MS = 10 * DAY_MS;

/** A payout, in a window of its own or in the one that has the button. */
const openPayout =
  (isInPlace: boolean) =>
  ({ place }: Pressed, request: Request): Opening<PayoutPointer> => ({
    first: PAYOUT_WINDOW,
    isInPlace,
    read: async ([page, at, id]) => ({
      view: buildPayoutReading(id),
      fill: () =>
        explainUnread(
          () => fillPayout(place, { page, at, id }, request),
          (words) => buildPayoutProblem(id, words),
          request,
        ),
    }),
  });

/** From the menu under a list of payouts, and the pages of its window. */
export const handlePayoutOpen = openPayout(false);
export const handlePayoutPage = openPayout(true);

async function fillPayout(
  { teamId, userId }: Asker,
  { id, at, page }: { page: number; at: number; id: string },
  request: Request,
): Promise<ModalView> {
  const { timeZone } = request;
  // A later payout may name some of its transactions.
  const span = { from: at - BEFORE_PAYOUT_MS - DAY_MS, to: at + DAY_MS };
  await writeAudit({ teamId, userId }, span, request);
  const read = await readOut(teamId, span, request);
  if (typeof read === 'string') return buildPayoutProblem(id, read);
  const tied = read.payouts.find(({ payout }) => payout.id === id && payout.at === at);
  if (!tied)
    return buildPayoutProblem(
      id,
      `⚠️ The payment service no longer lists payout ${escapeMrkdwn(id)}. Run \`/paylink payouts\` again.`,
    );
  return buildPayoutWindow(tied, { page, timeZone, mayLack: read.mayLack });
}

/** Money to be paid out: `/paylink payouts due`, its button, and the pages of its window. */
export const openDue = (
  asker: Asker,
  { page = 0, isInPlace = false }: { page?: number; isInPlace?: boolean },
  request: Request,
): Opening => ({
  first: DUE_WINDOW,
  isInPlace,
  read: async () => ({
    view: buildDueReading(),
    fill: () => explainUnread(() => fillDue(asker, page, request), buildDueProblem, request),
  }),
});

export const handleDueOpen = ({ place }: Pressed, request: Request): Opening => openDue(place, {}, request);
export const handleDuePage = ({ place }: Pressed, request: Request): Opening =>
  openDue(place, { page: DUE_PAGE.read(place.value) ?? 0, isInPlace: true }, request);

async function fillDue({ teamId, userId }: Asker, page: number, request: Request): Promise<ModalView> {
  const { clock, timeZone } = request;
  const now = clock.now();
  for (const days of DUE_DAYS) {
    const shownDays = spanOfDays(dayOf(now - days * DAY_MS, timeZone), dayOf(now, timeZone), timeZone);
    const span = { from: shownDays.from, to: now };
    const read = await readOut(teamId, { ...span, from: span.from - NEAR_MS }, request);
    if (read === TOO_MANY) continue;
    if (typeof read === 'string') return buildDueProblem(read);
    await writeAudit({ teamId, userId }, span, request);
    const isInSpan = ({ at }: { at: number | null }) => at === null || at >= span.from;
    const shown = { page, dates: describeSpan(shownDays, timeZone), mayLack: read.mayLack };
    const lists = {
      due: read.due.filter(isInSpan),
      payouts: read.payouts.filter(({ payout }) => isInSpan(payout)),
      transactions: read.transactions.filter(isInSpan),
      unclear: read.unclear.filter(isInSpan),
      elsewhere: read.elsewhere.filter(isInSpan),
    };
    if (!read.isJoinable) return buildDaysWindow({ ...shown, likely: sumLikely(lists, timeZone) });
    return buildDueWindow({ ...shown, sums: sumDue(lists, now), transactions: lists.due, timeZone });
  }
  return buildDueProblem(TOO_MANY);
}

/** The window says why the service could not be read. */
async function explainUnread(
  fill: () => Promise<ModalView>,
  problem: (words: string) => ModalView,
  { log }: Request,
): Promise<ModalView> {
  try {
    return await fill();
  } catch (error) {
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference }, 'payout not read');
    const by = failure.reference === null ? '' : ` (reference ${escapeMrkdwn(failure.reference)})`;
    return problem(`⚠️ ${escapeMrkdwn(`${failure.what} ${failure.next}`)}${by}`);
  }
}

const TOO_MANY = `⚠️ ${TOO_MANY_ROWS}`;

/** Text: why it could not be read, in mrkdwn. */
async function readOut(
  teamId: string,
  span: DateSpan,
  { readerOf, vocabularies, config, timeZone, stopping: signal, notePayouts }: Request,
): Promise<(TieOut & { mayLack: boolean }) | string> {
  const reader = readerOf(teamId);
  const words = await vocabularies.of(teamId);
  const read = await readTieOut(
    (kind, days) => reader.allRows({ kind, span: days }, { most: config.exportRows, signal }),
    { span, words, timeZone },
  );
  const { payouts, transactions, tied } = read;
  if (tied === null || payouts.rows === undefined) {
    const of = payouts.rows === undefined ? 'payouts' : 'transactions';
    return read[of].is === 'too-many'
      ? TOO_MANY
      : `❔ *Not known*: ${describeNoList(of)} Compare with the service’s dashboard.`;
  }
  await notePayouts(teamId, tied);
  return { ...tied, mayLack: payouts.is === 'moved' || transactions.is === 'moved' };
}

const writeAudit = (asker: Asker, span: DateSpan, { audit, timeZone }: Request): Promise<unknown> =>
  audit.write(buildReportEvent('report-read', asker, { subject: 'payouts', span }, timeZone));
