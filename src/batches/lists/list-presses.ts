import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { buildBatchShowNow } from '../../links/card/notice-kinds.ts';
import { addDays, addMonths, dayOf, spanOfDays } from '../../reports/date-span.ts';
import { turnsToCome } from '../../reports/repeat.ts';
import { createButton } from '../../slack/button.ts';
import { afterSubmission } from '../../slack/listener.ts';
import { openView, updateView } from '../../slack/views.ts';
import type { Batch } from '../../store/batch.ts';
import { permit } from '../../workspaces/members.ts';
import { buildBatchGone, buildBatchPreview } from '../batch-preview-view.ts';
import { readPreview } from '../read-preview.ts';
import { parseBatchList } from './list-batch-store.ts';
import { BATCH_LIST_JOB } from './list-jobs.ts';
import {
  buildListDay,
  buildListGone,
  buildListNotScheduled,
  buildListSaving,
  buildListScheduled,
  buildListStopped,
  explainTooLate,
  LIST_DAY,
} from './list-view.ts';

const DAY_MS = 24 * 60 * 60_000;
/** 09:00, the start of the working day. */
const USUAL_MINUTE = 9 * 60;

/** The batch of a button or window, if the person may make batches. Otherwise tells why not. */
const findRepeatable = async (
  { teamId, userId, id }: { teamId: string; userId: string; id: string | null },
  tell: (text: string) => Promise<unknown>,
  request: Request,
): Promise<Batch | null> => {
  const batch = id === null ? null : await request.store.batches.find(teamId, id);
  if (batch === null) {
    await tell(buildBatchGone());
    return null;
  }
  return (await permit({ teamId, userId }, 'make-batch', request, tell)) ? batch : null;
};

/** *Same again next month* opens the window for the day. */
export const handleBatchRepeat = createButton<Request>('batch_repeat', ({ place, tell, args }, request) =>
  openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: 'batch_list_waiting', title: 'Same again each month' },
      read: async (refuse) => {
        const { teamId, userId, value: id } = place;
        const batch = await findRepeatable({ teamId, userId, id }, refuse, request);
        if (batch === null) return null;
        const { store, timeZone } = request;
        const list = batch.listId === null ? null : await store.batchLists.find(teamId, batch.listId);
        if (batch.erasedAt !== null || (list !== null && list.sourceId !== batch.id)) {
          await refuse(buildListNotScheduled());
          return null;
        }
        const kept = list && { id: list.id, keeperId: list.keeperId, dueAt: list.nextAt };
        const values = list ?? { day: readDay(batch.createdAt, timeZone), atMinute: USUAL_MINUTE };
        return { view: buildListDay({ batch, kept, values, timeZone }) };
      },
    },
    request,
  ),
);

const readDay = (at: number, timeZone: string): number => Number(dayOf(at, timeZone).slice(8));

const dayValuesSchema = z.object({
  [LIST_DAY.day]: z.object({
    [LIST_DAY.day]: z.object({
      selected_option: z.object({ value: z.coerce.number().int().min(1).max(31) }),
    }),
  }),
  [LIST_DAY.hour]: z.object({
    [LIST_DAY.hour]: z.object({ selected_time: z.string().regex(/^\d{2}:\d{2}$/) }),
  }),
});

/** The first day is in a later month than the batch's own. */
const findTurns = (
  { createdAt }: Batch,
  { day, atMinute }: { day: number; atMinute: number },
  { clock, timeZone }: Request,
) => {
  const made = dayOf(createdAt, timeZone);
  const lastOfMonth = addDays(addMonths(`${made.slice(0, 7)}-01`, 1), -1);
  const after = Math.max(clock.now(), spanOfDays(lastOfMonth, lastOfMonth, timeZone).to);
  const repeat = { every: 'month', on: day, atMinute } as const;
  return turnsToCome({ kind: BATCH_LIST_JOB, repeat, setAt: after }, after, timeZone);
};

export const handleListDaySubmission = async (
  { ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  request: Request,
): Promise<void> => {
  const { store, clock, ids, timeZone } = request;
  const { retentionDays } = request.config;
  const values = dayValuesSchema.parse(view.state.values);
  const day = values[LIST_DAY.day][LIST_DAY.day].selected_option.value;
  const [hour = 0, minute = 0] = values[LIST_DAY.hour][LIST_DAY.hour].selected_time.split(':').map(Number);
  const atMinute = hour * 60 + minute;
  await ack({ response_action: 'update', view: buildListSaving() });
  await afterSubmission('batch_list_day', body, request, async ({ asker, tell }) => {
    const show = async (words: string) => {
      const shown = await updateView({ viewId: view.id, view: buildListSaving(words) }, request);
      if (shown === null) await tell(words);
    };
    const batch = await findRepeatable({ ...asker, id: view.private_metadata }, show, request);
    if (batch === null) return;
    const { teamId, id: batchId } = batch;
    const turns = findTurns(batch, { day, atMinute }, request);
    const firstAt = Math.min(...turns.map(({ dueAt }) => dueAt));
    if (retentionDays !== null && batch.createdAt + retentionDays * DAY_MS <= firstAt)
      return show(`⚠️ ${explainTooLate(retentionDays)}`);
    const at = clock.now();
    const list = await store.batchLists.schedule({
      ...{ id: ids.batchList(), teamId, batchId, by: asker.userId, at },
      ...{ day, atMinute, turns },
      jobs: [buildBatchShowNow({ teamId, batchId })],
    });
    if (list === null) return show(buildListNotScheduled());
    wakeAll(request);
    const kept = { id: list.id, keeperId: list.keeperId, dueAt: list.nextAt };
    await updateView({ viewId: view.id, view: buildListScheduled(batch, kept, timeZone) }, request);
  });
};

const wakeAll = ({ wake }: Request): void => {
  wake.jobs();
  wake.notices();
};

export const handleListStop = createButton<Request>('batch_list_stop', async ({ place, tell }, request) => {
  const { store, clock } = request;
  const { teamId, userId, value: id } = place;
  const list = id === null ? null : await store.batchLists.find(teamId, id);
  if (list === null) return void (await tell(buildListGone()));
  if (!(await permit({ teamId, userId }, 'make-batch', request, tell))) return;
  const at = clock.now();
  await store.schedules.stop({ teamId, id: list.id }, at, (stopped) => {
    const { sourceId } = parseBatchList(stopped);
    return {
      entry: {
        ...{ id: `aud_list_stopped_${list.id}`, teamId, at, actorId: userId },
        ...{ action: 'list-stopped', subject: sourceId, detail: null },
      },
      jobs: [buildBatchShowNow({ teamId, batchId: sourceId })],
    };
  });
  wakeAll(request);
  const words = buildListStopped(await store.batches.get(list.sourceId));
  if (place.view) await updateView({ viewId: place.view.id, view: buildListSaving(words) }, request);
  else await tell(words);
});

/** Shows the waiting preview in the window that lists the monthly lists. */
export const handleListLook = createButton<Request>('batch_list_look', async ({ place, tell }, request) => {
  const { teamId, userId, value: id, view } = place;
  const batch = await findRepeatable({ teamId, userId, id }, tell, request);
  if (batch === null || view === null) return;
  const preview = await readPreview(batch, request);
  await updateView({ viewId: view.id, view: buildBatchPreview(preview) }, request);
});
