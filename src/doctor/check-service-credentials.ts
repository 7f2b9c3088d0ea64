import { explainPaymentServiceError, NotFoundError, PermissionError } from '../payment-service/index.ts';
import type { Check, Outcome } from './check.ts';
import { probeSignature } from './probe-signature.ts';
import { isAboutCredentials, type Trial, tryCredentials } from './try-credentials.ts';

/** Does the payment service take the key, the account and the signature? */
export const checkServiceCredentials: Check = {
  id: 'service-credentials',
  title: 'Credentials',
  needs: [
    'PAYLINK_BASE_URL',
    'PAYLINK_API_KEY',
    'PAYLINK_ACCOUNT_ID',
    'PAYLINK_SECRET_KEY',
    'PAYLINK_TIME_ZONE',
    'PAYLINK_LINKS_PATH',
    'PAYLINK_SIGNATURE_ENCODING',
    'PAYLINK_SIGNATURE_GET',
  ],
  after: ['service'],
  answers: 20,
  run: async (round) => {
    const { credentials, paymentService } = round.config;
    // Each workspace has its own, which are tried before they are kept.
    if (credentials === null) return null;
    const { signatureEncoding: encoding, signatureGet: get } = paymentService;
    const trial = await tryCredentials(round, credentials, { encoding, get });
    const isSignatureOpen = trial.is === 'accepted' || isAboutCredentials(trial);
    return round.probeSignature && isSignatureOpen ? probeSignature(round, credentials, trial) : judge(trial);
  },
};

function judge(trial: Trial): Outcome {
  if (trial.is === 'accepted') {
    return { status: 'ok', seen: 'the service accepts key, account and signature' };
  }
  const { error, at } = trial;
  const where = at === 'details' ? 'for the business details' : 'for the listing of links';
  const answered = error.httpStatus === null ? '' : ` (${error.httpStatus})`;
  if (isAboutCredentials(trial)) {
    return {
      status: 'failed',
      seen: `the service refuses the credentials or the signature ${where}${answered}`,
      remedy:
        at === 'details'
          ? 'Check PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY. If they are right: npm run doctor -- --probe-signature'
          : 'It accepted the business details, so what a GET signs is set wrongly: npm run doctor -- --probe-signature',
    };
  }
  if (error instanceof PermissionError) {
    return {
      status: 'failed',
      seen: `the service does not allow this ${where}${answered}`,
      remedy:
        'In the service’s dashboard, add this machine’s IP address and the endpoints to the key’s allow lists.',
    };
  }
  if (error instanceof NotFoundError) {
    return {
      status: 'failed',
      seen: `the service knows no such address or no such business ${where}${answered}`,
      remedy: 'Check PAYLINK_BASE_URL with its prefix, then PAYLINK_API_KEY.',
    };
  }
  const { what, next } = explainPaymentServiceError(error);
  return { status: 'failed', seen: `${what.replace(/\.$/, '')} ${where}${answered}`, remedy: next };
}
