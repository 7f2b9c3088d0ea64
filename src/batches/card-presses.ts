import { buildOwnRequest } from '../approvals/approval-answers-view.ts';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { displayStateOf } from '../links/card/display-state.ts';
import { readTwin } from '../links/card/find-twin.ts';
import { buildBatchCardNow } from '../links/card/notice-kinds.ts';
import { noteWhatsappOpened } from '../links/card/whatsapp-presses.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import { openView, updateView } from '../slack/views.ts';
import type { Batch, BatchState } from '../store/batch.ts';
import { permit } from '../workspaces/members.ts';
import { agreesOnAccount } from './agree-on-account.ts';
import { buildFileJob, buildNewsJob, buildRoundJob, buildRunJob } from './batch-jobs.ts';
import { buildBatchReminder, REMINDER_CALLBACK } from './batch-reminder-view.ts';
import { countBatch } from './count-batch.ts';
import type { BatchDependencies } from './open-batch-form.ts';

interface BatchPress extends Pressed {
  batch: Batch;
}

const UNKNOWN =
  'Paylink has no such batch here. Only members of the workspace where it was made can use its buttons.';

export const findBatch = async (
  { place, tell }: Pick<Pressed, 'place' | 'tell'>,
  { store }: Pick<BatchDependencies, 'store'>,
): Promise<Batch | null> => {
  const batch = place.value === null ? null : await store.batches.find(place.teamId, place.value);
  if (batch === null) await tell(UNKNOWN);
  return batch;
};

export const mayPress = async (
  { teamId, creatorId }: Batch,
  { place: { userId }, tell }: Pick<Pressed, 'place' | 'tell'>,
  dependencies: BatchDependencies,
): Promise<boolean> =>
  creatorId === userId || (await permit({ teamId, userId }, 'make-batch', dependencies, tell));

/** For the creator, and for everyone who may make batches. */
const createBatchButton = (
  name: string,
  press: (press: BatchPress, dependencies: BatchDependencies) => Promise<void>,
) =>
  createButton<BatchDependencies>(name, async (pressed, dependencies) => {
    const batch = await findBatch(pressed, dependencies);
    if (batch && (await mayPress(batch, pressed, dependencies)))
      await press({ ...pressed, batch }, dependencies);
  });

