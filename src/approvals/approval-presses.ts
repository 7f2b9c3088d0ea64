import type { Request } from '../app-parts.ts';
import { buildGone } from '../blocks/refusal.ts';
import { buildNewsNotice } from '../links/card/notice-kinds.ts';
import { keepLinkQuestion, readLinkQuestion } from '../links/issuing/questions.ts';
import { readEachInSale } from '../links/sale/link-in-sale.ts';
import { requirePermission } from '../people/members.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import type { AskedLink, Link } from '../store/link.ts';
import { mayExist } from '../store/link-states.ts';
import { buildUnconfirmed } from '../tenancy/account-view.ts';
import {
  buildApprovalConflict,
  buildApprovalOver,
  buildApprovalQuestion,
  buildDeclineView,
  buildErasedRequest,
  buildNotYourRequest,
  buildOtherAccount,
  buildOwnRequest,
  DECLINE_CALLBACK,
  DECLINE_FORM,
} from './approval-answers-view.ts';
import type { Approvals, Decision, Refusal } from './approvals.ts';

type ApprovalPress = Pressed & { about: AskedLink };

/** What was pressed, and by whom; a button's value begins with the request: `lnk_…:question`. */
const decisionOf = ({ about: { teamId, id }, place: { userId } }: ApprovalPress): Decision => ({
  teamId,
  id,
  by: userId,
});

/** Why nothing was done. Always throws. */
const refuse = async (refusal: Refusal, by: string, request: Request): Promise<never> => {
  switch (refusal.because) {
    case 'unknown':
      throw new Refused(buildGone('request'));
    case 'over':
      throw new Refused(buildApprovalOver(refusal.link));
    case 'creator':
      throw new Refused(buildOwnRequest());
    case 'not-creator':
      throw new Refused(buildNotYourRequest(refusal.link));
    case 'not-allowed': {
      const { teamId, creatorId } = refusal.link;
      await requirePermission({ teamId, userId: by, creatorId }, 'approve', request);
      throw new Error('a person who may approve was refused');
    }
    case 'erased':
      throw new Refused(buildErasedRequest());
    case 'account':
      return refuseOtherAccount(refusal, request);
  }
};

/** Asks the approver about what is new since the request, or approves it. */
const approve = async (
  decision: Parameters<Approvals['approve']>[0],
  tell: Pressed['tell'],
  request: Request,
): Promise<void> => {
  const { approvals, store, clock, timeZone } = request;
  const outcome = await approvals.approve(decision);
  if (outcome.outcome === 'approved') {
    if (outcome.send !== null) await tellCreator(await outcome.send(), request);
  } else if (outcome.because !== 'conflict') await refuse(outcome, decision.by, request);
  else if (outcome.conflict.because !== 'duplicates')
    throw new Refused(buildApprovalConflict(outcome.conflict, clock.now()));
  else {
    const { shown } = outcome.conflict;
    const duplicates = await readEachInSale(outcome.conflict.duplicates, store.links);
    const question = await keepLinkQuestion(decision.teamId, shown, request);
    await tell(buildApprovalQuestion(outcome.link, { duplicates, question, now: clock.now(), timeZone }));
  }
};

/** The person who asked decides about the other account: they withdraw the request and ask again. */
async function refuseOtherAccount(
  { link, trouble }: Extract<Refusal, { because: 'account' }>,
  { members, patientClient }: Request,
): Promise<never> {
  if (trouble.because === 'unconfirmed')
    throw new Refused(buildUnconfirmed(await members.whoMay(link.teamId, 'change-settings')));
  await patientClient.chat.postMessage({
    channel: link.creatorId,
    text: buildOtherAccount(link, trouble, 'creator'),
  });
  throw new Refused(buildOtherAccount(link, trouble, 'approver'));
}

/** Stores the link together with the approval, then requests it from the service, as every form does. */
export const handleApprove = (press: ApprovalPress, request: Request): Promise<void> =>
  approve(decisionOf(press), press.tell, request);

/** The answer to what was new. The button's value is `lnk_…:question`. */
export const handleApproveAnyway = async (press: ApprovalPress, request: Request): Promise<void> => {
  const [, question = null] = press.place.value?.split(':') ?? [];
  const consent = await readLinkQuestion(press.about.teamId, question, request);
  await approve({ ...decisionOf(press), shown: consent?.shown }, press.tell, request);
};

/** The creator has no window open by now, so a direct message says what happened to the link. */
async function tellCreator(link: Link, { lostLinks, store, ids, clock }: Request): Promise<void> {
  const settled = mayExist(link.state) ? await lostLinks.checkAgain(link) : link;
  await store.jobs.addAll([buildNewsNotice(settled, ids)], clock.now());
}

/** Asks for the reason first. A person who may not decline learns that before writing one. */
export const handleDecline = ({ place }: Pressed, request: Request): Opening<AskedLink> => ({
  first: { callbackId: DECLINE_CALLBACK, title: 'Decline' },
  read: async (link) => {
    const { teamId, id } = link;
    const refusal = await request.approvals.checkDecision({ teamId, id, by: place.userId });
    if (refusal) await refuse(refusal, place.userId, request);
    return { view: buildDeclineView(link) };
  },
});

/** The request of a window that was sent. */
export const findDeclined = ({ teamId, view }: Sent, { approvals }: Request): Promise<AskedLink | null> =>
  approvals.find(teamId, view.metadata);

/** The card shows the decline, and the creator gets the reason. */
export const handleDeclineSubmission = async (
  { about: { teamId, id }, userId, view }: Sent & { about: AskedLink },
  request: Request,
): Promise<Answer> => {
  const { reason } = readForm(DECLINE_FORM, view.values);
  const outcome = await request.approvals.decline({ teamId, id, by: userId, reason });
  if (outcome.outcome === 'refused') await refuse(outcome, userId, request);
  return { close: true };
};

export const handleWithdraw = async (press: ApprovalPress, request: Request): Promise<void> => {
  const decision = decisionOf(press);
  const outcome = await request.approvals.withdraw(decision);
  if (outcome.outcome === 'refused') await refuse(outcome, decision.by, request);
};
