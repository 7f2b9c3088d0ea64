import type { Button, KnownBlock } from '@slack/types';
import { describeCustomer } from '../blocks/customer.ts';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, confirmation, context, type Message, section } from '../blocks/message.ts';
import { formatAed, slackDate, slackTime } from '../blocks/money-and-time.ts';
import { describePlace, isChannel } from '../blocks/place.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import type { Placed } from '../store/message-store.ts';
import type { Approval } from './approval.ts';
import type { ApprovalAsk, AskReason } from './approval-ask-store.ts';
import type { Approvers } from './ask-approvers.ts';

export const APPROVE_ACTION = 'approve_link';
/** After the approver was shown what is new. */
export const APPROVE_ANYWAY_ACTION = 'approve_link_anyway';
export const DECLINE_ACTION = 'decline_link';
export const WITHDRAW_ACTION = 'withdraw_link';

/** Mentioning more people is shouting. */
const MOST_MENTIONED = 5;

/** The first post of the card, without buttons. It notifies the approvers. A crash can leave it behind next to the real card. */
export const buildFirstApprovalCard = (
  approval: Approval,
  { people, reason }: Approvers,
  timeZone: string,
): Message => {
  const asked =
    people.length === 0
      ? ''
      : `: ${mentionSome(people)}${reason === 'no-other-approver' ? ' (there is no other supervisor)' : ''}`;
  return {
    text: cut(`Needs approval: ${describeRequest(approval)}`, limits.section.text),
    blocks: [buildHead(approval, `Payment link that needs approval${asked}`), buildFacts(approval, timeZone)],
  };
};

type PlacedCard = Pick<Placed, 'channelId' | 'refusal'>;

/**
 * The card in the channel, with every later state. Colleagues and guests read it: no e-mail, no full phone.
 * `asked`: the people who have the request by direct message.
 */
export const buildApprovalCard = (
  approval: Approval,
  { placed, asked }: { placed: PlacedCard; asked: readonly ApprovalAsk[] },
  timeZone: string,
): Message => {
  const { text, blocks } = buildState(approval, timeZone);
  if (approval.state !== 'waiting') return { text, blocks };
  return {
    text,
    blocks: [
      ...blocks,
      ...buildAsked(asked, timeZone),
      buildCardButtons(approval, placed),
      ...buildPlaceNote(approval, placed, asked.length > 0),
    ],
  };
};

/** Why this person is asked, after the request itself. */
export const ASK_REASONS: Record<AskReason, string> = {
  approver: '',
  'no-other-approver': ' There is no other supervisor, so the admins are asked.',
  'no-answer': ' Nobody has answered yet.',
};

/** The first post to one person who may approve, without buttons. It notifies them. */
export const buildFirstApprovalAsk = (approval: Approval, reason: AskReason, timeZone: string): Message => {
  const creator = mention(approval.creatorId);
  return {
    text: cut(`${creator} asks for your approval: ${describeRequest(approval)}`, limits.section.text),
    blocks: [
      buildHead(approval, `${creator} asks you to approve this payment link.${ASK_REASONS[reason]}`),
      buildFacts(approval, timeZone),
    ],
  };
};

