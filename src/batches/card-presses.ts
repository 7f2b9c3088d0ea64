import type { Request } from '../app-parts.ts';
import { buildDeclineView, DECLINE_FORM } from '../approvals/approval-answers-view.ts';
import { buildDecidedJobs } from '../approvals/approval-jobs.ts';
import { refuseOtherAccount } from '../approvals/approval-presses.ts';
import { describeBatch } from '../blocks/batch.ts';
import { buildButton } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { buildBatchShowNow } from '../links/card/notice-kinds.ts';
import { buildNobodyLeft, buildRemindWindow, REMIND_WINDOW } from '../links/card/remind-window-view.ts';
import { readWhatsapp } from '../links/card/whatsapp-presses.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { ToSay } from '../slack/tell.ts';
import { type Opening, updateView } from '../slack/views.ts';
import type { Batch, BatchState } from '../store/batch.ts';
import type { BatchPress } from './about-batch.ts';
import { agreeOnAccount } from './agree-on-account.ts';
import { buildLinksFileJob, buildRunJob, TOLD_APPROVED } from './batch-jobs.ts';
import { buildBatchNews } from './batch-messages-view.ts';
import { describeBatchRequest } from './batch-request.ts';
import { SHOWN_BATCH_STATES } from './batch-states.ts';
import { countBatch } from './count-batch.ts';

export const REMIND_NEXT_ACTION = 'batch_remind_next';

type Move = Parameters<Request['store']['batches']['move']>[0];

type Change = Pick<Move, 'from' | 'to' | 'isDecision'>;

/** What people do with a batch: from which states, and into which. */
const CHANGES = {
  pause: { from: ['running'], to: 'paused' },
  goOn: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
  retry: { from: ['done'], to: 'running' },
  createHeld: { from: ['done'], to: 'running' },
  leaveHeld: { from: ['done'], to: 'done' },
  approve: { from: ['asked'], to: 'running', isDecision: true },
  decline: { from: ['asked'], to: 'declined', isDecision: true },
  withdraw: { from: ['asked'], to: 'withdrawn' },
} as const satisfies Record<string, Change>;

/** What its creator is told of the decision. */
const NEWS: Partial<Record<BatchState, (batch: Batch) => ToSay>> = {
  declined: buildBatchNews,
  running: ({ id }) => ({ what: TOLD_APPROVED, ids: { batchId: id } }),
};

/** Throws `Refused` if the batch is in another state by now. */
export const changeBatch = async (
  { about, place }: { about: Batch; place: Pick<BatchPress['place'], 'userId'> },
  name: keyof typeof CHANGES,
  request: Request,
  more: Pick<Move, 'again' | 'held' | 'trouble'> = {},
): Promise<void> => {
  const { store, settings, clock } = request;
  const change: Change = CHANGES[name];
  const { teamId, id } = about;
  const { from, to } = change;
  if (to === 'running' && from.includes(about.state)) await agreeOnAccount(about, request);
  const limitFils = to === 'running' ? (await settings.of(teamId)).approvalLimitFils : null;
  const at = clock.now();
  const moved = await store.batches.move({
    ...{ teamId, id, by: place.userId, at, ...change, ...more },
    jobs: (batch) => [
      buildBatchShowNow({ teamId, batchId: id }),
      // An approved batch has no limit for one customer's links.
      ...(to === 'running' ? [buildRunJob(batch, batch.decidedBy === null ? limitFils : null)] : []),
      ...(to === 'cancelled' ? [buildLinksFileJob(batch)] : []),
      ...(from.includes('asked')
        ? buildDecidedJobs(batch, NEWS[to]?.(batch) ?? null, at, batch.channelId)
        : []),
    ],
  });
  if (moved === null) throw new Refused(SHOWN_BATCH_STATES[(await store.batches.get(id)).state].already);
};

/** A press that needs no more than its name. */
export const handleBatchChange =
  (name: keyof typeof CHANGES) =>
  (press: BatchPress, request: Request): Promise<void> =>
    changeBatch(press, name, request);

export const DECLINE_BATCH_CALLBACK = 'batch_decline';

export const handleBatchDecline = (): Opening<Batch> => ({
  first: { callbackId: DECLINE_BATCH_CALLBACK, title: 'Decline' },
  read: async (batch) => {
    if (batch.state !== 'asked') throw new Refused(SHOWN_BATCH_STATES[batch.state].already);
    return { view: buildDeclineView(DECLINE_BATCH_CALLBACK, { id: batch.id, what: describeBatch(batch) }) };
  },
});

export const handleBatchDeclineSubmission = async (
  { about, userId, view }: Sent & { about: Batch },
  request: Request,
): Promise<Answer> => {
  const { reason } = readForm(DECLINE_FORM, view.values);
  await changeBatch({ about, place: { userId } }, 'decline', request, { trouble: reason });
  return { close: true };
};

/** Tries the rows again whose link was certainly not created, and whose own values were not the reason. */
export const handleBatchRetry = async (press: BatchPress, request: Request): Promise<void> => {
  const rows = await request.store.batches.rowsWithSales(press.about.id);
  const again = rows.flatMap(({ row, sale }) =>
    sale?.sale.state !== 'not-made' || sale.failure?.isAboutValues ? [] : [row],
  );
  if (again.length === 0)
    throw new Refused(
      'These links can’t be made as they are. *Get the file* says why: correct the rows and upload them again.',
    );
  await changeBatch(press, 'retry', request, { again });
};

export const handleBatchApprove = async (press: BatchPress, request: Request): Promise<void> => {
  const { store, clock, accounts } = request;
  const { about: batch } = press;
  const trouble = batch.state === 'asked' ? await accounts.troubleOf(batch) : null;
  if (trouble) await refuseOtherAccount(describeBatchRequest(batch, clock.now()), trouble, request);
  const rows = (await store.batches.rows(batch.id)).filter(({ state }) => state === 'waiting');
  if (rows.length > 0 && rows.every(({ expiresAt }) => expiresAt !== null && expiresAt <= clock.now()))
    throw new Refused(
      `Not approved: the expiry dates of all these links have passed. Decline, and ask ${mention(batch.creatorId)} for later dates.`,
    );
  await changeBatch(press, 'approve', request);
};

/** The reminder to one unpaid customer, from `place` on. */
const readReminder = async (batch: Batch, place: number, userId: string, request: Request) => {
  const { batches } = request.store;
  const { rows: count } = countBatch(batch, await batches.tally(batch.id)).missing;
  const at = Math.min(place, Math.max(count - 1, 0));
  const [link] = await batches.missing(batch.id, { from: at, limit: 1 });
  if (link === undefined) return buildNobodyLeft();
  const head = `*${at + 1} of ${count}*: ${escapeMrkdwn(link.details.FullName)}, ${formatAed(link.amountFils)}`;
  const next =
    at + 1 < count ? buildButton(`${batch.id}:${at + 1}`, REMIND_NEXT_ACTION, 'Next customer') : null;
  return buildRemindWindow(head, next, await readWhatsapp(link, userId, request));
};

export const handleBatchRemind = ({ place }: Pressed, request: Request): Opening<Batch> => ({
  first: REMIND_WINDOW,
  read: async (batch) => ({ view: null, fill: () => readReminder(batch, 0, place.userId, request) }),
});

/** The button's value is `bat_…:3` for the fourth customer. */
export const handleBatchRemindNext = async (
  { about: batch, place }: BatchPress,
  request: Request,
): Promise<void> => {
  if (!place.view) return;
  const view = await readReminder(batch, Number(place.value?.split(':')[1]) || 0, place.userId, request);
  await updateView({ viewId: place.view.id, view }, request);
};
