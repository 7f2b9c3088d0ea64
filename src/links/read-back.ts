import type { Clock } from '../clock.ts';
import { recordInvoiceId, type ServiceRecord } from '../payment-service/index.ts';
import type { SweptLink } from '../store/link-checks.ts';
import type { ServiceOf } from '../workspaces/service-of.ts';
import { type FoundRecord, judgeRecords } from './judge-records.ts';
import { readListings } from './read-listings.ts';
import type { Reading } from './reading.ts';
import type { StateWords } from './state-words.ts';

export type ReadableLink = Pick<
  SweptLink,
  'id' | 'teamId' | 'invoiceId' | 'orderId' | 'createdAt' | 'amountFils' | 'state'
>;

/** Asks the service what it knows of links. Rejects with the service's error when it can not be read. */
export interface ReadBack {
  /** Whether `one` can go by the link's order id; else it reads the listings, as well for many as for one. */
  hasLookUp(link: ReadableLink): boolean;
  one(link: ReadableLink): Promise<Reading>;
  /** Links of one workspace from the listings, never one call per link. */
  many<L extends ReadableLink>(teamId: string, links: readonly L[]): Promise<Map<string, Reading>>;
}

const NOTHING: Reading = { found: [], isComplete: false, provesAbsence: false };

export const createReadBack = ({
  serviceOf,
  clock,
  timeZone,
  words,
  isLookUpConfigured,
}: {
  serviceOf: ServiceOf;
  clock: Clock;
  timeZone: string;
  words: StateWords;
  isLookUpConfigured: boolean;
}): ReadBack => {
  const many = <L extends ReadableLink>(teamId: string, links: readonly L[]) =>
    readListings(serviceOf(teamId), links, { now: clock.now(), timeZone });

  const byId = async (link: ReadableLink): Promise<FoundRecord[]> => {
    if (link.orderId === null) return [];
    const service = serviceOf(link.teamId);
    const [record, transaction] = await Promise.all([
      service.findLink(link.orderId),
      service.findTransaction(link.orderId),
    ]);
    return [
      ...(record ? [{ kind: 'link' as const, record }] : []),
      ...(transaction ? [{ kind: 'transaction' as const, record: transaction }] : []),
    ].filter(({ record }) => isOurs(link, record));
  };

  return {
    hasLookUp: (link) => isLookUpConfigured && link.orderId !== null,
    many,
    one: async (link) => {
      const found = await byId(link);
      const { says } = judgeRecords(link, found, { words, timeZone });
      const hasTransaction = found.some(({ kind }) => kind === 'transaction');
      const hasLink = found.some(({ kind }) => kind === 'link');
      // A link's record shows the amount that was asked: only its transaction shows the amount that came.
      const isSettled = says === 'waiting' ? hasLink : says !== 'none' && says !== 'silent' && hasTransaction;
      if (isSettled) return { found, isComplete: true, provesAbsence: false };
      const listed = (await many(link.teamId, [link])).get(link.id) ?? NOTHING;
      return { ...listed, found: [...found, ...listed.found] };
    },
  };
};

/** What was asked for by id is ours unless it carries somebody else's reference. */
function isOurs(link: ReadableLink, record: ServiceRecord): boolean {
  const invoiceId = recordInvoiceId(record);
  return invoiceId === null || invoiceId === link.invoiceId;
}
