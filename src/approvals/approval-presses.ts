import type { Request } from '../app-parts.ts';
import { describeRequest } from '../links/card/asked-card-view.ts';
import { LinkInDoubtError } from '../links/issuing/issuer.ts';
import { keepLinkQuestion, readLinkQuestion } from '../links/issuing/questions.ts';
import { readEachInSale } from '../links/sale/link-in-sale.ts';
import type { About } from '../slack/admit.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import type { ShownLink } from '../store/consent.ts';
import type { AskedLink, Link } from '../store/link.ts';
import { mayExist } from '../store/link-states.ts';
import { buildUnconfirmed } from '../tenancy/account-view.ts';
import type { AccountTrouble } from '../tenancy/accounts.ts';
import {
  buildApprovalConflict,
  buildApprovalQuestion,
  buildDeclineView,
  buildOwnRequest,
  DECLINE_CALLBACK,
  DECLINE_FORM,
} from './approval-answers-view.ts';
import { type ApprovalRequest, describeLinkRequest } from './approval-request.ts';
import type { Decision } from './approvals.ts';
import { buildOtherAccount } from './waiting-view.ts';

/** A request, for everyone who may approve it, except the person who asked. */
export const exceptCreator = <Asked extends { creatorId: string }>(
  about: About<Request, Asked, Pressed>,
): About<Request, Asked, Pressed> => ({
  ...about,
  find: async (pressed, request) => {
    const asked = await about.find(pressed, request);
    if (asked?.creatorId === pressed.place.userId) throw new Refused(buildOwnRequest());
    return asked;
  },
  askedBy: ({ creatorId }) => creatorId,
});

type ApprovalPress = Pressed & { about: AskedLink };

const decisionOf = ({ about: { teamId, id }, place: { userId } }: ApprovalPress): Decision => ({
  teamId,
  id,
  by: userId,
});

/** Asks the approver about what is new since the request, or approves it. */
const approve = async (
  press: ApprovalPress,
  shown: readonly ShownLink[] | undefined,
  request: Request,
): Promise<void> => {
  const { approvals, store, clock, timeZone } = request;
  const outcome = await approvals.approve({ ...decisionOf(press), shown });
  if (outcome.outcome === 'approved') return sendForCreator(outcome.send, request);
  if (outcome.outcome === 'account')
    return refuseOtherAccount(
      describeLinkRequest(outcome.link, clock.now(), timeZone),
      outcome.trouble,
      request,
    );
  const { link, conflict } = outcome;
  if (conflict.because !== 'duplicates') throw new Refused(buildApprovalConflict(conflict, clock.now()));
  const duplicates = await readEachInSale(conflict.duplicates, store.links);
  const question = await keepLinkQuestion(link.teamId, conflict.shown, request);
  await press.tell(buildApprovalQuestion(link, { duplicates, question, now: clock.now(), timeZone }));
};

/** The person who asked decides about the other account: they withdraw the request and ask again. */
export const refuseOtherAccount = async (
  asked: ApprovalRequest,
  trouble: AccountTrouble,
  { members, patientClient }: Request,
): Promise<never> => {
  if (trouble.because === 'unconfirmed')
    throw new Refused(buildUnconfirmed(await members.whoMay(asked.teamId, 'change-settings')));
  await patientClient.chat.postMessage({
    channel: asked.creatorId,
    text: buildOtherAccount(asked, trouble, 'creator'),
  });
  throw new Refused(buildOtherAccount(asked, trouble, 'approver'));
};

/** Stores the link together with the approval, then requests it from the service, as every form does. */
export const handleApprove = (press: ApprovalPress, request: Request): Promise<void> =>
  approve(press, undefined, request);

/** The answer to what was new. The button's value is `lnk_…:question`. */
export const handleApproveAnyway = async (press: ApprovalPress, request: Request): Promise<void> => {
  const [, question = null] = press.place.value?.split(':') ?? [];
  const consent = await readLinkQuestion(press.about.teamId, question, request);
  await approve(press, consent?.shown, request);
};

/** The creator has no window open by now: a direct message was planned with the approval. */
const sendForCreator = async (send: () => Promise<Link>, { lostLinks }: Request): Promise<void> => {
  const link = await send().catch((error: unknown) => {
    if (!(error instanceof LinkInDoubtError)) throw error;
    throw new LinkInDoubtError(error.link, error.cause, { isToApprover: true });
  });
  if (mayExist(link.state)) await lostLinks.checkAgain(link);
};

/** Asks for the reason first. A person who may not decline learns that before writing one. */
export const handleDecline = ({ place }: Pressed, { approvals }: Request): Opening<AskedLink> => ({
  first: { callbackId: DECLINE_CALLBACK, title: 'Decline' },
  read: async ({ teamId, id }) => {
    const link = await approvals.checkDecision({ teamId, id, by: place.userId });
    return { view: buildDeclineView(DECLINE_CALLBACK, { id, what: describeRequest(link) }) };
  },
});

/** The request of a window that was sent. */
export const findDeclined = ({ teamId, view }: Sent, { approvals }: Request): Promise<AskedLink | null> =>
  approvals.find(teamId, view.metadata);

/** The card shows the decline, and the creator gets the reason. */
export const handleDeclineSubmission = async (
  { about: { teamId, id }, userId, view }: Sent & { about: AskedLink },
  { approvals }: Request,
): Promise<Answer> => {
  const { reason } = readForm(DECLINE_FORM, view.values);
  await approvals.decline({ teamId, id, by: userId, reason });
  return { close: true };
};

export const handleWithdraw = async (press: ApprovalPress, { approvals }: Request): Promise<void> => {
  await approvals.withdraw(decisionOf(press));
};
