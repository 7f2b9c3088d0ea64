import { explainPaymentServiceError, PaymentServiceError } from '../payment-service/index.ts';
import { isDiskFull } from '../store/engine/database-errors.ts';
import { markOf } from '../store/engine/database-marks.ts';
import { explainRefusedToken, FOREIGN_TOKEN } from './slack-errors.ts';
import { isOfSlack, readSlackFailure } from './slack-failure.ts';
import { ResponseRefused } from './slack-fetch.ts';

/** An error that can explain itself: what it means for the person, and what to do next. */
export abstract class ExplainedError extends Error {
  /** `report` ends the sentence: which reference to give to which person. */
  abstract explain(report: string): string;
}

interface Fault {
  is: (error: unknown) => boolean;
  /** `report` as above. We do not know how far the work got, so a sentence says nothing about it unless it is certain. */
  explain: (error: unknown, report: string, reference: string) => string;
}

const whyOf = (error: unknown) => readSlackFailure(error).why;
const codeOf = (error: unknown) => readSlackFailure(error).code;

/** What can go wrong anywhere, and the one sentence for it. The first that fits counts. */
const FAULTS: readonly Fault[] = [
  {
    is: (error) => error instanceof ResponseRefused && error.isOver,
    explain: (_, report) =>
      `Slack allows five answers to one command or button, within 30 minutes. Run the command again. If that doesn’t help, ${report}.`,
  },
  {
    is: (error) => whyOf(error) === 'token',
    explain: (error, _, reference) => `${explainRefusedToken(codeOf(error))} Reference ${reference}.`,
  },
  {
    is: (error) => whyOf(error) === 'triggerForeign',
    explain: (_, __, reference) => `${FOREIGN_TOKEN} Nothing was done. Reference ${reference}.`,
  },
  {
    is: (error) => whyOf(error) === 'triggerExpired',
    explain: (_, report) =>
      `Slack gives three seconds to open a window, and they were over. Try again. If that doesn’t help, ${report}.`,
  },
  {
    is: isOfSlack,
    explain: (error, report) => explainSlackFault(codeOf(error), report),
  },
  {
    is: (error) => error instanceof PaymentServiceError,
    explain: (error, report) => {
      const { what, next } = explainPaymentServiceError(error);
      return `${what} ${next} If that doesn’t help, ${report}.`;
    },
  },
  {
    is: isDiskFull,
    explain: (_, __, reference) =>
      `Paylink’s disk is full, and this may not be finished. Tell the person who runs Paylink, and check before you try again. Reference ${reference}.`,
  },
  {
    is: (error) => markOf(error) === 'cannot connect',
    explain: (_, report) =>
      `Paylink’s database does not answer, and this may not be finished. Check in a minute before you try again. If that doesn’t help, ${report}.`,
  },
  {
    is: (error) => markOf(error) === 'takes no writes',
    explain: (_, report) =>
      `Paylink’s database can’t save anything right now, and this may not be finished. Check in a minute before you try again. If that doesn’t help, ${report}.`,
  },
];

/** Slack was away, or refused a part of it. */
export const explainSlackFault = (code: string, report: string): string =>
  `Slack did not do its part of this (\`${code}\`), and this may not be finished. Check in a minute before you try again. If that doesn’t help, ${report}.`;

/**
 * What happened, what is safe to do now, and the reference that is also in the log. `failed`: of a form that stays as it was
 * typed, and may be sent again.
 */
export const explainFault = (error: unknown, reference: string, failed: string | null = null): string => {
  const report = `give reference ${reference} to the person who runs Paylink`;
  if (error instanceof ExplainedError) return error.explain(report);
  const known = FAULTS.find(({ is }) => is(error));
  if (known) return known.explain(error, report, reference);
  if (failed !== null) return `${failed} Try again; if it happens again, ${report}.`;
  return `Something went wrong in Paylink, and this may not be finished. Check what was done before you try again; if it happens again, ${report}.`;
};
