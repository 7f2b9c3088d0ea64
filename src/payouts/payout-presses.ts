import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Request } from '../app-parts.ts';
import { escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { dayOf, describeSpan, spanOfDays } from '../reports/date-span.ts';
import { buildReportEvent, explainReadFailure } from '../reports/report-event.ts';
import { type PayoutPointer, parsePayoutPointer } from '../reports/report-pointer.ts';
import { type ActionPlace, createButton } from '../slack/button.ts';
import { openView } from '../slack/views.ts';
import { permit } from '../workspaces/members.ts';
import { buildDueProblem, buildDueReading, buildDueWindow, DUE_WINDOW } from './due-window-view.ts';
import {
  buildPayoutProblem,
  buildPayoutReading,
  buildPayoutWindow,
  PAYOUT_WINDOW,
} from './payout-window-view.ts';
import { readTieOut, type TieOutRead, type TooMany } from './read-tie-out.ts';
import { sumDue } from './sum-due.ts';
import { BEFORE_PAYOUT_MS } from './tie-out.ts';

const DAY_MS = 86_400_000;
/** How many days back to look for unpaid money; the next fewer if these hold more rows than reports read. */
const DUE_DAYS = [90, 31, 7] as const;

interface Asker {
  teamId: string;
  userId: string;
}

interface PressedWindow extends Asker {
  client: WebClient;
  place: Pick<ActionPlace, 'triggerId' | 'view'>;
  /** Updates the window that has the button. */
  isInPlace: boolean;
  tell: (text: string) => Promise<unknown>;
}

/** A button, or an option of a menu: both carry a pointer. */
const pressed = (name: string, open: typeof openDue | typeof openPayout, isInPlace: boolean) =>
  createButton<Request>(name, async ({ place, tell, args }, request) => {
    const { teamId, userId } = place;
    const on = { teamId, userId, client: args.client, place, isInPlace, tell };
    await open(on, place.value, request);
  });

/** A payout from the menu under a list of payouts, and the pages of its window. */
export const handlePayoutOpen = pressed('payout_open', openPayout, false);
export const handlePayoutPage = pressed('payout page', openPayout, true);
/** Money to be paid out, from the button under a list of payouts, and the pages of its window. */
export const handleDueOpen = pressed('payouts_due', openDue, false);
export const handleDuePage = pressed('payouts due page', openDue, true);

async function openPayout(on: PressedWindow, value: string | null, request: Request): Promise<void> {
  const pointer = parsePayoutPointer(value);
  if (pointer === null) {
    await on.tell('Paylink has no such payout here. Run `/paylink payouts` and choose it again.');
    return;
  }
  const { id } = pointer;
  await openReading(on, request, {
    first: PAYOUT_WINDOW,
    reading: buildPayoutReading(id),
    problem: (words) => buildPayoutProblem(id, words),
    fill: () => fillPayout(on, pointer, request),
  });
}

async function fillPayout(
  { teamId, userId }: Asker,
  { id, at, page }: PayoutPointer,
  request: Request,
): Promise<ModalView> {
  const { timeZone } = request;
  // Another payout of the same days may follow shortly after.
  const span = { from: at, to: at + DAY_MS };
  await writeAudit({ teamId, userId }, { from: at - BEFORE_PAYOUT_MS, to: span.to }, request);
  const read = await readOut(teamId, span, request);
  if (read.is === 'too-many') return buildPayoutProblem(id, explainTooMany(read));
  const tied = read.payouts.find(({ payout }) => payout.id === id && payout.at === at);
  if (!tied)
    return buildPayoutProblem(
      id,
      `⚠️ The payment service no longer lists payout ${escapeMrkdwn(id)}. Run \`/paylink payouts\` again.`,
    );
  return buildPayoutWindow(tied, { page, timeZone, mayLack: read.mayLack });
}

/** `/paylink payouts due`, and its button. */
export async function openDue(on: PressedWindow, value: string | null, request: Request): Promise<void> {
  const page = /^\d{1,4}$/.test(value ?? '') ? Number(value) : 0;
  await openReading(on, request, {
    first: DUE_WINDOW,
    reading: buildDueReading(),
    problem: buildDueProblem,
    fill: () => fillDue(on, page, request),
  });
}

async function fillDue({ teamId, userId }: Asker, page: number, request: Request): Promise<ModalView> {
  const { clock, timeZone } = request;
  const now = clock.now();
  let tooMany: TooMany | null = null;
  for (const days of DUE_DAYS) {
    const span = {
      from: spanOfDays(dayOf(now - days * DAY_MS, timeZone), dayOf(now, timeZone), timeZone).from,
      to: now,
    };
    const read = await readOut(teamId, span, request, false);
    if (read.is === 'too-many') {
      tooMany = read;
      continue;
    }
    await writeAudit({ teamId, userId }, span, request);
    // Transactions before the span are read only for the payouts at its start.
    const isInSpan = ({ at }: { at: number | null }) => at === null || at >= span.from;
    const due = read.due.filter(isInSpan);
    const lists = {
      due,
      maybeDue: read.maybeDue.filter(isInSpan),
      unclear: read.unclear.filter(isInSpan),
      elsewhere: read.elsewhere.filter(isInSpan),
    };
    return buildDueWindow({
      sums: sumDue(lists, now),
      transactions: due,
      page,
      dates: describeSpan(spanOfDays(dayOf(span.from, timeZone), dayOf(now, timeZone), timeZone), timeZone),
      timeZone,
      mayLack: read.mayLack,
    });
  }
  return buildDueProblem(explainTooMany(tooMany));
}

/** Opens the window at once, and shows the result or the error once the service has answered. */
async function openReading(
  { client, place, isInPlace, tell, teamId, userId }: PressedWindow,
  request: Request,
  {
    first,
    reading,
    problem,
    fill,
  }: {
    first: { callbackId: string; title: string };
    reading: ModalView;
    problem: (words: string) => ModalView;
    fill: () => Promise<ModalView>;
  },
): Promise<void> {
  await openView(
    {
      client,
      place,
      isInPlace,
      tell,
      first,
      read: async (refuse) => {
        if (!(await permit({ teamId, userId }, 'read-reports', request, refuse))) return null;
        return {
          view: reading,
          fill: async () => {
            try {
              return await fill();
            } catch (error) {
              const failure = explainReadFailure(error);
              if (failure === null) throw error;
              request.log.warn({ err: error, reference: failure.reference }, 'payout not read');
              const by = failure.reference === null ? '' : ` (reference ${escapeMrkdwn(failure.reference)})`;
              return problem(`⚠️ ${escapeMrkdwn(`${failure.what} ${failure.next}`)}${by}`);
            }
          },
        };
      },
    },
    request,
  );
}

async function readOut(
  teamId: string,
  span: { from: number; to: number },
  { readerOf, words: taught, config, timeZone, stopping, notePayouts }: Request,
  isThorough = true,
): Promise<TieOutRead | TooMany> {
  const mostRows = config.exportRows;
  const words = await taught.of(teamId);
  const reading = { reader: readerOf(teamId), words, timeZone, mostRows, isThorough };
  const read = await readTieOut(span, reading, stopping);
  if (read.is === 'read') await notePayouts(teamId, read);
  return read;
}

const writeAudit = (
  { teamId, userId }: Asker,
  span: { from: number; to: number },
  request: Request,
): Promise<unknown> =>
  request.audit.write(
    buildReportEvent('report-read', { teamId, userId, kind: 'payouts', span }, null, request),
  );

const explainTooMany = (found: TooMany | null): string =>
  `⚠️ The payment service lists ${found === null ? 'more rows than Paylink reads at once' : `${groupNumber(found.rows)} rows for these days, more than Paylink reads at once`}. Compare with the service’s dashboard, or ask for a file of \`/paylink transactions\`.`;
