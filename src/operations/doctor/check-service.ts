import type { ServiceSettings } from '../../config/config.ts';
import {
  AuthenticationError,
  createPaymentServiceClient,
  explainPaymentServiceError,
  formatLocalDateTime,
  NotFoundError,
  type PaymentServiceClient,
  PaymentServiceError,
} from '../../payment-service/index.ts';
import { type Check, failed, type Outcome, ok, type Round, readFailureCode } from './check.ts';

type Signature = Pick<ServiceSettings, 'signatureEncoding' | 'signatureGet'>;
type Question = (service: PaymentServiceClient, round: Round) => Promise<unknown>;

const HOUR_MS = 3_600_000;

const askBusiness: Question = (service) => service.businessDetails();

/** One row of the last hour. Unlike the business details' address, this one has a query to sign. */
const askListOf =
  (list: 'listLinks' | 'listTransactions'): Question =>
  async (service, { config, clock }) => {
    const at = (ms: number) => formatLocalDateTime(ms, config.paymentService.timeZone);
    const now = clock.now();
    try {
      await service[list]({ fromDate: at(now - HOUR_MS), toDate: at(now) }, { size: 1 });
    } catch (error) {
      // This service may answer 404 when there are no rows.
      if (!(error instanceof NotFoundError)) throw error;
    }
  };

const askListing = askListOf('listLinks');

/** Null: the service answered. Changes nothing there. */
const ask = async (
  round: Round,
  question: Question,
  signature: Partial<Signature> = {},
): Promise<PaymentServiceError | null> => {
  const { config, clock, patienceMs } = round;
  if (config.credentials === null) throw new TypeError('without credentials there is nothing to ask');
  const service = createPaymentServiceClient({
    settings: { ...config.paymentService, ...config.credentials, ...signature },
    clock,
    timeouts: { connectMs: patienceMs, headersMs: patienceMs, bodyMs: patienceMs },
  });
  try {
    await question(service, round);
    return null;
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    return error;
  } finally {
    await service.close();
  }
};

const REMEDY =
  'Check PAYLINK_BASE_URL with its prefix, PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY; in the service’s dashboard, the key’s allow lists must hold this machine’s IP address. If all is right: paylink doctor --probe-signature';

const UNREACHED =
  'Check the address in PAYLINK_BASE_URL, and this machine’s way to it: name server, firewall, certificates.';

const judge = (error: PaymentServiceError | null, seen: string, remedy: string): Outcome => {
  if (error === null) return ok(seen);
  const { what } = explainPaymentServiceError(error);
  return failed(
    `${what.replace(/\.$/, '')} (${error.httpStatus ?? readFailureCode(error)})`,
    error.httpStatus === null ? UNREACHED : remedy,
  );
};

/** Each workspace has credentials of its own with OAuth, tested when an admin enters them. */
const withCredentials =
  (run: (round: Round) => Promise<Outcome>): Check['run'] =>
  async (round) =>
    round.config.credentials === null ? null : run(round);

/** Does the payment service take the key and the account? */
export const runBusiness = withCredentials(async (round) =>
  judge(await ask(round, askBusiness), 'the service accepts the key and the account', REMEDY),
);

/** Does it take what we sign of an address with a query? */
export const runListing = withCredentials(async (round) =>
  judge(
    await ask(round, askListing),
    'the service accepts the signature of a listing',
    'Check PAYLINK_LINKS_PATH and PAYLINK_TIME_ZONE. If they are right: paylink doctor --probe-signature',
  ),
);

/** Without it Paid rests on the links' own records, which show only what was asked for. */
export const runTransactions = withCredentials(async (round) =>
  judge(
    await ask(round, askListOf('listTransactions')),
    'the service lists payments',
    'Check PAYLINK_TRANSACTIONS_PATH. Until it is right, a link is Paid by its own record, and nobody sees if another amount came.',
  ),
);

const SIGNATURES: Signature[] = (['hex', 'base64'] as const).flatMap((signatureEncoding) =>
  (['query', 'path', 'path-and-query', 'empty'] as const).map((signatureGet) => ({
    signatureEncoding,
    signatureGet,
  })),
);

/** As written in `.env`. */
const write = ({ signatureEncoding, signatureGet }: Signature): string =>
  `PAYLINK_SIGNATURE_ENCODING=${signatureEncoding} PAYLINK_SIGNATURE_GET=${signatureGet}`;

/** Which of all ways of signing does the service take? Most requests are signed wrongly on purpose. */
export const runSignatures = withCredentials(async (round) => {
  const taken: string[] = [];
  for (const signature of SIGNATURES) {
    const error = (await ask(round, askBusiness, signature)) ?? (await ask(round, askListing, signature));
    if (error === null) taken.push(write(signature));
    // Neither yes nor no, such as a rate limit: further tries would tell us nothing.
    else if (!(error instanceof AuthenticationError)) return judge(error, '', REMEDY);
  }
  const details = taken.map((signature) => `accepted with ${signature}`);
  if (taken.includes(write(round.config.paymentService)))
    return ok(
      taken.length === SIGNATURES.length
        ? 'accepted, with every signature: the service does not look at it'
        : 'accepted with the signature as it is set',
      { details },
    );
  const [best] = taken;
  if (best)
    return failed(
      'the service refuses the signature as it is set, and accepts another',
      `Set ${best}`,
      details,
    );
  return failed(
    'the service refuses every known way of signing',
    'So the values are wrong, or its rule is another: check PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY, then ask the payment service how it computes X-HMAC-Signature.',
  );
});
