import type { Button, ConfirmationDialog, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { formatAed, formatInstant, slackDate } from '../../blocks/money-and-time.ts';
import { buildOpenCardButton } from '../../blocks/open-card-button.ts';
import type { PictureSource } from '../../blocks/picture-block.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { isGivenUp, mayExist } from '../../store/link-states.ts';
import { buildDetailsButton, buildShowQrButton, buildWhatsappButton } from '../card/card-buttons-view.ts';
import { buildRefusedCard, describeCardPlace } from '../card/card-place-view.ts';
import { displayStateOf, emojiOf, isPayable, isSettled } from '../card/display-state.ts';
import { buildQr, describeInvoiceId } from '../card/link-card-view.ts';
import { describeHappening } from '../card/link-reply-view.ts';
import type { CardPlace } from '../counter/counter-view.ts';
import { formatAddress, formatExisting } from './existing-link.ts';
import { LINK_RESULT_CALLBACK } from './link-progress-view.ts';

export const OPEN_LINK_ACTION = 'open_link';
export const TRY_AGAIN_ACTION = 'try_again';
export const CHECK_AGAIN_ACTION = 'check_again';
export const MAKE_ANOTHER_ANYWAY_ACTION = 'make_another_anyway';

export interface LinkResult {
  link: Link;
  timeZone: string;
  /** We are asking the service right now. */
  isChecking?: boolean;
  /** The channel has no card for this link, and will get none. */
  isWithoutCard?: boolean;
  /** Slack does not take the card anywhere, not even in its owner's messages with the app. */
  isCardRefused?: boolean;
  /** The address from which Slack fetches the QR code. */
  qr?: PictureSource | null;
  /** The card that shows the QR code, when this window cannot. */
  qrCard?: CardPlace | null;
}

/** What became of a submitted form: the link, or what happened and what is safe to do. */
export const buildLinkResult = (result: LinkResult): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain(resultTitle(result.link), limits.view.title),
  close: plain('Done', limits.view.close),
  // The used-up form may be below this view.
  clear_on_close: true,
  blocks: buildResultBlocks(result),
});

export const buildResultBlocks = ({
  link,
  timeZone,
  isChecking = false,
  isWithoutCard = false,
  isCardRefused = false,
  qr = null,
  qrCard = null,
}: LinkResult): KnownBlock[] => {
  if (link.address !== null && isPayable(link))
    return buildReady(link, link.address, { timeZone, isWithoutCard, isCardRefused, qr, qrCard });
  return isSettled(link) ? buildSettled(link, timeZone) : buildTrouble(link, isChecking);
};

function resultTitle(link: Link): string {
  if (isPayable(link)) return 'Payment link ready';
  if (isSettled(link)) return 'Payment link';
  return displayStateOf(link) === 'not-made' ? 'No link was made' : 'Checking…';
}

/** No address: nobody should send a customer a link that can no longer be paid. */
function buildSettled(link: Link, timeZone: string): KnownBlock[] {
  return [
    {
      type: 'section',
      text: mrkdwn(`${emojiOf(link)} ${describeHappening(link, timeZone)}`),
    },
    { type: 'actions', block_id: 'link_actions', elements: [buildDetailsButton(link)] },
    { type: 'context', elements: [mrkdwn(`Reference ${describeInvoiceId(link)}`)] },
  ];
}

function buildReady(
  link: Link,
  address: string,
  {
    timeZone,
    isWithoutCard,
    isCardRefused,
    qr,
    qrCard,
  }: Required<Pick<LinkResult, 'timeZone' | 'isWithoutCard' | 'isCardRefused' | 'qr' | 'qrCard'>>,
): KnownBlock[] {
  const place = isCardRefused
    ? 'Slack did not accept its card anywhere, so copy the link now'
    : describeCardPlace(link);
  const card = isWithoutCard ? '' : ` · ${place}`;
  return [
    {
      type: 'section',
      text: mrkdwn(
        `🔗 *${formatAed(link.amountFils)}* for ${escapeMrkdwn(link.details.FullName)}\n${formatAddress(address)}`,
      ),
    },
    {
      type: 'actions',
      block_id: 'link_actions',
      elements: [
        { ...buildShowQrButton(link), style: 'primary' },
        buildWhatsappButton(link),
        ...buildOpenButton(address),
        ...(qrCard === null ? [] : buildOpenCardButton(qrCard.permalink, qrCard.channelId)),
      ],
    },
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
    // Above the picture, which fills a screen, because this needs an action.
    ...(isWithoutCard ? [] : buildRefusedCard(link, timeZone)),
    ...(qr === null ? [] : buildQr(link, qr)),
    {
      type: 'context',
      elements: [
        mrkdwn(
          `Can be paid until ${slackDate(link.expiresAt, timeZone)} · ${describeInvoiceId(link)}${card}`,
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
  const mayBeTriedAgain = isGivenUp(link.state);
  const what = failure?.what ?? 'The payment service has not answered yet.';
  const next = failure?.next ?? 'Do not make the link again until this is settled.';
  const references = [
    `Reference ${describeInvoiceId(link)}`,
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
  const button = (actionId: string, text: string): Button => ({
    type: 'button',
    action_id: actionId,
    text: plain(text, limits.button.text),
    value: link.id,
  });
  return {
    type: 'actions',
    block_id: 'next_step',
    elements: mayBeTriedAgain
      ? [{ ...button(TRY_AGAIN_ACTION, 'Try again'), style: 'primary' }]
      : [
          button(CHECK_AGAIN_ACTION, 'Check again'),
          ...(mayExist(link.state)
            ? [{ ...button(MAKE_ANOTHER_ANYWAY_ACTION, 'Make another anyway'), confirm: buildRisk(link) }]
            : []),
        ],
  };
}

/** Warns what another link risks while we do not know whether the first one exists. */
function buildRisk({ amountFils, details }: Link): ConfirmationDialog {
  // Escaped, a letter may take five times its place.
  const who = escapeMrkdwn(cut(details.FullName.split(' ')[0] ?? '', 12));
  return {
    title: plain('Make another link?', limits.confirm.title),
    text: mrkdwn(
      `The first link of ${formatAed(amountFils)} may exist. If ${who} gets both, both can be paid and one must be refunded. Paylink keeps looking for the first and tells you if it turns up.`,
    ),
    confirm: plain('Make another', limits.confirm.button),
    deny: plain('Wait', limits.confirm.button),
    style: 'danger',
  };
}

/** No button for an address longer than a button takes. */
function buildOpenButton(address: string): Button[] {
  return address.length > limits.button.url
    ? []
    : [
        {
          type: 'button',
          action_id: OPEN_LINK_ACTION,
          text: plain('Open', limits.button.text),
          url: address,
          accessibility_label: 'Open the payment page in the browser',
        },
      ];
}
