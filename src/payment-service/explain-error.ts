import * as errors from './errors.ts';
import type { LinkRequest } from './link-request.ts';
import { findRequestField } from './request-field.ts';

/** What a cashier reads. */
export interface PaymentServiceExplanation {
  what: string;
  next: string;
  /** The same as in the log. */
  reference: string | null;
  /** The field to correct, if the service or our own check named one. */
  field: keyof LinkRequest | null;
}

type Words = Pick<PaymentServiceExplanation, 'what' | 'next'>;

/** Explains any error in plain words with the likely remedy. Errors not from the client are explained as our fault. */
export function explainPaymentServiceError(error: unknown): PaymentServiceExplanation {
  if (!(error instanceof errors.PaymentServiceError)) {
    const words = {
      what: 'Something went wrong in this app.',
      next: 'Try again. If it keeps happening, tell the person who runs this app.',
    };
    return { ...words, reference: null, field: null };
  }
  const field = fieldOf(error);
  const words = error.proves === 'lost' ? explainUnknown(error) : explainRefusal(error, field);
  return { ...words, reference: error.reference, field };
}

function fieldOf(error: errors.PaymentServiceError): keyof LinkRequest | null {
  if (error instanceof errors.InvalidRequestError) return error.field;
  return error instanceof errors.RefusedError ? findRequestField(error.serviceMessage, null) : null;
}

type Kind = abstract new (...facts: never[]) => errors.PaymentServiceError;
/** An error of this kind, and what to say of it. */
type Row = readonly [of: Kind, what: string, next: string];

const TELL = 'tell the person who runs this app';
const KEEPS = `If it keeps happening, ${TELL}`;
const SERVICE = 'The payment service';
const UNREADABLE = `${SERVICE} sent an answer that Paylink can’t read.`;
const TOO_LATE = `${SERVICE} did not answer in time.`;
const NO_RECORD = `${SERVICE} has no such record.`;

const LOST: readonly (readonly [of: Kind, what: string])[] = [
  [errors.ServerError, `${SERVICE} failed while it was making the link.`],
  [errors.UnreadableAnswerError, UNREADABLE],
  [errors.TimeoutError, TOO_LATE],
  [errors.NetworkError, 'The connection broke before the payment service answered.'],
  [errors.ConflictError, `${SERVICE} says that it already has a link with this number.`],
];

function explainUnknown(error: errors.PaymentServiceError): Words {
  const [, said = `${SERVICE} says no, but its answer names a link.`] = find(LOST, error) ?? [];
  return {
    what: `${error.httpStatus === 408 ? TOO_LATE : said} We don’t know yet whether the link was made.`,
    next: 'Do not send another link yet: the customer could get two. Check first whether this one exists.',
  };
}

const find = <One extends readonly [Kind, ...unknown[]]>(rows: readonly One[], error: Error) =>
  rows.find(([of]) => error instanceof of);

/** They say more than any code in the body. */
const BY_STATUS: readonly Row[] = [
  [
    errors.NotConnectedError,
    'This workspace is not connected to the payment service, so nothing was sent.',
    'An admin of Paylink can open /paylink settings and press “Open private page” to enter the credentials.',
  ],
  [
    errors.OtherAccountError,
    'The payment account of this workspace has changed, so nothing was sent.',
    'An admin of Paylink opens its *Home*: a new account has to be confirmed there. What belongs to an earlier account goes on when that account is entered again.',
  ],
  [
    errors.AuthenticationError,
    `${SERVICE} did not accept this app’s credentials.`,
    'Tell the person who runs this app: check the API key, the account ID, the secret key and the signature settings.',
  ],
  [
    errors.PermissionError,
    `${SERVICE} does not allow this app’s key to do this.`,
    'Tell the person who runs this app: in the payment service’s dashboard, the key’s allow lists must hold this endpoint and this server’s IP address.',
  ],
  [
    errors.ConflictError,
    `${SERVICE} already has something with this invoice number.`,
    'Look for the existing link, or use another invoice number.',
  ],
  [errors.RateLimitError, `${SERVICE} is getting too many requests.`, ''],
  [
    errors.UnsupportedRequestError,
    `${SERVICE} does not know this kind of request.`,
    'Tell the person who runs this app: check the service’s address and paths in the settings.',
  ],
];