/** The same message with buttons while the request waits, and with the decision afterwards. */
export const buildApprovalAsk = (approval: Approval, reason: AskReason, timeZone: string): Message => {
  if (approval.state !== 'waiting') return buildState(approval, timeZone);
  const { text, blocks } = buildFirstApprovalAsk(approval, reason, timeZone);
  return { text, blocks: [...blocks, actions('approval_actions', buildDecisionButtons(approval))] };
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

export const explainLimit = ({ limitFils, sumFils }: Approval): string =>
  sumFils === null
    ? `above ${formatAed(limitFils)}, a second person must approve`
    : `with this one, this customer’s links from the last 24 hours come to ${formatAed(sumFils)}, and above ${formatAed(limitFils)} a second person must approve`;

const LABELS: Record<Approval['state'], string> = {
  waiting: '⏳ Waiting for approval',
  approved: '✅ Approved',
  declined: '✖️ Declined',
  withdrawn: '↩️ Withdrawn',
  lapsed: '⌛ Lapsed',
};

const CONSEQUENCES: Record<Exclude<Approval['state'], 'waiting'>, string> = {
  approved: 'the link’s own card follows',
  declined: 'no link was made',
  withdrawn: 'no link was made',
  lapsed: 'no link was made: nobody approved it in time',
};

/** State, customer and facts. The creator is named only here, in edits, where a mention notifies nobody. */
function buildState(approval: Approval, timeZone: string): Message & { blocks: KnownBlock[] } {
  const { state, decidedBy, decidedAt, creatorId } = approval;
  const by = decidedBy === null ? '' : ` by ${mention(decidedBy)}`;
  const at = decidedAt === null ? '' : ` ${slackDate(decidedAt, timeZone)}`;
  return {
    text: cut(`${LABELS[state]}: ${describeRequest(approval)}`, limits.section.text),
    blocks: [
      buildHead(approval, `${LABELS[state]}${by}${at}`),
      buildFacts(approval, timeZone, `requested by ${mention(creatorId)}`),
    ],
  };
}

function buildHead({ amountFils, details }: Approval, line: string): KnownBlock {
  const facts = [describeCustomer(details), details.notes].filter((text) => text !== '');
  return section(`*${formatAed(amountFils)}* · ${line}\n${escapeMrkdwn(facts.join(' · '))}`, 'approval');
}

function buildFacts(approval: Approval, timeZone: string, creator: string | null = null): KnownBlock {
  const { state, expiresAt } = approval;
  const facts = [
    ...(creator === null ? [] : [creator]),
    ...(state === 'waiting'
      ? [...describeChoice(approval), explainLimit(approval), `until ${slackDate(expiresAt, timeZone)}`]
      : [CONSEQUENCES[state]]),
  ];
  return context(facts.join(' · '), 'approval_facts');
}

/** The approver needs to know that this is a second link. */
function describeChoice({ saleId, shown }: Approval): string[] {
  if (saleId !== null) return ['replaces a link for the same customer and amount'];
  return shown.length === 0 ? [] : ['another sale: a link for the same customer and amount exists'];
}

/** Who was asked by direct message, and who was asked later because nobody answered. */
function buildAsked(asked: readonly ApprovalAsk[], timeZone: string): KnownBlock[] {
  const last = asked.at(-1);
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
  return [context(parts.join(' · '), 'approval_asked')];
}

/** In the creator's messages: why the card is here, and where it can be approved. */
function buildPlaceNote(
  { channelId }: Approval,
  { channelId: postedIn, refusal }: PlacedCard,
  isAsked: boolean,
): KnownBlock[] {
  if (isChannel(postedIn)) return [];
  const where = isAsked ? 'the people named above have it in theirs' : 'approvers find it in Paylink’s Home';
  const words =
    refusal === null
      ? `This request is only in your messages with Paylink: ${where}.`
      : explainRefusedPlace(
          { channelId, code: refusal.code },
          {
            where: describePlace(channelId),
            so: `, so the request is here, and ${where}`,
            afterwards: 'the card goes there once the link is approved',
          },
        );
  return [context(`ℹ️ ${words}`, 'approval_place')];
}

/** Nobody approves their own request, so a card in the creator's messages has no approve button. */
function buildCardButtons(approval: Approval, placed: PlacedCard): KnownBlock {
  return actions('approval_actions', [
    ...(isChannel(placed.channelId) ? buildDecisionButtons(approval) : []),
    buildWithdrawButton(approval),
  ]);
}

export const buildDecisionButtons = ({ id, amountFils }: Approval): Button[] => [
  {
    ...buildButton(id, APPROVE_ACTION, 'Approve', 'Approve and create this link'),
    style: 'primary',
    confirm: confirmation(
      'Approve this link?',
      `A link for ${formatAed(amountFils)} is created immediately and can’t be cancelled here.`,
      ['Approve', 'Cancel'],
    ),
  },
  { ...buildButton(id, DECLINE_ACTION, 'Decline…', 'Decline with a reason'), style: 'danger' },
];

export const buildWithdrawButton = ({ id }: Approval): Button => ({
  ...buildButton(id, WITHDRAW_ACTION, 'Withdraw', 'Withdraw your own request'),
  confirm: confirmation(
    'Withdraw this request?',
    'No link will be created. Only the person who asked for it can withdraw it.',
    ['Withdraw', 'Keep it'],
  ),
});
