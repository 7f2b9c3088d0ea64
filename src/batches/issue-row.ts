import { formatAed } from '../blocks/money-and-time.ts';
import { cut } from '../blocks/text.ts';
import type { Clock } from '../clock.ts';
import { displayStateOf } from '../links/card/display-state.ts';
import { explainInvoiceTaken } from '../links/form/form-remarks-view.ts';
import { type Issuer, LinkInDoubtError } from '../links/form/issuer.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { BatchStore } from '../store/batch-store.ts';
import type { Link } from '../store/link.ts';
import { AboveCustomerLimitError, type Held } from '../store/reserve-link.ts';
import type { RowEnd } from './batch-course.ts';

/** A row that fails this often while others succeed is at fault itself. */
const MOST_TRIES = 3;

export interface IssueRowDependencies {
  batches: Pick<BatchStore, 'settleRow' | 'tryRowAgain'>;
  issuer: Pick<Issuer, 'reserve'>;
  clock: Clock;
}

/** Asks for the link of one row, and writes down what came of it. `onAnswered`: the service has answered, or never will. */
export async function issueRow(
  row: BatchRow,
  { batch, customerLimitFils }: { batch: Batch; customerLimitFils: number | null },
  { batches, issuer, clock }: IssueRowDependencies,
  onAnswered: () => void,
): Promise<RowEnd> {
  const refuse = async (words: string): Promise<RowEnd> => {
    await batches.settleRow(row, 'refused', [{ column: null, words }]);
    return { end: 'refused' };
  };
  const { request, expiresAt } = row;
  if (request === null || expiresAt === null)
    return refuse('The customer’s data was erased before the link was made.');
  if (expiresAt <= clock.now()) return refuse('The date until which it could be paid has passed.');
  let link: Link;
  try {
    const reserved = await issuer.reserve({
      nonce: row.nonce,
      teamId: batch.teamId,
      channelId: batch.channelId,
      threadTs: null,
      creatorId: batch.creatorId,
      creatorName: batch.creatorName,
      batchId: batch.id,
      request,
      expiresAt,
      acknowledged: row.alike,
      replacesLinkId: null,
      besideLinkId: row.alike[0] ?? null,
      ...(customerLimitFils === null ? {} : { customerLimitFils }),
    });
    if (reserved.held) return refuse(explainHeld(reserved.held, request.Invoice_Id ?? ''));
    link = reserved.send === null ? reserved.link : await reserved.send(onAnswered);
  } catch (error) {
    if (error instanceof AboveCustomerLimitError)
      return refuse(
        `This customer’s links of the last 24 hours would come to ${formatAed(error.sumFils)}, which a second person must approve. Make this one with /paylink.`,
      );
    if (!(error instanceof LinkInDoubtError)) throw error;
    link = error.link;
  }
  return settle(row, link, batches);
}

/** What the link says of its row. Said again, it changes nothing. */
async function settle(row: BatchRow, link: Link, batches: IssueRowDependencies['batches']): Promise<RowEnd> {
  const { failure } = link;
  if (displayStateOf(link) === 'not-made' && failure !== null) {
    if (failure.isAboutValues) {
      await batches.settleRow(row, 'refused', [
        { column: null, words: cut(`${failure.what} ${failure.next}`, 500) },
      ]);
      return { end: 'refused' };
    }
    if (failure.retryAfterMs !== undefined) {
      await batches.tryRowAgain(row);
      return { end: 'busy', retryAfterMs: failure.retryAfterMs };
    }
    const words = cut(`${failure.what} ${failure.next}`, 500);
    if (row.tries + 1 < MOST_TRIES) await batches.tryRowAgain(row);
    else await batches.settleRow(row, 'refused', [{ column: null, words }]);
    return { end: 'trouble', words };
  }
  // Its link says so by itself, but for one that failed after it was made.
  if (link.state === 'failed') await batches.settleRow(row, 'made');
  return { end: link.state === 'unknown' || link.state === 'reserved' ? 'lost' : 'made' };
}

function explainHeld(held: Held, typed: string): string {
  switch (held.because) {
    case 'duplicates':
      return 'Another link for the same customer and amount was made since the preview, so this one was not.';
    case 'invoice-id':
      return explainInvoiceTaken(held.holder, typed);
    case 'form-used':
      return 'This row was already used for another amount or customer, so nothing was made.';
  }
}
