import type { App } from '../app-parts.ts';
import { describeCustomer } from '../blocks/customer.ts';
import { dayOf } from '../calendar/date-span.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchPreview, ListPreview } from './batch-preview-view.ts';
import { countBatch } from './count-batch.ts';
import { namesMonth } from './lists/next-month.ts';

const MOST_UNPAID_NAMED = 10;
/** Who owes for longer is in every preview of those months. */
const MOST_MONTHS = 3;

export const readPreview = async (batch: Batch, app: App): Promise<BatchPreview> => {
  const { approvalLimitFils: limitFils } = await app.settings.of(batch.teamId);
  const rows = await app.store.batches.rows(batch.id);
  return { batch, rows, limitFils, list: await readList(batch, rows, app), timeZone: app.timeZone };
};

async function readList(
  { teamId, id, listId }: Batch,
  rows: BatchPreview['rows'],
  { store: { batches, batchLists }, timeZone }: App,
): Promise<ListPreview | null> {
  const list = listId === null ? null : await batchLists.find(teamId, listId);
  if (list === null || list.previewId !== id) return null;
  const source = await batches.get(list.sourceId);
  const earlier = await batchLists.months(teamId, list.id, MOST_MONTHS);
  const readMonth = async (month: Batch): Promise<ListPreview['months'][number]> => {
    const { unpaid, made } = countBatch(month, await batches.tally(month.id));
    const named = await batches.unpaid(month.id, MOST_UNPAID_NAMED);
    const names = named.map(({ details }) => describeCustomer(details));
    return { madeOn: dayOf(month.createdAt, timeZone), made, unpaid, names };
  };
  const words = new Set(rows.flatMap(({ request }) => (request === null ? [] : [request.notes])));
  return {
    sourceId: source.id,
    madeOn: dayOf(source.createdAt, timeZone),
    months: await Promise.all(earlier.map(readMonth)),
    ofMonth: [...words].filter(namesMonth),
    ...(await batches.sourceFacts(source.id)),
  };
}
