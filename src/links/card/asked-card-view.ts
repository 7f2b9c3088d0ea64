import type { Button, KnownBlock } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import { actions, buildButton, confirmation, context, type Message, section } from '../../blocks/message.ts';
import { formatAed, slackDate, slackTime } from '../../blocks/money-and-time.ts';
import { joinWords, mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, quoteLine } from '../../blocks/text.ts';
import { buildPlaceNote } from '../../slack/explain-refused-place.ts';
import type { AskedLink } from '../../store/link.ts';
import { isRequest, type LinkState } from '../../store/link-states.ts';
import type { Placed } from '../../store/message-store.ts';
import type { ApprovalAsk } from '../../store/tables/approval-asks.ts';
import { isEndedRequest, labelOfOwn } from '../sale/display-state.ts';
import { buildChangeButton } from './card-buttons-view.ts';

export const APPROVE_ACTION = 'approve_link';
/** After the approver was shown what is new. */
export const APPROVE_ANYWAY_ACTION = 'approve_link_anyway';
export const DECLINE_ACTION = 'decline_link';
export const WITHDRAW_ACTION = 'withdraw_link';

/** Mentioning more people is shouting. */
const MOST_MENTIONED = 5;

/**
 * The first post of the card, without buttons. It mentions nobody: who is asked has a direct message. A crash can leave it behind next to
 * the real card.
 */
export const buildFirstApprovalCard = (link: AskedLink, timeZone: string): Message => ({
  text: cut(`Needs approval: ${describeRequest(link)}`, limits.section.text),
  blocks: [buildHead(link, 'Needs approval'), buildFacts(link, timeZone)],
});

type PlacedCard = Pick<Placed, 'userId' | 'refusedAs'>;

/**
 * The card of a link while it is a request, and of a request that ended so. Colleagues and guests read it: no e-mail, no full phone.
 * `asked`: the people who have the request by direct message.
 */
