import type { KnownBlock, ModalView } from '@slack/types';
import type { Link } from '../store/link.ts';
import { formatAddress, formatExisting } from './existing-link.ts';
import { limits } from './limits.ts';
import { buildOpenButton, buildQr } from './link-card.ts';
import { LINK_RESULT_CALLBACK } from './link-progress.ts';
import { formatAed, formatInstant, slackDate } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from './text.ts';

export const TRY_AGAIN_ACTION = 'try_again';
export const CHECK_AGAIN_ACTION = 'check_again';

export interface LinkResult {
  link: Link;
  timeZone: string;
  /** The service is being asked at this moment. */
  isChecking?: boolean;
  /** There is no card in the channel, and there will be none. */
  isWithoutCard?: boolean;
}

/** What became of a submitted form: the link, or what happened and what is safe to do. */
export const buildLinkResult = (result: LinkResult): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain(resultTitle(result.link), limits.view.title),
  close: plain('Done', limits.view.close),
  blocks: buildResultBlocks(result),
});

export const buildResultBlocks = ({
  link,
  timeZone,
  isChecking = false,
  isWithoutCard = false,
}: LinkResult): KnownBlock[] =>
  link.address === null
    ? buildTrouble(link, isChecking)
    : buildReady(link, link.address, { timeZone, isWithoutCard });

function resultTitle(link: Link): string {
  if (link.address !== null) return 'Payment link ready';
  if (link.state === 'failed') return 'No link was made';
  return 'Not certain yet';
}

function buildReady(
  link: Link,
  address: string,
  { timeZone, isWithoutCard }: { timeZone: string; isWithoutCard: boolean },
): KnownBlock[] {
  const card = isWithoutCard ? '' : ` · card in <#${link.channelId}>`;
  return [
    {
      type: 'section',
      text: mrkdwn(
        `🔗 *${formatAed(link.amountFils)}* for ${escapeMrkdwn(link.details.FullName)}\n${formatAddress(address)}`,
      ),
    },
    ...buildOpenButton(address),
    { type: 'section', text: mrkdwn('*Copy* and send to the customer:') },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_preformatted',
          elements: [{ type: 'text', text: buildCustomerText(link, address, timeZone) }],
        },
      ],
    },
    ...buildQr(link),
    {
      type: 'context',
      elements: [
        mrkdwn(
          `Can be paid until ${slackDate(link.expiresAt, timeZone)} · ${escapeMrkdwn(link.invoiceId)}${card}`,
        ),
      ],
    },
  ];
}

/** What a customer needs to pay, ready to paste. */
function buildCustomerText(link: Link, address: string, timeZone: string): string {
  const until = formatInstant(link.expiresAt, timeZone);
  return cut(
    `${formatAed(link.amountFils)} for ${link.details.notes}\nPay here until ${until}:\n${address}`,
    limits.text,
  );
}

function buildTrouble(link: Link, isChecking: boolean): KnownBlock[] {
  const failure = link.failure;
  const mayBeTriedAgain = link.state === 'failed';
  const what = failure?.what ?? 'The payment service has not answered yet.';
  const next = failure?.next ?? 'Do not make the link again before this is settled.';
  const references = [
    `Reference ${escapeMrkdwn(link.invoiceId)}`,
    ...(failure?.reference ? [`report ${escapeMrkdwn(failure.reference)}`] : []),
  ];
  return [
    {
      type: 'section',
      text: mrkdwn(
        `${mayBeTriedAgain ? '✖️' : '❔'} *${escapeMrkdwn(what)}*\n${escapeMrkdwn(next)}${failure ? formatExisting(failure, link.invoiceId) : ''}`,
      ),
    },
    ...(isChecking
      ? [{ type: 'section' as const, text: mrkdwn('⏳ Asking the payment service whether the link exists…') }]
      : [buildNextStep(link, mayBeTriedAgain)]),
    { type: 'context', elements: [mrkdwn(references.join(' · '))] },
  ];
}

function buildNextStep(link: Link, mayBeTriedAgain: boolean): KnownBlock {
  return {
    type: 'actions',
    block_id: 'next_step',
    elements: [
      mayBeTriedAgain
        ? {
            type: 'button',
            action_id: TRY_AGAIN_ACTION,
            text: plain('Try again', limits.button.text),
            value: link.id,
            style: 'primary',
          }
        : {
            type: 'button',
            action_id: CHECK_AGAIN_ACTION,
            text: plain('Check again', limits.button.text),
            value: link.id,
          },
    ],
  };
}
