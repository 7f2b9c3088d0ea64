import type { App } from '../app-parts.ts';
import { describeCustomer } from '../blocks/customer.ts';
import { dayOf } from '../calendar/date-span.ts';
import { unpaidOf } from '../figures/sale-figures.ts';
import type { LinkRequest } from '../payment-service/link-request.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchPreview, RepeatedBatch } from './batch-preview-view.ts';
import { namesMonth } from './next-month.ts';

export const readPreview = async (batch: Batch, app: App): Promise<BatchPreview> => {
  const { approvalLimitFils: limitFils } = await app.settings.of(batch.teamId);
  const rows = await app.store.batches.rows(batch.id);
  return { batch, rows, limitFils, again: await readRepeated(batch, rows, app), timeZone: app.timeZone };
};

async function readRepeated(
  { teamId, sourceId }: Batch,
  rows: BatchPreview['rows'],
  { store: { batches }, timeZone }: App,
): Promise<RepeatedBatch | null> {
  const source = sourceId === null ? null : await batches.find(teamId, sourceId);
  if (source === null) return null;
  const before = (await batches.rowsWithSales(source.id)).filter(({ row }) => row.state !== 'left');
  const owedBy = new Map<string | null, number>();
  for (const { row, sale } of before) {
    const customer = row.request && keyOf(row.request);
    owedBy.set(customer, (owedBy.get(customer) ?? 0) + (sale === null ? 0 : unpaidOf(sale.sale)));
  }
  const readable = rows.flatMap(({ number, request }) => (request === null ? [] : [{ number, request }]));
  const rowsOf = new Map<string, typeof readable>();
  for (const row of readable)
    rowsOf.set(keyOf(row.request), [...(rowsOf.get(keyOf(row.request)) ?? []), row]);
  return {
    madeOn: dayOf(source.createdAt, timeZone),
    owedFils: [...owedBy.values()].reduce((sum, fils) => sum + fils, 0),
    owed: [...rowsOf].flatMap(([customer, theirs]) => {
      const fils = owedBy.get(customer) ?? 0;
      const [first] = theirs;
      return fils === 0 || first === undefined
        ? []
        : [{ numbers: theirs.map(({ number }) => number), name: describeCustomer(first.request), fils }];
    }),
    ofMonth: [...new Set(readable.map(({ request }) => request.notes))].filter(namesMonth),
    erased: before.filter(({ row }) => row.request === null).length,
    numbered: before.filter(({ row }) => row.request?.Invoice_Id !== undefined).length,
  };
}

/** Customers as the file names them, whatever was corrected on their links since. */
const keyOf = ({ FullName, Phone, Email }: LinkRequest): string => JSON.stringify([FullName, Phone, Email]);
