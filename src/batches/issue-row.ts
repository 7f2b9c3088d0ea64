import type { App } from '../app-parts.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { cut } from '../blocks/text.ts';
import { explainInvoiceTaken } from '../links/form/form-remarks-view.ts';
import { type LinkDraft, LinkInDoubtError } from '../links/issuing/issuer.ts';
import { standingOf } from '../links/sale/standing.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { Link } from '../store/link.ts';
import { isGivenUp, isWatched } from '../store/link-states.ts';
import { AboveCustomerLimitError, AccountChangedError, type Conflict } from '../store/reserve-link.ts';
import { describeTrouble } from '../tenancy/account-view.ts';
import type { RowResult } from './batch-pace.ts';
import type { BatchStore } from './batch-store.ts';

/** A row that fails this often while others succeed is refused. */
const MOST_TRIES = 3;

/** Requests the link of one row, and stores the result. `onAnswered`: the service has answered, or never will. */
export async function issueRow(
  row: BatchRow,
  { batch, customerLimitFils }: { batch: Batch; customerLimitFils: number | null },
  { store: { batches, links }, issuer, lostLinks, accounts, clock, isClockSure }: App,
  onAnswered: () => void,
): Promise<RowResult> {
  const refuse = async (words: string): Promise<RowResult> => {
    await batches.settleRow(row, 'refused', [{ column: null, words }]);
    return { is: 'refused' };
  };
  const { request, expiresAt } = row;
  if (request === null || expiresAt === null)
    return refuse('The customer’s data was erased before the link was made.');
  if (expiresAt <= clock.now() && (await isClockSure())) return refuse('Its expiry date has passed.');
  const stop = async (): Promise<RowResult | null> => {
    const trouble = await accounts.troubleOf(batch);
    return (
      trouble && {
        is: 'stopped',
        words: `${describeTrouble(trouble)} ${trouble.because === 'other' ? 'Press Resume to decide about the rest.' : 'Then press Resume.'}`,
      }
    );
  };
  const stopped = await stop();
  if (stopped) return stopped;
  // A row is one order: tried again, it is the same link with the same number.
  const last = row.tries === 0 ? null : await links.findByNonce(batch.teamId, row.nonce);
  // Its person has agreed to another account since: nobody can see from there what became of the last try.
  const isElsewhere =
    last !== null && isGivenUp(last.state) && (await accounts.troubleOf(last))?.because === 'other';
  const nonce = isElsewhere ? await batches.orderRowAnew(row) : row.nonce;
  const earlier = isElsewhere ? null : last;
  const known = earlier && isWatched(earlier) ? await lostLinks.checkAgain(earlier) : earlier;
  if (known && !isGivenUp(known.state)) return settle(row, known, batches);
  let link: Link;
  try {
    const { id: batchId, teamId, channelId, creatorId, creatorName } = batch;
    const draft: LinkDraft = {
      ...{ nonce, batchId, teamId, channelId, threadTs: null, creatorId, creatorName, request, expiresAt },
      account: batch.account ?? null,
      consent: { shown: row.shown, at: batch.createdAt },
      saleId: null,
      repeats: known?.id ?? null,
      limitFils: customerLimitFils,
    };
    const reserved = (await issuer.repeat(draft)) ?? (await issuer.reserve(draft));
    if (reserved.conflict?.because === 'duplicates') {
      await batches.settleRow(row, 'held');
      return { is: 'held' };
    }
    if (reserved.conflict) return refuse(explainConflict(reserved.conflict, request.Invoice_Id ?? ''));
    link = reserved.send === null ? reserved.link : await reserved.send(onAnswered);
  } catch (error) {
    if (error instanceof AccountChangedError)
      return (await stop()) ?? { is: 'trouble', words: error.message };
    if (error instanceof AboveCustomerLimitError)
      return refuse(
        `This customer’s links of 24 hours come to ${formatAed(error.sumFils)}, which a second person must approve. Make this one with /paylink.`,
      );
    if (!(error instanceof LinkInDoubtError)) throw error;
    link = error.link;
  }
  return settle(row, link, batches);
}

/** Stores what the link says about its row. Safe to repeat. */
async function settle(row: BatchRow, link: Link, batches: BatchStore): Promise<RowResult> {
  const { failure } = link;
  if (standingOf([link]).state === 'not-made' && failure !== null) {
    const words = cut(`${failure.what} ${failure.next}`, 500);
    const refuse = () => batches.settleRow(row, 'refused', [{ column: null, words }]);
    if (failure.isAboutValues) {
      await refuse();
      return { is: 'refused' };
    }
    if (failure.retryAfterMs !== undefined) {
      await batches.tryRowAgain(row);
      return { is: 'busy', retryAfterMs: failure.retryAfterMs, tries: row.tries + 1 };
    }
    if (row.tries + 1 < MOST_TRIES) await batches.tryRowAgain(row);
    else await refuse();
    return { is: 'trouble', words };
  }
  // The link's own state shows the rest, except for one that failed after it was made.
  if (link.state === 'failed') await batches.settleRow(row, 'made');
  return link.state === 'unknown' || link.state === 'reserved'
    ? { is: 'lost', retryAfterMs: failure?.retryAfterMs }
    : { is: 'made' };
}

function explainConflict(conflict: Exclude<Conflict, { because: 'duplicates' }>, typed: string): string {
  switch (conflict.because) {
    case 'invoice-id':
      return explainInvoiceTaken(conflict.holder, typed);
    case 'form-used':
      return 'This row was already used for another amount or customer, so nothing was made.';
  }
}
