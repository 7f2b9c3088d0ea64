import type { Button, KnownBlock } from '@slack/types';
import { buildButton } from '../blocks/button.ts';
import { describeCustomer } from '../blocks/customer.ts';
import { limits } from '../blocks/limits.ts';
import type { Message } from '../blocks/message.ts';
import { formatAed, slackDate, slackTime } from '../blocks/money-and-time.ts';
import { describePlace, isChannel } from '../blocks/place.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../blocks/text.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import type { Approval } from '../store/approval.ts';
import type { ApprovalAsk } from '../store/approval-ask-store.ts';
import type { WhomToAsk } from './whom-to-ask.ts';

export const APPROVE_ACTION = 'approve_link';
export const DECLINE_ACTION = 'decline_link';
export const WITHDRAW_ACTION = 'withdraw_link';

/** Mentioning more people is shouting. */
const MOST_MENTIONED = 5;

/**
 * The question in the channel, and later its outcome. Colleagues and guests read it: no e-mail, no full
 * phone. `asked`: those who got it by direct message.
 */
export const buildApprovalCard = (
  approval: Approval,
  asked: readonly ApprovalAsk[],
  timeZone: string,
): Message => ({
  text: cut(`${labelOf(approval)}: ${describeRequest(approval)}`, limits.section.text),
  blocks: [
    headOf(approval, `*${formatAed(approval.amountFils)}* · ${describeState(approval, timeZone)}`),
    factsOf(approval, timeZone, [describeCreator(approval)]),
    ...(approval.state === 'waiting'
      ? [
          ...buildAsked(asked, timeZone),
          buildButtons(approval),
          ...buildPlaceNote(approval, asked.length > 0),
        ]
      : []),
  ],
});

/**
 * The card as it is first posted, without buttons. If this process ends before Slack's answer is written
 * down, this message stays for good, beside the card that is posted next. It notifies those who are asked.
 */
export const buildFirstApprovalCard = (
  approval: Approval,
  { people, reason }: WhomToAsk,
  timeZone: string,
): Message => {
  const asked =
    people.length === 0
      ? ''
      : `: ${mentionSome(people)}${reason === 'no-other-approver' ? ' (there is no other supervisor)' : ''}`;
  return {
    text: cut(`Needs approval: ${describeRequest(approval)}`, limits.section.text),
    blocks: [
      headOf(approval, `*${formatAed(approval.amountFils)}* · Payment link that needs approval${asked}`),
      factsOf(approval, timeZone, []),
    ],
  };
};

/** `@a, @b and 4 others` */
export const mentionSome = (people: readonly string[]): string => {
  const rest = people.length - MOST_MENTIONED;
  return joinWords(
    [
      ...people.slice(0, MOST_MENTIONED).map(mention),
      ...(rest > 0 ? [`${rest} ${rest === 1 ? 'other' : 'others'}`] : []),
    ],
    'and',
  );
};

/** `AED 7,000.00 for Sara (···567): June rent`, safe in mrkdwn. */
export const describeRequest = ({ amountFils, details }: Approval): string =>
  escapeMrkdwn(
    `${formatAed(amountFils)} for ${describeCustomer(details)}${details.notes === '' ? '' : `: ${details.notes}`}`,
  );

/** Why a second person has to agree. */
export const explainLimit = ({ limitFils, sumFils }: Approval): string =>
  sumFils === null
    ? `above ${formatAed(limitFils)}, a second person must approve`
    : `with this one, this customer’s links from the last 24 hours come to ${formatAed(sumFils)}, and above ${formatAed(limitFils)} a second person must approve`;

export const labelOf = ({ state }: Approval): string => LABELS[state];

const LABELS: Record<Approval['state'], string> = {
  waiting: '⏳ Waiting for approval',
  approved: '✅ Approved',
  declined: '✖️ Declined',
  withdrawn: '↩️ Withdrawn',
  lapsed: '⌛ Lapsed',
};

/** The state and who brought it about. An edit of a message notifies nobody. */
export function describeState(approval: Approval, timeZone: string): string {
  const { decidedBy, decidedAt } = approval;
  const by = decidedBy === null ? '' : ` by <@${escapeMrkdwn(decidedBy)}>`;
  const at = decidedAt === null ? '' : ` ${slackDate(decidedAt, timeZone)}`;
  return `${labelOf(approval)}${by}${at}`;
}

export function headOf(approval: Approval, line: string): KnownBlock {
  const { details } = approval;
  const facts = [describeCustomer(details), details.notes].filter((text) => text !== '');
  return {
    type: 'section',
    block_id: 'approval',
    text: mrkdwn(`${line}\n${escapeMrkdwn(facts.join(' · '))}`),
  };
}

