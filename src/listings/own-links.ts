import { readStandings } from '../figures/link-standing.ts';
import type { Store } from '../open-store.ts';
import type { Link } from '../store/link.ts';
import type { ReportRow } from './report-row.ts';

/** Adds to rows of the listing of links how those of our own stand. */
export type MarkOwnLinks = (rows: readonly ReportRow[]) => Promise<ReportRow[]>;

/** Far below the limit of parameters per statement. */
const AT_ONCE = 200;

export const createMarkOwnLinks =
  (teamId: string, { linkDays, saleFigures }: Store): MarkOwnLinks =>
  async (rows) => {
    const known = new Map<string, Link>();
    for (const by of ['invoiceId', 'orderId'] as const) {
      const names = rows.flatMap((row) => row[by === 'invoiceId' ? 'reference' : 'orderId'] ?? []);
      for (let at = 0; at < names.length; at += AT_ONCE)
        for (const link of await linkDays.named(teamId, by, names.slice(at, at + AT_ONCE)))
          known.set(`${by} ${by === 'invoiceId' ? link.invoiceId : link.orderId}`, link);
    }
    const standings = await readStandings([...known.values()], saleFigures);
    return rows.map((row) => {
      const link = known.get(`invoiceId ${row.reference}`) ?? known.get(`orderId ${row.orderId}`);
      const own = link && standings.get(link.id);
      return own === undefined ? row : { ...row, own };
    });
  };
