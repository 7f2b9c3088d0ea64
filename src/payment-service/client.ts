import { randomInt } from 'node:crypto';
import { type PaymentServiceSettings, parseServiceAddress } from './client-settings.ts';
import type { Answer } from './envelope.ts';
import { InvalidRequestError, NotFoundError, type Operation } from './errors.ts';
import { type GeneratedLink, readGeneratedLink } from './generated-link.ts';
import type { LinkRequest } from './link-request.ts';
import { type DateRange, type PageRequest, parseLocalDateTime } from './local-date-time.ts';
import type { ServiceRecord } from './record-fields.ts';
import { type ListingPage, readListing, readRecords } from './records.ts';
import { parseLinkRequest } from './request-field.ts';
import {
  buildFixedPath,
  buildListingPath,
  buildLookUpPath,
  createRequester,
  type PaymentServiceCall,
  type PaymentServiceClock,
} from './requester.ts';
import { type SignRequest, signRequest } from './signature.ts';
import { type Connections, createConnections, type Transport, type TransportTimeouts } from './transport.ts';

export interface PaymentServiceOptions {
  settings: PaymentServiceSettings;
  /** @default signRequest */
  sign?: SignRequest | undefined;
  /** For waits between attempts and `Retry-After` dates; timeouts use real time. */
  clock?: PaymentServiceClock | undefined;
  /** For jitter, 0 to 1. */
  random?: (() => number) | undefined;
  newReference?: (() => string) | undefined;
  /** Milliseconds. @default 5 s to connect, 30 s to the headers, 30 s from there to the last byte */
  timeouts?: TransportTimeouts | undefined;
  /** @default 8 MiB */
  maxResponseBytes?: number | undefined;
  /** How requests travel. @default over HTTP, with the timeouts and the size above */
  transport?: Transport | undefined;
  /** Called after every attempt. */
  onCall?: ((call: PaymentServiceCall) => void) | undefined;
}

export type PaymentServiceClient = ReturnType<typeof createPaymentServiceClient>;

const GENERATE_PATH = '/payment-link/generate';
const BUSINESS_PATH = '/business-details';
const DEFAULT_TIMEOUTS = { connectMs: 5_000, headersMs: 30_000, bodyMs: 30_000 };
const DEFAULT_MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** The interface's defaults; both are int32 there. */
const DEFAULT_PAGE = { page: 0, size: 10 };
const INT32_MAX = 2 ** 31 - 1;

const systemClock: PaymentServiceClock = {
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Connections that the clients of many merchants share: each takes its `transport` from `forMerchant`. Close these after
 * the clients. Throws `TypeError` when `baseUrl` is not an address.
 */
export const createPaymentServiceConnections = ({
  baseUrl,
  timeouts,
  maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES,
}: Pick<PaymentServiceOptions, 'timeouts' | 'maxResponseBytes'> & { baseUrl: string }): Connections =>
  createConnections({
    origin: new URL(baseUrl).origin,
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
    maxResponseBytes,
  });

const createOwnTransport = (options: Parameters<typeof createPaymentServiceConnections>[0]): Transport => {
  const connections = createPaymentServiceConnections(options);
  return { ...connections.forMerchant(), close: connections.close };
};

/**
 * Throws `TypeError` when the settings make it impossible to send requests. Every method rejects with a `PaymentServiceError` and
 * nothing else.
 */
export const createPaymentServiceClient = (options: PaymentServiceOptions) => {
  const { settings, newReference = createReference } = options;
  const { paths } = settings;
  const { origin, prefix } = parseServiceAddress(settings);
  const requester = createRequester({
    settings,
    transport: options.transport ?? createOwnTransport({ ...options, baseUrl: origin }),
    sign: options.sign ?? signRequest,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    onCall: options.onCall ?? (() => undefined),
  });

  const list =
    (operation: Operation, template: string) =>
    async (range: DateRange, page: PageRequest = {}): Promise<ListingPage> => {
      const reference = newReference();
      const paging = {
        page: page.page ?? DEFAULT_PAGE.page,
        size: page.size ?? DEFAULT_PAGE.size,
      };
      const fault = findListingFault(range, paging);
      if (fault !== null) {
        throw new InvalidRequestError(`${fault}; nothing was sent`, { operation, reference });
      }
      const path = buildListingPath(prefix, template, range, paging);
      const answer = await requester.request({ operation, reference, template, path, post: null });
      return readListing(answer, paging.page, paging.size);
    };

  const find =
    (operation: Operation, template: string) =>
    async (orderId: string): Promise<ServiceRecord[]> => {
      // With an empty id the path would be a different endpoint's.
      if (template === '' || orderId === '') return [];
      const reference = newReference();
      const path = buildLookUpPath(prefix, template, orderId);
      try {
        return readRecords(await requester.request({ operation, reference, template, path, post: null }));
      } catch (error) {
        if (error instanceof NotFoundError) return [];
        throw error;
      }
    };

  return {
    /**
     * Creates a link. Sends at most once. Unless the error `proves` that the request was refused, a link may exist. A request
     * that breaks the interface's rules is not sent and rejects with `InvalidRequestError`.
     */
    async generateLink(
      request: LinkRequest,
      { reference = newReference() }: { reference?: string | undefined } = {},
    ): Promise<GeneratedLink> {
      const parsed = parseLinkRequest(request, reference);
      const answer = await requester.request({
        operation: 'generateLink',
        reference,
        template: GENERATE_PATH,
        path: buildFixedPath(prefix, GENERATE_PATH),
        post: {
          body: Buffer.from(JSON.stringify(parsed)),
          sent: { invoiceId: parsed.Invoice_Id ?? null, callbackUrl: parsed.callback_url ?? null },
        },
      });
      return readGeneratedLink(answer, parsed.callback_url ?? null);
    },
    businessDetails: (): Promise<Answer> =>
      requester.request({
        operation: 'businessDetails',
        reference: newReference(),
        template: BUSINESS_PATH,
        path: buildFixedPath(prefix, BUSINESS_PATH),
        post: null,
      }),
    listTransactions: list('listTransactions', paths.transactions),
    listPayouts: list('listPayouts', paths.payouts),
    listLinks: list('listLinks', paths.links),
    /**
     * None: the service has no such record (404, code 93, an empty answer), or the look-up is not configured. Several: it answered
     * with a list.
     */
    findLinks: find('findLink', paths.link),
    findTransactions: find('findTransaction', paths.transaction),
    /** Waits for requests under way; makes no further retries. */
    close: () => requester.close(),
  };
};

function findListingFault(range: DateRange, { page, size }: { page: number; size: number }): string | null {
  if (
    parseLocalDateTime(range.fromDate, 'UTC') === null ||
    parseLocalDateTime(range.toDate, 'UTC') === null
  ) {
    return 'fromDate and toDate must be dates that exist, as yyyy-MM-dd HH:mm:ss';
  }
  if (!isIntegerIn(page, 0) || !isIntegerIn(size, 1)) {
    return 'page must be a whole number from 0, size one from 1';
  }
  return null;
}

const isIntegerIn = (value: number, least: number): boolean =>
  Number.isInteger(value) && value >= least && value <= INT32_MAX;

/** Leaves out letters and digits that are easily confused over the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A short id for one call, shown on screen and in the log. */
export const createReference = (): string =>
  Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
