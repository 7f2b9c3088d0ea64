import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { buildNewsNotice } from '../links/card/notice-kinds.ts';
import { keepLinkQuestion, readLinkQuestion } from '../links/form/questions.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import { afterSubmission } from '../slack/listener.ts';
import { openView } from '../slack/views.ts';
import type { Link } from '../store/link.ts';
import { mayExist } from '../store/link-states.ts';
import { buildUnconfirmed } from '../workspaces/account-view.ts';
import { permit } from '../workspaces/members.ts';
import {
  buildApprovalConflict,
  buildApprovalOver,
  buildApprovalQuestion,
  buildDeclineView,
  buildErasedRequest,
  buildNotYourRequest,
  buildOtherAccount,
  buildOwnRequest,
  buildUnknownApproval,
  DECLINE,
} from './approval-answers-view.ts';
import type { Approvals, Decision, Refusal } from './approvals.ts';

const createApprovalButton = (
  name: string,
  press: (pressed: Pressed & { decision: Decision }, request: Request) => Promise<void>,
) =>
  createButton<Request>(name, async (pressed, request) => {
    const { teamId, userId: by, value: id } = pressed.place;
    if (id === null) return void (await pressed.tell(buildUnknownApproval()));
    await press({ ...pressed, decision: { teamId, id, by } }, request);
  });

/** Tells only the person who pressed why nothing was done. */
const tellRefusal = async (
  refusal: Refusal,
  by: string,
  request: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<unknown> => {
  switch (refusal.because) {
    case 'unknown':
      return tell(buildUnknownApproval());
    case 'over':
      return tell(buildApprovalOver(refusal.approval));
    case 'creator':
      return tell(buildOwnRequest());
    case 'not-creator':
      return tell(buildNotYourRequest(refusal.approval));
    case 'not-allowed':
      return permit(
        { teamId: refusal.approval.teamId, userId: by, creatorId: refusal.approval.creatorId },
        'approve',
        request,
        tell,
      );
    case 'erased':
      return tell(buildErasedRequest());
    case 'account':
      return tellOtherAccount(refusal, request, tell);
  }
};

/** Asks the approver about what is new since the request, or approves it. */
const approve = async (
  { decision, tell, ask }: Pick<Pressed, 'tell' | 'ask'> & { decision: Parameters<Approvals['approve']>[0] },
  request: Request,
): Promise<void> => {
  const { approvals, clock, timeZone } = request;
  const outcome = await approvals.approve(decision);
  if (outcome.outcome === 'approved') {
    if (outcome.send !== null) await tellCreator(await outcome.send(), request);
  } else if (outcome.because !== 'conflict') await tellRefusal(outcome, decision.by, request, tell);
  else if (outcome.conflict.because !== 'duplicates')
    await tell(buildApprovalConflict(outcome.conflict, clock.now(), timeZone));
  else {
    const { duplicates, shown } = outcome.conflict;
    const question = await keepLinkQuestion(decision.teamId, shown, request);
    await ask(buildApprovalQuestion(outcome.approval, { duplicates, question, now: clock.now(), timeZone }));
  }
};

/** The person who asked decides about the other account: they withdraw the request and ask again. */
async function tellOtherAccount(
  { approval, trouble }: Extract<Refusal, { because: 'account' }>,
  { members, patientClient }: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<void> {
  if (trouble.because === 'unconfirmed') {
    await tell(buildUnconfirmed(await members.whoMay(approval.teamId, 'change-settings')));
    return;
  }
  await tell(buildOtherAccount(approval, trouble, 'approver'));
  await patientClient.chat.postMessage({
    channel: approval.creatorId,
    text: buildOtherAccount(approval, trouble, 'creator'),
  });
}

/** Stores the link together with the approval, then requests it from the service, as every form does. */
export const handleApprove = createApprovalButton('approve', approve);

/** The answer to what was new. The button's value is `apr_…:question`. */
export const handleApproveAnyway = createApprovalButton('approve_anyway', async (pressed, request) => {
  const { teamId, id: value, by } = pressed.decision;
  const [id = '', question = null] = value.split(':');
  const consent = await readLinkQuestion(teamId, question, request);
  await approve({ ...pressed, decision: { teamId, id, by, shown: consent?.shown } }, request);
});

/** The creator has no window open by now, so a direct message says what happened to the link. */
async function tellCreator(link: Link, { lostLinks, store, ids, clock, wake }: Request): Promise<void> {
  wake.notices();
  const settled = mayExist(link.state) ? await lostLinks.checkAgain(link) : link;
  await store.jobs.addAll([buildNewsNotice(settled, ids)], clock.now());
  wake.notices();
}

/** Asks for the reason first. A person who may not decline learns that before writing one. */
export const handleDecline = createApprovalButton('decline', ({ decision, place, tell, args }, request) => {
  const { approvals } = request;
  return openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: DECLINE.callbackId, title: 'Decline' },
      read: async (refuse) => {
        const refusal = await approvals.checkDecision(decision);
        if (refusal) {
          await tellRefusal(refusal, decision.by, request, refuse);
          return null;
        }
        const approval = await approvals.find(decision.teamId, decision.id);
        if (approval) return { view: buildDeclineView(approval) };
        await refuse(buildUnknownApproval());
        return null;
      },
    },
    request,
  );
});

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [DECLINE.reason]: z.object({ [DECLINE.reason]: z.object({ value: z.string().nullish() }) }),
});

/** The card shows the decline, and the creator gets the reason. */
export const handleDeclineSubmission = async (
  { ack, body, view }: SubmitArgs,
  request: Request,
): Promise<void> => {
  const { approvals } = request;
  const reason = valuesSchema.parse(view.state.values)[DECLINE.reason][DECLINE.reason].value?.trim() ?? '';
  if (reason === '') {
    await ack({ response_action: 'errors', errors: { [DECLINE.reason]: 'Enter a reason.' } });
    return;
  }
  await ack();
  await afterSubmission('decline', body, request, async ({ asker: { teamId, userId }, tell }) => {
    const outcome = await approvals.decline({ teamId, id: view.private_metadata, by: userId, reason });
    if (outcome.outcome === 'refused') await tellRefusal(outcome, userId, request, tell);
  });
};

export const handleWithdraw = createApprovalButton('withdraw', async ({ decision, tell }, request) => {
  const outcome = await request.approvals.withdraw(decision);
  if (outcome.outcome === 'refused') await tellRefusal(outcome, decision.by, request, tell);
});
