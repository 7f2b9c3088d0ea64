import {
  buildApprovalConflict,
  buildApprovalNews,
  buildApprovalOver,
  buildApprovalQuestion,
  buildApprovalWaiting,
  buildDeclineView,
  buildErasedRequest,
  buildNotYourRequest,
  buildOwnRequest,
} from '../../src/approvals/approval-answers-view.ts';
import { describeLinkRequest } from '../../src/approvals/approval-request.ts';
import { buildApprovalAsk, buildFirstApprovalAsk } from '../../src/approvals/approval-view.ts';
import {
  buildNobodyLeft,
  buildNobodyToAsk,
  buildNotAsked,
  buildOtherAccount,
  buildStillWaiting,
} from '../../src/approvals/waiting-view.ts';
import { buildApprovalCard, buildFirstApprovalCard } from '../../src/links/card/asked-card-view.ts';
import { buildLinkCard, joinCards } from '../../src/links/card/link-card-view.ts';
import { type LinkState, REQUESTS } from '../../src/store/link-states.ts';
import type { ApprovalAsk } from '../../src/store/tables/approval-asks.ts';
import { asSale } from './as-sale.ts';
import { HOUR_MS, makeUpApproval, makeUpLink, NOW, ZONE } from './made-up.ts';
import { type Cast, message, modal, part, type Story, sentence } from './story.ts';

const ACCOUNTS = { from: 'M-1042', to: 'M-2077' };

export const listApprovals = (cast: Cast): Story[] => {
  const waiting = makeUpApproval(cast);
  const whom = { people: [cast.personId], reason: 'approver' } as const;
  const asked: ApprovalAsk[] = [
    { userId: cast.personId, round: 0, reason: 'approver', askedAt: NOW },
    { userId: cast.personId, round: 1, reason: 'no-answer', askedAt: NOW + HOUR_MS / 2 },
  ];
  const decided = (state: LinkState) =>
    makeUpApproval(cast, {
      state,
      approval: { ...waiting.approval, decidedBy: state === 'lapsed' ? null : cast.personId, decidedAt: NOW },
      declineReason: state === 'declined' ? '~Too~ much for this customer.' : null,
    });
  const held = makeUpLink(cast);
  const request = describeLinkRequest(waiting, NOW, ZONE);
  return [
    message('the morning after a request', 'channel', buildStillWaiting, [request, request], ZONE),
    message('nobody left to ask', 'channel', buildNobodyLeft, request),
    message('approval, first post', 'approval', buildFirstApprovalCard, waiting, whom, ZONE),
    ...REQUESTS.map((state) =>
      message(
        `card, request ${state}`,
        'approval',
        buildApprovalCard,
        state === 'asked' ? waiting : decided(state),
        { placed: { userId: null, refusedAs: null }, asked },
        ZONE,
      ),
    ),
    message(
      'approval, in its creator’s messages',
      'approval',
      buildApprovalCard,
      waiting,
      { placed: { userId: 'U0REHEARSAL', refusedAs: 'not_in_channel' }, asked },
      ZONE,
    ),
    message(
      'card, above a next link that needs approval',
      'card',
      joinCards,
      buildLinkCard(asSale(makeUpLink(cast)), ZONE),
      buildApprovalCard(waiting, { placed: { userId: null, refusedAs: null }, asked }, ZONE),
    ),
    ...[...REQUESTS, 'open' as const].flatMap((state) => {
      const news = buildApprovalNews(decided(state));
      return news === null ? [] : [part(`approval news, ${state}`, 'channel', buildApprovalNews, news)];
    }),
    message(
      'approval, asked by direct message, first post',
      'approval',
      buildFirstApprovalAsk,
      waiting,
      'no-other-approver',
      ZONE,
    ),
    ...[...REQUESTS, 'open' as const].map((state) =>
      message(
        `approval, asked by direct message, ${state}`,
        'approval',
        buildApprovalAsk,
        state === 'asked' ? waiting : decided(state),
        'no-answer',
        ZONE,
      ),
    ),
    message('approval, nobody may', 'channel', buildNobodyToAsk, request),
    message(
      'approval, one person could not be asked',
      'channel',
      buildNotAsked,
      request,
      'user_not_found',
      waiting.creatorId,
    ),
    modal('approval, window of the one who asks', buildApprovalWaiting, waiting, whom),
    modal('decline', buildDeclineView, waiting),
    sentence('approval, one’s own', buildOwnRequest),
    sentence('approval, a colleague’s', buildNotYourRequest, waiting),
    sentence('approval, erased', buildErasedRequest),
    ...(['approver', 'creator'] as const).map((reader) =>
      sentence(`approval, another account, ${reader}`, buildOtherAccount, request, ACCOUNTS, reader),
    ),
    sentence('approval, over', buildApprovalOver, decided('open')),
    sentence(
      'approval, held by a number',
      buildApprovalConflict,
      { because: 'invoice-id', holder: held },
      NOW,
    ),
    message('approval, something is new', 'approval', buildApprovalQuestion, waiting, {
      ...{ duplicates: [asSale(held)], question: 'rehearsal', now: NOW, timeZone: ZONE },
    }),
  ];
};
