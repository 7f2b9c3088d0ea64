import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { buildNewsNotice } from '../links/card/notice-kinds.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import { afterSubmission } from '../slack/listener.ts';
import { openView } from '../slack/open-view.ts';
import type { Link } from '../store/link.ts';
import { mayExist } from '../store/link-states.ts';
import { permit } from '../workspaces/roles.ts';
import {
  buildApprovalHeld,
  buildApprovalOver,
  buildErasedRequest,
  buildNotYourRequest,
  buildOwnRequest,
  buildUnknownApproval,
} from './approval-answers-view.ts';
import type { ApprovalListenerDependencies } from './approval-listener-dependencies.ts';
import type { Refusal } from './approvals.ts';
import { buildDeclineView, DECLINE } from './decline-view.ts';

/** Who decides about which request. */
type Ask = Record<'teamId' | 'id' | 'by', string>;

/** A button on a request. */
const createApprovalButton = (
  name: string,
  press: (pressed: Pressed & { ask: Ask }, dependencies: ApprovalListenerDependencies) => Promise<void>,
) =>
  createButton<ApprovalListenerDependencies>(name, async (pressed, dependencies) => {
    const { teamId, userId: by, value: id } = pressed.place;
    if (id === null) return void (await pressed.tell(buildUnknownApproval()));
    await press({ ...pressed, ask: { teamId, id, by } }, dependencies);
  });

/** Tells the person who pressed, and nobody else, why nothing was done. */
const tellRefusal = async (
  refusal: Refusal,
  by: string,
  dependencies: Pick<ApprovalListenerDependencies, 'members' | 'clock' | 'timeZone'>,
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  switch (refusal.because) {
    case 'unknown':
      await tell(buildUnknownApproval());
      return;
    case 'over':
      await tell(buildApprovalOver(refusal.approval));
      return;
    case 'creator':
      await tell(buildOwnRequest());
      return;
    case 'not-creator':
      await tell(buildNotYourRequest(refusal.approval));
      return;
    case 'not-allowed':
      await permit({ teamId: refusal.approval.teamId, userId: by }, 'approve', dependencies, tell);
      return;
    case 'erased':
      await tell(buildErasedRequest());
      return;
    case 'held':
      await tell(buildApprovalHeld(refusal.held, dependencies.clock.now(), dependencies.timeZone));
      return;
  }
};

/**
 * A second person agrees: the link is written down together with the approval, and then requested from the
 * service, as after every form.
 */
export const handleApprove = createApprovalButton('approve', async ({ ask, tell }, dependencies) => {
  const outcome = await dependencies.approvals.approve(ask);
  if (outcome.outcome === 'refused') return tellRefusal(outcome, ask.by, dependencies, tell);
  if (outcome.send !== null) await tellOutcome(await outcome.send(), dependencies);
});

/** By now the creator has no window open, so a direct message says what happened to the link. */
async function tellOutcome(
  link: Link,
  { settler, store, ids, clock, notifier }: ApprovalListenerDependencies,
): Promise<void> {
  notifier.wake();
  const settled = mayExist(link.state) ? await settler.checkAgain(link) : link;
  await store.jobs.addAll([buildNewsNotice(settled, ids)], clock.now());
  notifier.wake();
}

/** Asks for the reason first. Someone who may not decline learns that before writing one. */
export const handleDecline = createApprovalButton('decline', ({ ask, place, tell, args }, dependencies) => {
  const { approvals } = dependencies;
  return openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: DECLINE.callbackId, title: 'Decline' },
      read: async (refuse) => {
        const refusal = await approvals.checkDecision(ask);
        if (refusal) {
          await tellRefusal(refusal, ask.by, dependencies, refuse);
          return null;
        }
        const approval = await approvals.find(ask.teamId, ask.id);
        if (approval) return { view: buildDeclineView(approval) };
        await refuse(buildUnknownApproval());
        return null;
      },
    },
    dependencies,
  );
});

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [DECLINE.reason]: z.object({ [DECLINE.reason]: z.object({ value: z.string().nullish() }) }),
});

/** The reason was given: the window closes, the card shows the decline, and the creator reads the reason. */
export const handleDeclineSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ApprovalListenerDependencies,
): Promise<void> => {
  const { approvals } = dependencies;
  const reason = valuesSchema.parse(view.state.values)[DECLINE.reason][DECLINE.reason].value?.trim() ?? '';
  if (reason === '') {
    await ack({ response_action: 'errors', errors: { [DECLINE.reason]: 'Enter a reason.' } });
    return;
  }
  await ack();
  await afterSubmission('decline', body, dependencies, async ({ asker: { teamId, userId }, tell }) => {
    const outcome = await approvals.decline({ teamId, id: view.private_metadata, by: userId, reason });
    if (outcome.outcome === 'refused') await tellRefusal(outcome, userId, dependencies, tell);
  });
};

/** The creator withdraws the request, and the card shows it. */
export const handleWithdraw = createApprovalButton('withdraw', async ({ ask, tell }, dependencies) => {
  const outcome = await dependencies.approvals.withdraw(ask);
  if (outcome.outcome === 'refused') await tellRefusal(outcome, ask.by, dependencies, tell);
});