export const buildApprovalCard = (
  link: AskedLink,
  { placed, asked }: { placed: PlacedCard; asked: readonly ApprovalAsk[] },
  timeZone: string,
): Message => {
  const { text, blocks } = buildDecided(link, timeZone);
  if (link.state !== 'asked')
    return {
      text,
      blocks: isEndedRequest(link)
        ? [...blocks, actions('request_actions', [buildChangeButton(link)])]
        : blocks,
    };
  return {
    text,
    blocks: [
      ...blocks,
      ...buildAsked(asked, timeZone),
      buildCardButtons(link, placed),
      ...buildOnlyHere(placed, asked.length > 0),
      ...buildPlaceNote(link.channelId, placed),
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
export const describeRequest = ({ amountFils, details }: AskedLink): string =>
  escapeMrkdwn(
    `${formatAed(amountFils)} for ${describeCustomer(details)}${details.notes === '' ? '' : `: ${details.notes}`}`,
  );

export const explainLimit = ({ approval: { limitFils, sumFils } }: AskedLink): string =>
  sumFils === null
    ? `above ${formatAed(limitFils)}`
    : `this customer’s links of 24 hours come to ${formatAed(sumFils)}, above ${formatAed(limitFils)}`;

/** What became of a request. */
const CONSEQUENCES: Partial<Record<LinkState, string>> = {
  declined: 'no link was made',
  withdrawn: 'no link was made',
  lapsed: 'no link was made: nobody approved it in time',
};

/** What a request has become, or that it waits: the state, customer and facts. Of a link that was made, only that it was approved. */
export const buildDecided = (link: AskedLink, timeZone: string): Message & { blocks: KnownBlock[] } => {
  const { state, creatorId } = link;
  const { decidedBy, decidedAt } = link.approval;
  const label = isRequest(state) ? labelOfOwn(link) : '✅ Approved';
  const by = decidedBy === null ? '' : ` by ${mention(decidedBy)}`;
  const at = decidedAt === null ? '' : ` ${slackDate(decidedAt, timeZone)}`;
  return {
    text: cut(`${label}: ${describeRequest(link)}`, limits.section.text),
    blocks: [
      buildHead(link, `${label}${by}${at}`),
      // In an edit, where a mention notifies nobody.
      buildFacts(link, timeZone, `asked by ${mention(creatorId)}`),
    ],
  };
};

export function buildHead({ amountFils, details, declineReason }: AskedLink, line: string): KnownBlock {
  const reason = declineReason === null ? '' : `\n${quoteLine(declineReason)}`;
  return section(
    `*${formatAed(amountFils)}* · ${escapeMrkdwn(describeCustomer(details))} · ${line}${reason}`,
    'approval',
  );
}

export function buildFacts(link: AskedLink, timeZone: string, creator: string | null = null): KnownBlock {
  const { state, expiresAt, details } = link;
  const facts = [
    ...(details.notes === '' ? [] : [escapeMrkdwn(details.notes)]),
    ...(creator === null ? [] : [creator]),
    ...(state === 'asked'
      ? [...describeChoice(link), explainLimit(link), `until ${slackDate(expiresAt, timeZone)}`]
      : [CONSEQUENCES[state] ?? 'its card says whether it is paid']),
  ];
  return context(facts.join(' · '), 'approval_facts');
}

/** The approver needs to know that this is a second link. */
function describeChoice({ id, saleId, approval }: AskedLink): string[] {
  if (saleId !== id) return ['takes the place of an earlier link of this sale'];
  return approval.shown.length === 0 ? [] : ['another sale: a link for the same customer exists'];
}

/** Who was asked by direct message, and who was asked later because nobody answered. */
function buildAsked(asked: readonly ApprovalAsk[], timeZone: string): KnownBlock[] {
  const last = asked.at(-1);
  if (!last) return [];
  const inRound = (isLater: boolean) =>
    asked.filter(({ round }) => round > 0 === isLater).map(({ userId }) => userId);
  const [first, later] = [inRound(false), inRound(true)];
  const parts = [
    ...(first.length > 0 ? [`sent to ${mentionSome(first)}`] : []),
    ...(later.length > 0
      ? [`no answer yet, so at ${slackTime(last.askedAt, timeZone)} also ${mentionSome(later)}`]
      : []),
  ];
  return [context(parts.join(' · '), 'approval_asked')];
}

/** In the creator's messages: where it can be approved. */
const buildOnlyHere = ({ userId }: PlacedCard, isAsked: boolean): KnownBlock[] => {
  if (userId === null) return [];
  const where = isAsked ? 'the people named above have it in theirs' : 'approvers find it in Paylink’s Home';
  return [context(`ℹ️ This request is only in your messages with Paylink: ${where}.`, 'approval_place')];
};

/** Nobody approves their own request, so a card in the creator's messages has no approve button. */
function buildCardButtons(link: AskedLink, placed: PlacedCard): KnownBlock {
  return actions('approval_actions', [
    ...(placed.userId === null ? buildDecisionButtons(link) : []),
    buildWithdrawButton(link),
  ]);
}

export const buildDecisionButtons = ({ id, amountFils }: AskedLink): Button[] => [
  {
    ...buildButton(id, APPROVE_ACTION, 'Approve', 'Approve and create this link'),
    style: 'primary',
    confirm: confirmation(
      'Approve this link?',
      `A link for ${formatAed(amountFils)} is made at once and can’t be cancelled here.`,
      ['Approve', 'Cancel'],
    ),
  },
  { ...buildButton(id, DECLINE_ACTION, 'Decline…', 'Decline with a reason'), style: 'danger' },
];

export const buildWithdrawButton = ({ id }: AskedLink): Button => ({
  ...buildButton(id, WITHDRAW_ACTION, 'Withdraw', 'Withdraw your own request'),
  confirm: confirmation('Withdraw this request?', 'No link will be made.', ['Withdraw', 'Keep it']),
});
