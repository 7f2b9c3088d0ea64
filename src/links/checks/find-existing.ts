import type { Base } from '../../app-parts.ts';
import {
  buildDateRange,
  explainPaymentServiceError,
  invoiceKey,
  readWhole,
  recordAddress,
  recordReferences,
  type ServiceRecord,
} from '../../payment-service/index.ts';
import { readAmountShown } from '../../payments/index.ts';
import type { Link, LinkFailure } from '../../store/link.ts';
import { CLOCK_ROOM_MS } from './read-listings.ts';

/** How far back to search for a link when the service says that its reference is taken. */
const EXISTING_WINDOW_MS = 31 * 24 * 60 * 60_000;
const EXISTING_REQUESTS = 50;

/** Finds the link that holds a number which the service refused to use twice; null: not found, or the listing cannot be read. */
export const createFindExisting =
  ({ services, clock, timeZone, log }: Base) =>
  async (link: Link): Promise<LinkFailure['existing'] | null> => {
    const found: ServiceRecord[] = [];
    const from = clock.now() - EXISTING_WINDOW_MS;
    const range = buildDateRange(from, clock.now() + CLOCK_ROOM_MS, timeZone);
    try {
      await readWhole(services.of(link).listLinks, range, {
        budget: { left: EXISTING_REQUESTS },
        take: async (records) => found.push(...records.filter((record) => hasReference(link, record))),
      });
    } catch (error) {
      log.warn({ link: link.id, err: error }, explainPaymentServiceError(error).what);
    }
    const [record] = found;
    return record ? { address: recordAddress(record), amountFils: readAmountShown(record, 'link') } : null;
  };

/** The service may write a number in another case than we sent it. */
const hasReference = ({ invoiceId }: Pick<Link, 'invoiceId'>, record: ServiceRecord): boolean =>
  recordReferences(record).some(({ value }) => invoiceKey(value) === invoiceKey(invoiceId));
