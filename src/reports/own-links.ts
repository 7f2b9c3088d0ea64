import type { Link } from '../store/link.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import type { LinkDays } from './link-day-store.ts';
import type { OwnKnowledge, ReportRow } from './report-row.ts';

/** Adds to rows of the listing of links what our own store knows of their payments and sales. */
export type MarkOwnLinks = (rows: readonly ReportRow[]) => Promise<ReportRow[]>;

/** Far below the limit of parameters per statement. */
const AT_ONCE = 200;

export const createMarkOwnLinks =
  (
    teamId: string,
    linkDays: Pick<LinkDays, 'named'>,
    /** Why nobody should pay links that can be paid, in words, by their ids. */
    readInsteads: (links: readonly Link[]) => Promise<ReadonlyMap<string, string>>,
  ): MarkOwnLinks =>
  async (rows) => {
    const known = new Map<string, Link>();
    for (const by of ['invoiceId', 'orderId'] as const) {
      const names = rows.flatMap((row) => row[by === 'invoiceId' ? 'reference' : 'orderId'] ?? []);
      for (let at = 0; at < names.length; at += AT_ONCE)
        for (const link of await linkDays.named(teamId, by, names.slice(at, at + AT_ONCE)))
          known.set(`${by} ${by === 'invoiceId' ? link.invoiceId : link.orderId}`, link);
    }
    const insteads = await readInsteads([
      ...new Map([...known.values()].map((one) => [one.id, one])).values(),
    ]);
    return rows.map((row) => {
      const link = known.get(`invoiceId ${row.reference}`) ?? known.get(`orderId ${row.orderId}`);
      if (link === undefined) return row;
      const own = knowledgeOf(link);
      const instead = insteads.get(link.id);
      return { ...row, ...(own !== null && { own }), ...(instead !== undefined && { instead }) };
    });
  };

/** What a link with a payment is at most, whatever its record says: the record may only have the amount asked for. */
const AT_MOST: Record<PaymentFinding, OwnKnowledge | null> = {
  confirmed: 'received',
  partly: 'partly',
  refunded: 'refunded',
  mismatch: 'unclassified',
  unconfirmed: 'unclassified',
  declined: null,
  cancelled: null,
};

function knowledgeOf({ state, payment }: Link): OwnKnowledge | null {
  return state === 'paid' || state === 'reported' ? AT_MOST[payment?.finding ?? 'unconfirmed'] : null;
}