/** Where no code in the body says more. The first that fits counts. */
const OTHERWISE: readonly Row[] = [
  [
    errors.RefusedError,
    `${SERVICE} refused this.`,
    `Check what was entered and try again. If it is refused again, ${TELL}.`,
  ],
  [errors.NotFoundError, NO_RECORD, `Check the number or the dates. If it should be there, ${TELL}.`],
  [
    errors.PaymentRequiredError,
    `${SERVICE} understood the request but could not carry it out.`,
    'Try again later. If it keeps happening, ask the payment service about the state of the account.',
  ],
  [errors.ServerError, `${SERVICE} is having trouble.`, 'Try again in a few minutes.'],
  [
    errors.TooLargeAnswerError,
    `${SERVICE} sends more rows at once than Paylink can read, even for one hour.`,
    `Use the payment service’s dashboard for these days, and ${TELL}: the service ignores the page size.`,
  ],
  [errors.UnreadableAnswerError, UNREADABLE, `Try again. ${KEEPS}: check the service’s address.`],
  [errors.TimeoutError, TOO_LATE, 'Try again in a few minutes.'],
];

const UNREACHED: Words = {
  what: `${SERVICE} could not be reached.`,
  next: `Try again in a few minutes. ${KEEPS}.`,
};

function explainRefusal(error: errors.PaymentServiceError, field: keyof LinkRequest | null): Words {
  const byStatus = find(BY_STATUS, error);
  if (byStatus) {
    const [, what, next] = byStatus;
    return { what, next: error instanceof errors.RateLimitError ? waitWords(error.retryAfterMs) : next };
  }
  const isInvalid = error instanceof errors.InvalidRequestError;
  const byCode = isInvalid && field !== null ? null : explainCode(error.serviceCode, error.serviceMessage);
  if (byCode) return byCode;
  if (isInvalid) return explainInvalid(error, field);
  if (error instanceof errors.TimeoutError && error.phase === 'connect') return UNREACHED;
  const [, what, next] = find(OTHERWISE, error) ?? [];
  return what === undefined || next === undefined ? UNREACHED : { what, next };
}

const explainInvalid = (
  { httpStatus }: errors.InvalidRequestError,
  field: keyof LinkRequest | null,
): Words => ({
  what:
    httpStatus === null
      ? 'What was entered breaks a rule of the payment service. Nothing was sent.'
      : MISTAKE,
  next: field === null ? CHECK : 'Correct the marked field and try again.',
});

function waitWords(retryAfterMs: number | null): string {
  const seconds = Math.ceil((retryAfterMs ?? 60_000) / 1000);
  if (seconds <= 1) return 'Try again now.';
  return seconds < 120
    ? `Wait ${seconds} seconds and try again.`
    : `Wait ${Math.ceil(seconds / 60)} minutes and try again.`;
}

const MISTAKE = `${SERVICE} found a mistake in what was entered.`;
const CHECK = 'Check what was entered and try again.';

/** The service's published code table. 90 and 99 mean several things; only the message tells which. */
const CODES: Readonly<Record<string, readonly [what: string, next: string]>> = {
  90: [
    `${SERVICE} has blocked this account or user.`,
    'Ask the payment service why. Trying again will not help.',
  ],
  91: [`${SERVICE} says the request arrived empty.`, `Try again. ${KEEPS}.`],
  92: [MISTAKE, CHECK],
  93: [NO_RECORD, 'Check the number or the dates and try again.'],
  96: [`${SERVICE} does not accept this request.`, `Check what was entered. If it is right, ${TELL}.`],
  97: [`${SERVICE}’s gateway failed.`, 'Wait a few minutes and try again.'],
  99: [
    `${SERVICE} could not process the request. A limit of the account may be reached.`,
    'Check the amount and try again. If it keeps happening, ask the payment service.',
  ],
};

function explainCode(code: string | null, message: string | null): Words | null {
  const text = message ?? '';
  if (code === '99' && /limit/i.test(text))
    return /month/i.test(text)
      ? {
          what: 'The account’s monthly limit is reached.',
          next: 'Ask the payment service to raise it, or wait for next month.',
        }
      : {
          what: 'The amount is above what the account may take in one payment.',
          next: 'Use a smaller amount, or ask the payment service to raise the limit.',
        };
  const [what, next] = CODES[code ?? ''] ?? [];
  return what === undefined || next === undefined ? null : { what, next };
}