const CONSEQUENCES: Record<Exclude<Approval['state'], 'waiting'>, string> = {
  approved: 'the link’s own card follows',
  declined: 'no link was made',
  withdrawn: 'no link was made',
  lapsed: 'no link was made: nobody approved it in time',
};

/** A mention added by an edit notifies nobody, so the card as it is first posted has none. */
const describeCreator = ({ creatorId }: Approval): string => `requested by ${mention(creatorId)}`;

/** Who has the question by direct message, and who got it later because nobody answered. */
function buildAsked(asked: readonly ApprovalAsk[], timeZone: string): KnownBlock[] {
  const [last] = asked.slice(-1);
  if (!last) return [];
  const inRound = (isLater: boolean) =>
    asked.filter(({ round }) => round > 0 === isLater).map(({ userId }) => userId);
  const [first, later] = [inRound(false), inRound(true)];
  const parts = [
    ...(first.length > 0 ? [`asked by direct message: ${mentionSome(first)}`] : []),
    ...(later.length > 0
      ? [`no answer yet, so at ${slackTime(last.askedAt, timeZone)} also ${mentionSome(later)}`]
      : []),
  ];
  return [{ type: 'context', block_id: 'approval_asked', elements: [mrkdwn(parts.join(' · '))] }];
}

/** In the creator's messages: why the card is here, and where it can be approved. */
function buildPlaceNote({ card, cardRefusal, channelId }: Approval, isAsked: boolean): KnownBlock[] {
  if (card === null || isChannel(card.channelId)) return [];
  const asked = isAsked
    ? 'those named above have it in theirs'
    : 'those who may approve it find it in Paylink’s Home';
  const words =
    cardRefusal === null
      ? `This request is only in your messages with Paylink: ${asked}.`
      : explainRefusedPlace(
          { channelId, code: cardRefusal.code },
          {
            where: describePlace(channelId),
            so: `, so the request is here, and ${asked}`,
            afterwards: 'the card goes there once the link is approved',
          },
        );
  return [{ type: 'context', block_id: 'approval_place', elements: [mrkdwn(`ℹ️ ${words}`)] }];
}

export function factsOf(approval: Approval, timeZone: string, more: readonly string[]): KnownBlock {
  const { state, expiresAt } = approval;
  const facts = [
    ...more,
    ...(state === 'waiting'
      ? [...describeChoice(approval), explainLimit(approval), `until ${slackDate(expiresAt, timeZone)}`]
      : [CONSEQUENCES[state]]),
  ];
  return { type: 'context', block_id: 'approval_facts', elements: [mrkdwn(facts.join(' · '))] };
}

/** The person who agrees needs to know that this is a second link. */
function describeChoice({ replacesLinkId, besideLinkId }: Approval): string[] {
  if (replacesLinkId !== null) return ['replaces a link for the same customer and amount'];
  return besideLinkId === null ? [] : ['another sale: a link for the same customer and amount exists'];
}

/** Nobody approves their own request, so a card in the creator's messages has no approve button. */
function buildButtons(approval: Approval): KnownBlock {
  const isToCreator = approval.card !== null && !isChannel(approval.card.channelId);
  return {
    type: 'actions',
    block_id: 'approval_actions',
    elements: [...(isToCreator ? [] : buildDecisionButtons(approval)), buildWithdrawButton(approval)],
  };
}

/** For the second person. */
export const buildDecisionButtons = (approval: Approval): Button[] => [
  {
    ...buildButton(approval.id, APPROVE_ACTION, 'Approve', 'Approve and create this link'),
    style: 'primary',
    confirm: {
      title: plain('Approve this link?', limits.confirm.title),
      text: plain(
        `A link for ${formatAed(approval.amountFils)} is created immediately and can’t be cancelled here.`,
        limits.confirm.text,
      ),
      confirm: plain('Approve', limits.confirm.button),
      deny: plain('Cancel', limits.confirm.button),
    },
  },
  { ...buildButton(approval.id, DECLINE_ACTION, 'Decline…', 'Decline with a reason'), style: 'danger' },
];

/** For the creator. */
export const buildWithdrawButton = (approval: Approval): Button => ({
  ...buildButton(approval.id, WITHDRAW_ACTION, 'Withdraw', 'Withdraw your own request'),
  confirm: {
    title: plain('Withdraw this request?', limits.confirm.title),
    text: plain(
      'No link will be created. Only the person who asked for it can withdraw it.',
      limits.confirm.text,
    ),
    confirm: plain('Withdraw', limits.confirm.button),
    deny: plain('Keep it', limits.confirm.button),
  },
});
