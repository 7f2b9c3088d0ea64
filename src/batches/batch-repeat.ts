import type { Request } from '../app-parts.ts';
import { addDays, addMonths, dayOf, spanOfDays } from '../calendar/date-span.ts';
import { instantOfMinute } from '../calendar/repeat.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { type Opening, updateView } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import { requireAccount } from '../tenancy/no-new-work.ts';
import type { BatchPress } from './about-batch.ts';
import { isRepeatable } from './batch-buttons-view.ts';
import { buildRepeatTell } from './batch-jobs.ts';
import { buildBatchPreview } from './batch-preview-view.ts';
import {
  buildNotRepeatable,
  buildRepeatDay,
  buildRepeatDayFields,
  buildRepeatNoted,
  describeReminder,
  explainRepeatTooLate,
  REMIND_MINUTE,
  REPEAT_DAY_TITLE,
} from './batch-repeat-view.ts';
import { buildNextRows } from './next-month.ts';
import { nameOf } from './preview-presses.ts';
import { readPreview } from './read-preview.ts';

const refuse = (): never => {
  throw new Refused(buildNotRepeatable());
};

/** *Same again* opens a preview of a batch's rows, with the month moved on. */
export const handleBatchRepeat = ({ place, args }: Pressed, request: Request): Opening<Batch> => ({
  first: { callbackId: 'batch_repeat_waiting', title: 'Check the list' },
  read: async (source) => {
    if (!isRepeatable(source)) refuse();
    await requireAccount(source.teamId, request);
    const by = { creatorId: place.userId, creatorName: nameOf(args.body.user) };
    return {
      view: null,
      fill: async () => buildBatchPreview(await readPreview(await repeat(source, by, request), request)),
    };
  },
});

/** One a day for each batch: whoever presses again that day gets the same. */
const repeat = async (
  source: Batch,
  by: Pick<Batch, 'creatorId' | 'creatorName'>,
  { store, settings, clock, ids, timeZone }: Request,
): Promise<Batch> => {
  const { id: sourceId, teamId, channelId, fileName, headings, account } = source;
  const at = clock.now();
  const rows = buildNextRows(await store.batches.rows(sourceId), {
    from: source.createdAt,
    to: at,
    timeZone,
  });
  if (rows.length === 0) refuse();
  const { defaultEmail: email, shopPhone: phone } = await settings.of(teamId);
  const { alike } = await store.similarLinks.find(teamId, rows, { at, shop: { email, phone }, sourceId });
  const today = dayOf(at, timeZone);
  // Its person is asked again if links belong to another account now.
  const batch = { id: ids.batch(), teamId, channelId, ...by, fileName, headings, sourceId, account, at };
  return store.batchRepeats.preview(
    sourceId,
    { batch, rows, alike },
    spanOfDays(today, today, timeZone).from,
  );
};

/** *Remind me…* opens the window for the day: the same of next month, if it is still to come. */
export const handleRepeatDay = (
  { place: { userId } }: Pressed,
  { store, clock, timeZone }: Request,
): Opening<Batch> => ({
  first: { callbackId: 'batch_repeat_day_waiting', title: REPEAT_DAY_TITLE },
  read: async (batch) => {
    if (!isRepeatable(batch)) refuse();
    const remindedAt = await store.batchRepeats.remindedAt({ batchId: batch.id, userId });
    const tomorrow = addDays(dayOf(clock.now(), timeZone), 1);
    const next = addMonths(dayOf(batch.createdAt, timeZone), 1);
    const value = remindedAt === null ? next : dayOf(remindedAt, timeZone);
    return {
      view: buildRepeatDay(batch, { value: value < tomorrow ? tomorrow : value, remindedAt, timeZone }),
    };
  },
});

const DAY_MS = 24 * 60 * 60_000;

export const handleRepeatDaySubmission = async (
  { about: batch, userId, view }: Sent & { about: Batch },
  { config: { retentionDays }, store, clock, timeZone }: Request,
): Promise<Answer> => {
  const fields = buildRepeatDayFields(timeZone);
  const dueAt = instantOfMinute(readForm(fields, view.values).repeat_day, REMIND_MINUTE, timeZone);
  const at = clock.now();
  if (dueAt <= at) throw new Refused(fields.repeat_day.fault, 'repeat_day');
  if (retentionDays !== null && batch.createdAt + retentionDays * DAY_MS <= dueAt)
    throw new Refused(explainRepeatTooLate(retentionDays), 'repeat_day');
  const reminder = { batchId: batch.id, userId };
  await store.batchRepeats.remind(reminder, buildRepeatTell(batch.teamId, reminder, dueAt), at);
  return { show: buildRepeatNoted(describeReminder(dueAt, timeZone)) };
};

export const handleRepeatOff = async (
  { about: batch, place: { userId, view } }: BatchPress,
  request: Request,
): Promise<void> => {
  const { store, clock } = request;
  await store.batchRepeats.remind({ batchId: batch.id, userId }, null, clock.now());
  if (view) await updateView({ viewId: view.id, view: buildRepeatNoted('You won’t be reminded.') }, request);
};