const wakeAll = ({ jobWorker, notifier }: BatchDependencies): void => {
  jobWorker.wake();
  notifier.wake();
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

type MoveOptions = Parameters<BatchDependencies['store']['batches']['move']>[0];
type Move = Pick<MoveOptions, 'from' | 'to' | 'isDecision' | 'again' | 'held'>;

export const move = async (
  { batch, place, tell }: BatchPress,
  { isDecision = false, ...change }: Move,
  dependencies: BatchDependencies,
  jobs: MoveOptions['jobs'] = () => [],
): Promise<Batch | null> => {
  const { store, clock, ids } = dependencies;
  const { teamId, id } = batch;
  const at = clock.now();
  const moved = await store.batches.move({
    ...{ teamId, id, by: place.userId, at, isDecision, ...change },
    jobs: (now) => [buildBatchCardNow({ teamId, batchId: id }, at, ids), ...jobs(now)],
  });
  if (moved === null) await tell(OVER[(await store.batches.get(id)).state]);
  else wakeAll(dependencies);
  return moved;
};

export const handleBatchPause = createBatchButton('batch_pause', async (press, dependencies) => {
  await move(press, { from: ['running'], to: 'paused' }, dependencies);
});

export const handleBatchCancel = createBatchButton('batch_cancel', async (press, dependencies) => {
  const { clock, ids } = dependencies;
  await move(press, { from: ['running', 'paused'], to: 'cancelled' }, dependencies, (batch) => [
    buildFileJob(batch, { userId: batch.creatorId, runs: batch.runs }, clock.now(), ids),
  ]);
});

/** An approved batch has no limit for one customer's links. */
export const run = async (
  press: BatchPress,
  { isDecision = false, ...change }: Omit<Move, 'to'>,
  dependencies: BatchDependencies,
): Promise<Batch | null> => {
  const { settings, clock, ids } = dependencies;
  const isDue = change.from.includes(press.batch.state);
  if (isDue && !(await agreesOnAccount(press.batch, dependencies, press.tell))) return null;
  const { approvalLimitFils } = await settings.of(press.batch.teamId);
  return move(press, { ...change, to: 'running', isDecision }, dependencies, (batch) => [
    buildRunJob(batch, isDecision || batch.decidedBy !== null ? null : approvalLimitFils, ids),
    ...(isDecision ? [buildNewsJob(batch, ids), buildRoundJob(batch, null, clock.now(), ids)] : []),
  ]);
};

export const handleBatchGoOn = createBatchButton('batch_go_on', async (press, dependencies) => {
  await run(press, { from: ['paused'] }, dependencies);
});

/** Tries the rows again whose link was certainly not created, and whose own values were not the reason. */
export const handleBatchRetry = createBatchButton('batch_retry', async (press, dependencies) => {
  const rows = await dependencies.store.batches.rowsWithLinks(press.batch.id);
  const again = rows.flatMap(({ row, link }) =>
    link === null || displayStateOf(link) !== 'not-made' || link.failure?.isAboutValues ? [] : [row],
  );
  if (again.length === 0)
    await press.tell(
      'These links can’t be created as they are. *Get the file* says why; correct the rows and upload them as a new file.',
    );
  else await run(press, { from: ['done'], again }, dependencies);
});

export const handleBatchFile = createBatchButton(
  'batch_file',
  async ({ batch, place, tell }, dependencies) => {
    const { store, audit, clock, ids, jobWorker } = dependencies;
    const { teamId, id } = batch;
    // Recorded first, so that no file exists without an entry in the audit trail.
    await audit.write({ teamId, actorId: place.userId, action: 'batch-file-read', subject: id });
    await store.jobs.add(
      buildFileJob(batch, { userId: place.userId, runs: null }, clock.now(), ids),
      clock.now(),
    );
    jobWorker.wake();
    await tell('Your file is on its way to your direct messages with Paylink.');
  },
);

/** The person who asked decides about the other account: they withdraw the request and upload the file again. */
const tellOtherAccount = async (
  { batch: { creatorId, fileName }, tell }: BatchPress,
  { from, to }: { from: string; to: string },
  { patientClient }: BatchDependencies,
): Promise<void> => {
  const why = `was asked for when links were made at the payment account ${escapeMrkdwn(from)}. New links belong to ${escapeMrkdwn(to)} now`;
  await tell(`Nothing was approved: this list ${why}. ${mention(creatorId)} was asked what to do.`);
  await patientClient.chat.postMessage({
    channel: creatorId,
    text: `Your list *${escapeMrkdwn(fileName)}* ${why}, so it can’t be approved. If its links should be made at ${escapeMrkdwn(to)}, press *Withdraw* and upload the file again.`,
  });
};

/** For everyone who may approve, except the creator. */
const createDecision = (
  name: string,
  decide: (press: BatchPress, dependencies: BatchDependencies) => Promise<void>,
) =>
  createButton<BatchDependencies>(name, async (pressed, dependencies) => {
    const { place, tell } = pressed;
    const batch = await findBatch(pressed, dependencies);
    if (!batch) return;
    if (batch.creatorId === place.userId) {
      await tell(buildOwnRequest());
      return;
    }
    const asker = { teamId: batch.teamId, userId: place.userId, creatorId: batch.creatorId };
    if (await permit(asker, 'approve', dependencies, tell)) await decide({ ...pressed, batch }, dependencies);
  });

export const handleBatchApprove = createDecision('batch_approve', async (press, dependencies) => {
  const { store, clock, accounts } = dependencies;
  const trouble = press.batch.state === 'asked' ? await accounts.troubleOf(press.batch) : null;
  if (trouble?.because === 'other') {
    await tellOtherAccount(press, trouble, dependencies);
    return;
  }
  const rows = (await store.batches.rowsWithLinks(press.batch.id)).filter(
    ({ row }) => row.state === 'waiting',
  );
  if (rows.length > 0 && rows.every(({ row }) => row.expiresAt !== null && row.expiresAt <= clock.now()))
    await press.tell(
      `Nothing was approved: the expiry dates of all these links have passed, so none can be created. *Decline* the request, and ask ${mention(press.batch.creatorId)} to upload the file again with later dates.`,
    );
  else await run(press, { from: ['asked'], isDecision: true }, dependencies);
});

export const handleBatchDecline = createDecision('batch_decline', async (press, dependencies) => {
  const { clock, ids } = dependencies;
  await move(press, { from: ['asked'], to: 'declined', isDecision: true }, dependencies, (batch) => [
    buildNewsJob(batch, ids),
    buildRoundJob(batch, null, clock.now(), ids),
  ]);
});

export const handleBatchWithdraw = createButton<BatchDependencies>(
  'batch_withdraw',
  async (pressed, dependencies) => {
    const batch = await findBatch(pressed, dependencies);
    if (!batch) return;
    if (batch.creatorId !== pressed.place.userId)
      await pressed.tell('Only the person who asked can withdraw this request. You can decline it.');
    else
      await move({ ...pressed, batch }, { from: ['asked'], to: 'withdrawn' }, dependencies, (now) => [
        buildRoundJob(now, null, dependencies.clock.now(), dependencies.ids),
      ]);
  },
);

/** The WhatsApp message to one unpaid customer at a time. */
const readReminder = async (
  batch: Batch,
  wanted: number,
  userId: string,
  dependencies: BatchDependencies,
) => {
  const { store, timeZone } = dependencies;
  const { rows: count } = countBatch(batch, await store.batches.tally(batch.id)).missing;
  const place = Math.min(Math.max(wanted, 0), Math.max(count - 1, 0));
  const [link] = await store.batches.missing(batch.id, { from: place, limit: 1 });
  if (link === undefined) return buildBatchReminder({ batch, place, count, content: null });
  const businessName = await noteWhatsappOpened(link, { userId }, dependencies);
  const twin = await readTwin(link, store.links);
  return buildBatchReminder({ batch, place, count, content: { link, twin, businessName, timeZone } });
};

export const handleBatchRemind = createButton<BatchDependencies>(
  'batch_remind',
  ({ place, tell, args }, dependencies) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: REMINDER_CALLBACK, title: 'Remind the unpaid' },
        read: async (refuse) => {
          const batch = await findBatch({ place, tell: refuse }, dependencies);
          return batch && (await mayPress(batch, { place, tell: refuse }, dependencies))
            ? { view: null, fill: () => readReminder(batch, 0, place.userId, dependencies) }
            : null;
        },
      },
      dependencies,
    ),
);

/** The button's value is `bat_…:3` for the fourth customer. */
export const handleBatchRemindOther = createButton<BatchDependencies>(
  'batch_remind_other',
  async ({ place, tell }, dependencies) => {
    const [id = '', wanted = '0'] = place.value?.split(':') ?? [];
    const batch = await findBatch({ place: { ...place, value: id }, tell }, dependencies);
    if (!batch || !place.view || !(await mayPress(batch, { place, tell }, dependencies))) return;
    const view = await readReminder(batch, Number(wanted) || 0, place.userId, dependencies);
    await updateView({ viewId: place.view.id, view }, dependencies);
  },
);
