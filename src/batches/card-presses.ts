import type { Request } from '../app-parts.ts';
import { buildOwnRequest } from '../approvals/approval-answers-view.ts';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { displayStateOf } from '../links/card/display-state.ts';
import { readTwin } from '../links/card/find-twin.ts';
import { buildBatchShowNow } from '../links/card/notice-kinds.ts';
import { noteWhatsappOpened } from '../links/card/whatsapp-presses.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import { openView, updateView } from '../slack/views.ts';
import type { Batch, BatchState } from '../store/batch.ts';
import { permit } from '../workspaces/members.ts';
import { agreesOnAccount } from './agree-on-account.ts';
import { buildFileJob, buildNewsJob, buildRoundJob, buildRunJob } from './batch-jobs.ts';
import { buildBatchReminder, REMINDER_CALLBACK } from './batch-reminder-view.ts';
import { countBatch } from './count-batch.ts';

interface BatchPress extends Pressed {
  batch: Batch;
}

const UNKNOWN =
  'Paylink has no such batch here. Only members of the workspace where it was made can use its buttons.';

export const findBatch = async (
  { place, tell }: Pick<Pressed, 'place' | 'tell'>,
  { store }: Request,
): Promise<Batch | null> => {
  const batch = place.value === null ? null : await store.batches.find(place.teamId, place.value);
  if (batch === null) await tell(UNKNOWN);
  return batch;
};

export const mayPress = async (
  { teamId, creatorId }: Batch,
  { place: { userId }, tell }: Pick<Pressed, 'place' | 'tell'>,
  request: Request,
): Promise<boolean> =>
  creatorId === userId || (await permit({ teamId, userId }, 'make-batch', request, tell));

/** For the creator, and for everyone who may make batches. */
const createBatchButton = (name: string, press: (press: BatchPress, request: Request) => Promise<void>) =>
  createButton<Request>(name, async (pressed, request) => {
    const batch = await findBatch(pressed, request);
    if (batch && (await mayPress(batch, pressed, request))) await press({ ...pressed, batch }, request);
  });

const wakeAll = ({ wake }: Request): void => {
  wake.jobs();
  wake.notices();
};

const OVER: Record<BatchState, string> = {
  preview: 'Nobody has confirmed this batch yet.',
  asked: 'This batch still waits for approval.',
  running: 'This batch is already being created.',
  paused: 'This batch is already paused.',
  done: 'This batch is already done.',
  cancelled: 'The rest of this batch is already cancelled.',
  declined: 'This batch was declined.',
  withdrawn: 'This batch was withdrawn.',
};

type MoveOptions = Parameters<Request['store']['batches']['move']>[0];
type Move = Pick<MoveOptions, 'from' | 'to' | 'isDecision' | 'again' | 'held'>;

export const move = async (
  { batch, place, tell }: BatchPress,
  { isDecision = false, ...change }: Move,
  request: Request,
  jobs: MoveOptions['jobs'] = () => [],
): Promise<Batch | null> => {
  const { store, clock } = request;
  const { teamId, id } = batch;
  const at = clock.now();
  const moved = await store.batches.move({
    ...{ teamId, id, by: place.userId, at, isDecision, ...change },
    jobs: (now) => [buildBatchShowNow({ teamId, batchId: id }), ...jobs(now)],
  });
  if (moved === null) await tell(OVER[(await store.batches.get(id)).state]);
  else wakeAll(request);
  return moved;
};

export const handleBatchPause = createBatchButton('batch_pause', async (press, request) => {
  await move(press, { from: ['running'], to: 'paused' }, request);
});

export const handleBatchCancel = createBatchButton('batch_cancel', async (press, request) => {
  const { clock, ids } = request;
  await move(press, { from: ['running', 'paused'], to: 'cancelled' }, request, (batch) => [
    buildFileJob(batch, { userId: batch.creatorId, runs: batch.runs }, clock.now(), ids),
  ]);
});

/** An approved batch has no limit for one customer's links. */
export const run = async (
  press: BatchPress,
  { isDecision = false, ...change }: Omit<Move, 'to'>,
  request: Request,
): Promise<Batch | null> => {
  const { settings, clock, ids } = request;
  const isDue = change.from.includes(press.batch.state);
  if (isDue && !(await agreesOnAccount(press.batch, request, press.tell))) return null;
  const { approvalLimitFils } = await settings.of(press.batch.teamId);
  return move(press, { ...change, to: 'running', isDecision }, request, (batch) => [
    buildRunJob(batch, isDecision || batch.decidedBy !== null ? null : approvalLimitFils, ids),
    ...(isDecision ? [buildNewsJob(batch, ids), buildRoundJob(batch, null, clock.now(), ids)] : []),
  ]);
};

export const handleBatchGoOn = createBatchButton('batch_go_on', async (press, request) => {
  await run(press, { from: ['paused'] }, request);
});

/** Tries the rows again whose link was certainly not created, and whose own values were not the reason. */
export const handleBatchRetry = createBatchButton('batch_retry', async (press, request) => {
  const rows = await request.store.batches.rowsWithLinks(press.batch.id);
  const again = rows.flatMap(({ row, link }) =>
    link === null || displayStateOf(link) !== 'not-made' || link.failure?.isAboutValues ? [] : [row],
  );
  if (again.length === 0)
    await press.tell(
      'These links can’t be created as they are. *Get the file* says why; correct the rows and upload them as a new file.',
    );
  else await run(press, { from: ['done'], again }, request);
});

