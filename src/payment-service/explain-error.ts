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
      next: 'Try again. If it keeps happening, tell the person who looks after this app.',
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

function explainUnknown(error: errors.PaymentServiceError): Words {
  const what = explainDoubt(error);
  return {
    what: `${what} We don’t know yet whether the link was created.`,
    next: 'Do not send another link yet: the customer could get two. Check first whether this one exists.',
  };
}

function explainDoubt(error: errors.PaymentServiceError): string {
  if (error instanceof errors.ServerError) return 'The payment service failed while it was making the link.';
  if (error instanceof errors.UnreadableAnswerError)
    return 'The payment service sent an answer that Paylink can’t read.';
  if (error instanceof errors.TimeoutError || error.httpStatus === 408)
    return 'The payment service did not answer in time.';
  if (error instanceof errors.NetworkError)
    return 'The connection broke before the payment service answered.';
  if (error instanceof errors.ConflictError)
    return 'The payment service says that it already has a link with this number.';
  return 'The payment service says no, but its answer names a link.';
}

function explainRefusal(error: errors.PaymentServiceError, field: keyof LinkRequest | null): Words {
  const byStatus = explainStatus(error);
  if (byStatus !== null) return byStatus;
  if (error instanceof errors.InvalidRequestError && field !== null) return explainInvalid(error, field);
  const byCode = explainServiceCode(error.serviceCode, error.serviceMessage);
  if (byCode !== null) return byCode;
  if (error instanceof errors.InvalidRequestError) return explainInvalid(error, field);
  if (error instanceof errors.RefusedError) {
    return {
      what: 'The payment service refused this.',
      next: 'Check what was entered and try again. If it is refused again, tell the person who looks after this app.',
    };
  }
  return explainOutage(error);
}

/** Statuses that say more than any code in the body. */
function explainStatus(error: errors.PaymentServiceError): Words | null {
  if (error instanceof errors.NotConnectedError) {
    return {
      what: 'This workspace is not connected to the payment service, so nothing was sent.',
      next: 'An admin of Paylink can open /paylink settings and press “Open private page” to enter the credentials.',
    };
  }
  if (error instanceof errors.OtherAccountError) {
    return {
      what: 'The payment account of this workspace has changed, so nothing was sent.',
      next: 'An admin of Paylink opens its *Home*: a new account has to be confirmed there. What belongs to an earlier account goes on when that account is entered again.',
    };
  }
  if (error instanceof errors.AuthenticationError) {
    return {
      what: 'The payment service did not accept this app’s credentials.',
      next: 'Tell the person who looks after this app: check the API key, the account ID, the secret key and the signature settings.',
    };
  }
  if (error instanceof errors.PermissionError) {
    return {
      what: 'The payment service does not allow this app’s key to do this.',
      next: 'Tell the person who looks after this app: in the payment service’s dashboard, the key’s allow lists must hold this endpoint and this server’s IP address.',
    };
  }
  if (error instanceof errors.ConflictError) {
    return {
      what: 'The payment service already has something with this invoice number.',
      next: 'Look for the existing link, or use another invoice number.',
    };
  }
  if (error instanceof errors.RateLimitError) {
    return { what: 'The payment service is getting too many requests.', next: waitWords(error.retryAfterMs) };
  }
  if (error instanceof errors.UnsupportedRequestError) {
    return {
      what: 'The payment service does not know this kind of request.',
      next: 'Tell the person who looks after this app: check the service’s address and paths in the settings.',
    };
  }
  return null;
}

function explainInvalid(error: errors.InvalidRequestError, field: keyof LinkRequest | null): Words {
  const what =
    error.httpStatus === null
      ? 'What was entered breaks a rule of the payment service. Nothing was sent.'
      : 'The payment service found a mistake in what was entered.';
  return {
    what,
    next:
      field === null ? 'Check what was entered and try again.' : 'Correct the marked field and try again.',
  };
}

function explainOutage(error: errors.PaymentServiceError): Words {
  if (error instanceof errors.NotFoundError) {
    return {
      what: 'The payment service has no such record.',
      next: 'Check the number or the dates. If it should be there, tell the person who looks after this app.',
    };
  }
  if (error instanceof errors.PaymentRequiredError) {
    return {
      what: 'The payment service understood the request but could not carry it out.',
      next: 'Try again later. If it keeps happening, ask the payment service about the state of the account.',
    };
  }
  if (error instanceof errors.ServerError) {
    return { what: 'The payment service is having trouble.', next: 'Try again in a few minutes.' };
  }
  if (error instanceof errors.TooLargeAnswerError) {
    return {
      what: 'The payment service sends more rows at once than Paylink can read, even for one hour.',
      next: 'Use the payment service’s dashboard for these days, and tell the person who looks after this app: the service ignores the page size.',
    };
  }
  if (error instanceof errors.UnreadableAnswerError) {
    return {
      what: 'The payment service sent an answer that Paylink can’t read.',
      next: 'Try again. If it keeps happening, tell the person who looks after this app: check the service’s address.',
    };
  }
  if (error instanceof errors.TimeoutError && error.phase !== 'connect') {
    return { what: 'The payment service did not answer in time.', next: 'Try again in a few minutes.' };
  }
  return {
    what: 'The payment service could not be reached.',
    next: 'Try again in a few minutes. If it keeps happening, tell the person who looks after this app.',
  };
}

function waitWords(retryAfterMs: number | null): string {
  const seconds = Math.ceil((retryAfterMs ?? 60_000) / 1000);
  if (seconds <= 1) return 'Try again now.';
  return seconds < 120
    ? `Wait ${seconds} seconds and try again.`
    : `Wait ${Math.ceil(seconds / 60)} minutes and try again.`;
}

/** The service's published code table. 90 and 99 mean several things; only the message tells which. */
function explainServiceCode(code: string | null, message: string | null): Words | null {
  switch (code) {
    case '90':
      return {
        what: 'The payment service has blocked this account or user.',
        next: 'Ask the payment service why. Trying again will not help.',
      };
    case '91':
      return {
        what: 'The payment service says the request arrived empty.',
        next: 'Try again. If it keeps happening, tell the person who looks after this app.',
      };
    case '92':
      return {
        what: 'The payment service found a mistake in what was entered.',
        next: 'Check what was entered and try again.',
      };
    case '93':
      return {
        what: 'The payment service has no such record.',
        next: 'Check the number or the dates and try again.',
      };
    case '96':
      return {
        what: 'The payment service does not accept this request.',
        next: 'Check what was entered. If it is right, tell the person who looks after this app.',
      };
    case '97':
      return {
        what: 'The payment service’s gateway failed.',
        next: 'Wait a few minutes and try again.',
      };
    case '99':
      return explainUnprocessed(message ?? '');
    default:
      return null;
  }
}

function explainUnprocessed(message: string): Words {
  if (/month/i.test(message) && /limit/i.test(message)) {
    return {
      what: 'The account’s monthly limit is reached.',
      next: 'Ask the payment service to raise it, or wait for next month.',
    };
  }
  if (/limit/i.test(message)) {
    return {
      what: 'The amount is above what the account may take in one payment.',
      next: 'Use a smaller amount, or ask the payment service to raise the limit.',
    };
  }
  return {
    what: 'The payment service could not process the request. A limit of the account may be reached.',
    next: 'Check the amount and try again. If it keeps happening, ask the payment service.',
  };
}
