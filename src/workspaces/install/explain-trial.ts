import {
  AuthenticationError,
  explainPaymentServiceError,
  type PaymentServiceError,
  PermissionError,
} from '../../payment-service/index.ts';
import type { ConnectTrouble } from './connect-page.ts';

/** Tells the admin who just entered credentials why they were not accepted. */
export const explainTrial = (error: PaymentServiceError): ConnectTrouble => {
  const { what, next, reference } = explainPaymentServiceError(error);
  if (error instanceof AuthenticationError) {
    return {
      what: 'The payment service did not accept these credentials.',
      next: 'Copy all three again, complete, and all from the same account. If they are right, the person who looks after this app must check its signature settings.',
      reference,
    };
  }
  if (error instanceof PermissionError) {
    return {
      what: 'The payment service knows this key, but does not let it read the business details.',
      next: 'In the payment service’s dashboard, add this endpoint and this server’s IP address to the key’s allow lists. Then enter all three again.',
      reference,
    };
  }
  return { what, next: `${next} Nothing was kept: all three have to be entered again.`, reference };
};
