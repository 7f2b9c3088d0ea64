interface Words {
  what: string;
  next: string;
}

/** The service's published code table. 90 and 99 mean several things; only the message tells which. */
export function explainServiceCode(code: string | null, message: string | null): Words | null {
  switch (code) {
    case '90':
      return {
        what: 'The payment service has blocked this account or user.',
        next: 'Ask the payment service why. Trying again will not help.',
      };
    case '91':
      return {
        what: 'The payment service says that the request arrived empty.',
        next: 'Try again. If it goes on, tell the person who looks after this app.',
      };
    case '92':
      return {
        what: 'The payment service found a fault in what was entered.',
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
    next: 'Check the amount and try again. If it goes on, ask the payment service.',
  };
}
