import type { Ids } from '../ids.ts';
import { LinkInDoubtError } from '../links/issuer.ts';
import type { Log } from '../log.ts';
import { formatAed } from '../messages/money-and-time.ts';
import { noteFailure } from '../request-context.ts';
import { ResponseRefused } from './reports/post-response.ts';

/**
 * Runs a listener's work. What it throws is logged under a reference, and the person is told the same
 * reference; if even that fails, both faults are in the log.
 */
export const guard = async (
  { ids, log }: { ids: Pick<Ids, 'reference'>; log: Log },
  what: string,
  work: () => Promise<void>,
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference, what }, 'listener failed');
    try {
      await tell(describe(error, reference));
    } catch (tellingError) {
      log.error({ err: tellingError, reference, what }, 'the person could not be told');
    }
  }
};

/** How far it came is not known here, so nothing is said of it but where a link is concerned. */
function describe(error: unknown, reference: string): string {
  if (error instanceof ResponseRefused && error.isOver)
    return `Slack allows five answers to one command or button, within 30 minutes. Run the command again. If that doesn’t help, give reference ${reference} to whoever looks after Paylink.`;
  const report = `give reference ${reference} to whoever looks after Paylink`;
  if (!(error instanceof LinkInDoubtError))
    return `Something went wrong in Paylink, and this may not be finished. Look at how it stands before you try again; if it happens again, ${report}.`;
  const { amountFils, invoiceId } = error.link;
  return `We don’t know yet whether the payment link of ${formatAed(amountFils)} (${invoiceId}) was created. Don’t make it again: Paylink checks by itself and messages you. If you hear nothing within an hour, ${report}.`;
}