export const handleBatchFile = createBatchButton('batch_file', async ({ batch, place, tell }, request) => {
  const { store, audit, clock, ids, wake } = request;
  const { teamId, id } = batch;
  // Recorded first, so that no file exists without an entry in the audit trail.
  await audit.write({ teamId, actorId: place.userId, action: 'batch-file-read', subject: id });
  await store.jobs.add(
    buildFileJob(batch, { userId: place.userId, runs: null }, clock.now(), ids),
    clock.now(),
  );
  wake.jobs();
  await tell('Your file is on its way to your direct messages with Paylink.');
});

/** The person who asked decides about the other account: they withdraw the request and upload the file again. */
const tellOtherAccount = async (
  { batch: { creatorId, fileName }, tell }: BatchPress,
  { from, to }: { from: string; to: string },
  { patientClient }: Request,
): Promise<void> => {
  const why = `was asked for when links were made at the payment account ${escapeMrkdwn(from)}. New links belong to ${escapeMrkdwn(to)} now`;
  await tell(`Nothing was approved: this list ${why}. ${mention(creatorId)} was asked what to do.`);
  await patientClient.chat.postMessage({
    channel: creatorId,
    text: `Your list *${escapeMrkdwn(fileName)}* ${why}, so it can’t be approved. If its links should be made at ${escapeMrkdwn(to)}, press *Withdraw* and upload the file again.`,
  });
};

/** For everyone who may approve, except the creator. */
const createDecision = (name: string, decide: (press: BatchPress, request: Request) => Promise<void>) =>
  createButton<Request>(name, async (pressed, request) => {
    const { place, tell } = pressed;
    const batch = await findBatch(pressed, request);
    if (!batch) return;
    if (batch.creatorId === place.userId) {
      await tell(buildOwnRequest());
      return;
    }
    const asker = { teamId: batch.teamId, userId: place.userId, creatorId: batch.creatorId };
    if (await permit(asker, 'approve', request, tell)) await decide({ ...pressed, batch }, request);
  });

export const handleBatchApprove = createDecision('batch_approve', async (press, request) => {
  const { store, clock, accounts } = request;
  const trouble = press.batch.state === 'asked' ? await accounts.troubleOf(press.batch) : null;
  if (trouble?.because === 'other') {
    await tellOtherAccount(press, trouble, request);
    return;
  }
  const rows = (await store.batches.rowsWithLinks(press.batch.id)).filter(
    ({ row }) => row.state === 'waiting',
  );
  if (rows.length > 0 && rows.every(({ row }) => row.expiresAt !== null && row.expiresAt <= clock.now()))
    await press.tell(
      `Nothing was approved: the expiry dates of all these links have passed, so none can be created. *Decline* the request, and ask ${mention(press.batch.creatorId)} to upload the file again with later dates.`,
    );
  else await run(press, { from: ['asked'], isDecision: true }, request);
});

export const handleBatchDecline = createDecision('batch_decline', async (press, request) => {
  const { clock, ids } = request;
  await move(press, { from: ['asked'], to: 'declined', isDecision: true }, request, (batch) => [
    buildNewsJob(batch, ids),
    buildRoundJob(batch, null, clock.now(), ids),
  ]);
});

export const handleBatchWithdraw = createButton<Request>('batch_withdraw', async (pressed, request) => {
  const batch = await findBatch(pressed, request);
  if (!batch) return;
  if (batch.creatorId !== pressed.place.userId)
    await pressed.tell('Only the person who asked can withdraw this request. You can decline it.');
  else
    await move({ ...pressed, batch }, { from: ['asked'], to: 'withdrawn' }, request, (now) => [
      buildRoundJob(now, null, request.clock.now(), request.ids),
    ]);
});

/** The WhatsApp message to one unpaid customer at a time. */
const readReminder = async (batch: Batch, wanted: number, userId: string, request: Request) => {
  const { store, timeZone } = request;
  const { rows: count } = countBatch(batch, await store.batches.tally(batch.id)).missing;
  const place = Math.min(Math.max(wanted, 0), Math.max(count - 1, 0));
  const [link] = await store.batches.missing(batch.id, { from: place, limit: 1 });
  if (link === undefined) return buildBatchReminder({ batch, place, count, content: null });
  const businessName = await noteWhatsappOpened(link, { userId }, request);
  const twin = await readTwin(link, store.links);
  return buildBatchReminder({ batch, place, count, content: { link, twin, businessName, timeZone } });
};

export const handleBatchRemind = createButton<Request>('batch_remind', ({ place, tell, args }, request) =>
  openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: REMINDER_CALLBACK, title: 'Remind the unpaid' },
      read: async (refuse) => {
        const batch = await findBatch({ place, tell: refuse }, request);
        return batch && (await mayPress(batch, { place, tell: refuse }, request))
          ? { view: null, fill: () => readReminder(batch, 0, place.userId, request) }
          : null;
      },
    },
    request,
  ),
);

/** The button's value is `bat_…:3` for the fourth customer. */
export const handleBatchRemindOther = createButton<Request>(
  'batch_remind_other',
  async ({ place, tell }, request) => {
    const [id = '', wanted = '0'] = place.value?.split(':') ?? [];
    const batch = await findBatch({ place: { ...place, value: id }, tell }, request);
    if (!batch || !place.view || !(await mayPress(batch, { place, tell }, request))) return;
    const view = await readReminder(batch, Number(wanted) || 0, place.userId, request);
    await updateView({ viewId: place.view.id, view }, request);
  },
);
