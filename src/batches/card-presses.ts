import type { Request } from '../app-parts.ts';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { buildBatchShowNow } from '../links/card/notice-kinds.ts';
import { noteWhatsappOpened } from '../links/card/whatsapp-presses.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import { type Opening, updateView } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchPress } from './about-batch.ts';
import { agreeOnAccount } from './agree-on-account.ts';
import { buildFileJob, buildNewsJob, buildRoundJob, buildRunJob } from './batch-jobs.ts';
import { buildBatchReminder, REMINDER_CALLBACK } from './batch-reminder-view.ts';
import { SHOWN_BATCH_STATES } from './batch-states.ts';
import { countBatch } from './count-batch.ts';

type MoveOptions = Parameters<Request['store']['batches']['move']>[0];
type Move = Pick<MoveOptions, 'from' | 'to' | 'isDecision' | 'again' | 'held'>;

/** Throws `Refused` if the batch is not in one of these states any more. */
export const move = async (
  { about: batch, place }: BatchPress,
  { isDecision = false, ...change }: Move,
  request: Request,
  jobs: MoveOptions['jobs'] = () => [],
): Promise<void> => {
  const { store, clock } = request;
  const { teamId, id } = batch;
  const at = clock.now();
  const moved = await store.batches.move({
    ...{ teamId, id, by: place.userId, at, isDecision, ...change },
    jobs: (now) => [buildBatchShowNow({ teamId, batchId: id }), ...jobs(now)],
  });
  if (moved === null) throw new Refused(SHOWN_BATCH_STATES[(await store.batches.get(id)).state].already);
};

export const handleBatchPause = async (press: BatchPress, request: Request): Promise<void> => {
  await move(press, { from: ['running'], to: 'paused' }, request);
};

export const handleBatchCancel = async (press: BatchPress, request: Request): Promise<void> => {
  await move(press, { from: ['running', 'paused'], to: 'cancelled' }, request, (batch) => [
    buildFileJob(batch, request.ids),
  ]);
};

/** An approved batch has no limit for one customer's links. */
export const run = async (
  press: BatchPress,
  { isDecision = false, ...change }: Omit<Move, 'to'>,
  request: Request,
): Promise<void> => {
  const { settings, clock, ids } = request;
  const { about } = press;
  if (change.from.includes(about.state)) await agreeOnAccount(about, request);
  const { approvalLimitFils } = await settings.of(about.teamId);
  await move(press, { ...change, to: 'running', isDecision }, request, (batch) => [
    buildRunJob(batch, isDecision || batch.decidedBy !== null ? null : approvalLimitFils, ids),
    ...(isDecision ? [buildNewsJob(batch, ids), buildRoundJob(batch, null, clock.now(), ids)] : []),
  ]);
};

export const handleBatchGoOn = async (press: BatchPress, request: Request): Promise<void> => {
  await run(press, { from: ['paused'] }, request);
};

/** Tries the rows again whose link was certainly not created, and whose own values were not the reason. */
export const handleBatchRetry = async (press: BatchPress, request: Request): Promise<void> => {
  const rows = await request.store.batches.rowsWithSales(press.about.id);
  const again = rows.flatMap(({ row, sale }) =>
    sale?.sale.state !== 'not-made' || sale.failure?.isAboutValues ? [] : [row],
  );
  if (again.length === 0)
    throw new Refused(
      'These links can’t be created as they are. *Get the file* says why; correct the rows and upload them as a new file.',
    );
  await run(press, { from: ['done'], again }, request);
};

/** The person who asked decides about the other account: they withdraw the request and upload the file again. */
const refuseOtherAccount = async (
  { creatorId, fileName }: Batch,
  { from, to }: { from: string; to: string },
  { patientClient }: Request,
): Promise<never> => {
  const why = `was asked for when links were made at the payment account ${escapeMrkdwn(from)}. New links belong to ${escapeMrkdwn(to)} now`;
  await patientClient.chat.postMessage({
    channel: creatorId,
    text: `Your list *${escapeMrkdwn(fileName)}* ${why}, so it can’t be approved. If its links should be made at ${escapeMrkdwn(to)}, press *Withdraw* and upload the file again.`,
  });
  throw new Refused(`Nothing was approved: this list ${why}. ${mention(creatorId)} was asked what to do.`);
};

export const handleBatchApprove = async (press: BatchPress, request: Request): Promise<void> => {
  const { store, clock, accounts } = request;
  const { about: batch } = press;
  const trouble = batch.state === 'asked' ? await accounts.troubleOf(batch) : null;
  if (trouble?.because === 'other') await refuseOtherAccount(batch, trouble, request);
  const rows = (await store.batches.rows(batch.id)).filter(({ state }) => state === 'waiting');
  if (rows.length > 0 && rows.every(({ expiresAt }) => expiresAt !== null && expiresAt <= clock.now()))
    throw new Refused(
      `Nothing was approved: the expiry dates of all these links have passed, so none can be created. *Decline* the request, and ask ${mention(batch.creatorId)} to upload the file again with later dates.`,
    );
  await run(press, { from: ['asked'], isDecision: true }, request);
};

export const handleBatchDecline = async (press: BatchPress, request: Request): Promise<void> => {
  const { clock, ids } = request;
  await move(press, { from: ['asked'], to: 'declined', isDecision: true }, request, (batch) => [
    buildNewsJob(batch, ids),
    buildRoundJob(batch, null, clock.now(), ids),
  ]);
};

export const handleBatchWithdraw = async (press: BatchPress, request: Request): Promise<void> => {
  await move(press, { from: ['asked'], to: 'withdrawn' }, request, (now) => [
    buildRoundJob(now, null, request.clock.now(), request.ids),
  ]);
};

/** The WhatsApp message to one unpaid customer at a time. */
const readReminder = async (batch: Batch, wanted: number, userId: string, request: Request) => {
  const { store, timeZone } = request;
  const { rows: count } = countBatch(batch, await store.batches.tally(batch.id)).missing;
  const place = Math.min(Math.max(wanted, 0), Math.max(count - 1, 0));
  const [link] = await store.batches.missing(batch.id, { from: place, limit: 1 });
  if (link === undefined) return buildBatchReminder({ batch, place, count, content: null });
  const businessName = await noteWhatsappOpened(link, userId, request);
  return buildBatchReminder({ batch, place, count, content: { link, businessName, timeZone } });
};

export const handleBatchRemind = ({ place }: Pressed, request: Request): Opening<Batch> => ({
  first: { callbackId: REMINDER_CALLBACK, title: 'Remind the unpaid' },
  read: async (batch) => ({ view: null, fill: () => readReminder(batch, 0, place.userId, request) }),
});

/** The button's value is `bat_…:3` for the fourth customer. */
export const handleBatchRemindOther = async (
  { about: batch, place }: BatchPress,
  request: Request,
): Promise<void> => {
  const [, wanted = '0'] = place.value?.split(':') ?? [];
  if (!place.view) return;
  const view = await readReminder(batch, Number(wanted) || 0, place.userId, request);
  await updateView({ viewId: place.view.id, view }, request);
};
