import type { ServiceSettings } from '../../config/config.ts';
import type { PaymentCredentials } from '../../payment-service/client-settings.ts';
import {
  AuthenticationError,
  createPaymentServiceClient,
  explainPaymentServiceError,
  formatLocalDateTime,
  NotFoundError,
  PaymentServiceError,
  PermissionError,
  type SignatureEncoding,
  type SignatureGet,
} from '../../payment-service/index.ts';
import { type Check, failed, type Outcome, ok, type Round } from './check.ts';

interface SignatureVariant {
  encoding: SignatureEncoding;
  get: SignatureGet;
}

/** `listing`: the business details were answered but the listing, whose address has a query, was not. */
type Trial = { is: 'accepted' } | { is: 'refused'; at: 'details' | 'listing'; error: PaymentServiceError };

const HOUR_MS = 3_600_000;

/**
 * Asks for the business details, then for one row of the last hour's links. The first address has no query, so
 * only the second fully shows whether we sign GETs the right way. Changes nothing at the service.
 */
const tryCredentials = async (
  { config: { paymentService: settings }, clock, patienceMs }: Round,
  credentials: PaymentCredentials,
  variant: SignatureVariant,
): Promise<Trial> => {
  const service = createPaymentServiceClient({
    settings: { ...settings, ...credentials, signatureEncoding: variant.encoding, signatureGet: variant.get },
    clock,
    timeouts: { connectMs: patienceMs, headersMs: patienceMs, bodyMs: patienceMs },
  });
  const at = (ms: number) => formatLocalDateTime(ms, settings.timeZone);
  const now = clock.now();
  try {
    const details = await attempt(service.businessDetails());
    if (details) return { is: 'refused', at: 'details', error: details };
    const listing = await attempt(
      service.listLinks({ fromDate: at(now - HOUR_MS), toDate: at(now) }, { size: 1 }),
    );
    // This service may answer 404 when there are no rows.
    if (listing && !(listing instanceof NotFoundError))
      return { is: 'refused', at: 'listing', error: listing };
    return { is: 'accepted' };
  } finally {
    await service.close();
  }
};

const isAboutCredentials = (trial: Trial): boolean =>
  trial.is === 'refused' && trial.error instanceof AuthenticationError;

async function attempt(call: Promise<unknown>): Promise<PaymentServiceError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof PaymentServiceError) return error;
    throw error;
  }
}

const ENCODINGS: SignatureEncoding[] = ['hex', 'base64'];
const GETS: SignatureGet[] = ['query', 'path', 'path-and-query', 'empty'];

/** Every way of signing the settings offer, starting with the configured one. */
const listVariants = (
  settings: Pick<ServiceSettings, 'signatureEncoding' | 'signatureGet'>,
): SignatureVariant[] => {
  const all = ENCODINGS.flatMap((encoding) => GETS.map((get) => ({ encoding, get })));
  const isSet = ({ encoding, get }: SignatureVariant) =>
    encoding === settings.signatureEncoding && get === settings.signatureGet;
  return [...all.filter(isSet), ...all.filter((variant) => !isSet(variant))];
};

/** As written in `.env`. */
const writeVariant = ({ encoding, get }: SignatureVariant): string =>
  `PAYLINK_SIGNATURE_ENCODING=${encoding} PAYLINK_SIGNATURE_GET=${get}`;

/** Tries the other ways of signing; `set` is the result of the configured one. */
const probeSignature = async (
  round: Round,
  credentials: PaymentCredentials,
  set: Trial,
): Promise<Outcome> => {
  const [first, ...others] = listVariants(round.config.paymentService);
  const taken: SignatureVariant[] = first && set.is === 'accepted' ? [first] : [];
  for (const variant of others) {
    if (round.signal.aborted) break;
    const trial = await tryCredentials(round, credentials, variant);
    if (trial.is === 'accepted') taken.push(variant);
    // Neither yes nor no, such as a rate limit: further tries would tell us nothing.
    else if (!isAboutCredentials(trial)) break;
  }
  const details = taken.map((variant) => `accepted with ${writeVariant(variant)}`);
  if (set.is === 'accepted')
    return ok(
      taken.length === others.length + 1
        ? 'accepted, with every signature: the service does not look at it'
        : 'accepted with the signature as it is set',
      { details },
    );
  const [best] = taken;
  if (best)
    return failed(
      'the service refuses the signature as it is set (401), and accepts another',
      `Set ${writeVariant(best)}`,
      { details },
    );
  return failed(
    'the service refuses every known way of signing (401)',
    'So the values are wrong, or its rule is another: check PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY, then ask the payment service how it computes X-HMAC-Signature.',
  );
};

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
    // Each workspace has its own, tested when an admin enters them.
    if (credentials === null) return null;
    const { signatureEncoding: encoding, signatureGet: get } = paymentService;
    const trial = await tryCredentials(round, credentials, { encoding, get });
    const isSignatureOpen = trial.is === 'accepted' || isAboutCredentials(trial);
    return round.probeSignature && isSignatureOpen ? probeSignature(round, credentials, trial) : judge(trial);
  },
};

function judge(trial: Trial): Outcome {
  if (trial.is === 'accepted') return ok('the service accepts key, account and signature');
  const { error, at } = trial;
  const where = at === 'details' ? 'for the business details' : 'for the listing of links';
  const answered = error.httpStatus === null ? '' : ` (${error.httpStatus})`;
  if (isAboutCredentials(trial))
    return failed(
      `the service refuses the credentials or the signature ${where}${answered}`,
      at === 'details'
        ? 'Check PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY. If they are right: npm run doctor -- --probe-signature'
        : 'It accepted the business details, so what a GET signs is set wrongly: npm run doctor -- --probe-signature',
    );
  if (error instanceof PermissionError)
    return failed(
      `the service does not allow this ${where}${answered}`,
      'In the service’s dashboard, add this machine’s IP address and the endpoints to the key’s allow lists.',
    );
  if (error instanceof NotFoundError)
    return failed(
      `the service knows no such address or no such business ${where}${answered}`,
      'Check PAYLINK_BASE_URL with its prefix, then PAYLINK_API_KEY.',
    );
  const { what, next } = explainPaymentServiceError(error);
  return failed(`${what.replace(/\.$/, '')} ${where}${answered}`, next);
}
