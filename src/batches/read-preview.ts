import { describeCustomer } from '../blocks/customer.ts';
import { dayOf } from '../reports/date-span.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchListStore } from '../store/batch-list-store.ts';
import type { BatchStore } from '../store/batch-store.ts';
import type { WorkspaceSettings } from '../workspaces/settings/settings.ts';
import type { BatchPreview, ListPreview } from './batch-preview-view.ts';
import { countBatch } from './count-batch.ts';
import { namesMonth } from './lists/next-month.ts';

interface PreviewDependencies {
  store: {
    batches: Pick<BatchStore, 'get' | 'rows' | 'tally' | 'unpaid' | 'sourceFacts'>;
    batchLists: Pick<BatchListStore, 'find'>;
  };
  settings: { of(teamId: string): Promise<Pick<WorkspaceSettings, 'approvalLimitFils'>> };
  timeZone: string;
}

const MOST_UNPAID_NAMED = 10;

export const readPreview = async (batch: Batch, deps: PreviewDependencies): Promise<BatchPreview> => {
  const { approvalLimitFils: limitFils } = await deps.settings.of(batch.teamId);
  const rows = await deps.store.batches.rows(batch.id);
  return { batch, rows, limitFils, list: await readList(batch, rows, deps) };
};

async function readList(
  { teamId, id, listId }: Batch,
  rows: BatchPreview['rows'],
  { store: { batches, batchLists }, timeZone }: PreviewDependencies,
): Promise<ListPreview | null> {
  const list = listId === null ? null : await batchLists.find(teamId, listId);
  if (list === null || list.previewId !== id) return null;
  const source = await batches.get(list.sourceId);
  const { unpaid, made } = countBatch(source, await batches.tally(source.id));
  const named = await batches.unpaid(source.id, MOST_UNPAID_NAMED);
  const words = new Set(rows.flatMap(({ request }) => (request === null ? [] : [request.notes])));
  return {
    sourceId: source.id,
    madeOn: dayOf(source.createdAt, timeZone),
    made,
    unpaid,
    unpaidNames: named.map(({ details }) => describeCustomer(details)),
    ofMonth: [...words].filter(namesMonth),
    ...(await batches.sourceFacts(source.id)),
  };
}
