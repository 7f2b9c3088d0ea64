import type { ActionsBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { describeCustomer, firstNameOf } from '../../blocks/customer.ts';
import {
  actions,
  buildButton,
  buildPictureBlock,
  context,
  header,
  modal,
  type PictureSource,
  section,
} from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { buildOpenCardButton } from '../../blocks/place.ts';
import { escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import {
  buildChangeButton,
  buildDetailsButton,
  buildShowQrButton,
  buildWhatsappButton,
} from '../card/card-buttons-view.ts';
import { describeRenumbered } from '../card/link-card-view.ts';
import { buildTrouble, LINK_RESULT_CALLBACK, type Trouble } from '../form/link-result-view.ts';
import {
  describeAsked,
  describeDisplayState,
  describeInstead,
  describeWarning,
} from '../sale/describe-display-state.ts';
import { displayStateOf, isNotMade, isPayable, isSettled, labelOf } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';

export const COPY_TEXT_ACTION = 'copy_text';
export const NEXT_CUSTOMER_ACTION = 'next_customer';

/** The code, or the card that has it: Slack cannot fetch the picture. */
export type QrPicture = PictureSource | { card: CardPlace | null };

export interface CardPlace {
  permalink: string;
  channelId: string;
}

export interface Counter extends Trouble {
  link: LinkInSale;
  /** Null: not known yet. */
  picture?: QrPicture | null;
  now: number;
  /** False: the window no longer follows the link, so it shows no code. */
  isFollowed?: boolean;
  /** The service could not be read, so the customer may have paid. */
  isServiceSilent?: boolean;
}

/** The customer can scan a code now: an expired one is never shown, even before the service says so. */
export const isScannable = (link: Link, now: number): boolean => isPayable(link) && now < link.expiresAt;

/**
 * The window from *Create link* to *Paid*, which a cashier shows the customer: the link is being made, or in doubt, its QR code,
 * the result of the payment.
 */
export const buildCounter = (counter: Counter): ModalView => {
  const { link, now, isFollowed = true } = counter;
  if (link.instead !== null) return buildWindow('Payment link', buildInstead(link));
  if (isScannable(link, now))
    return buildWindow('Scan to pay', isFollowed ? buildCode(counter) : buildUnfollowed(link));
  if (isPayable(link)) return buildWindow('Payment link', buildEnding(link));
  if (link.state === 'reserved') return buildWindow('New payment link', buildProgress(link));
  if (isSettled(link)) return buildWindow('Payment link', buildOutcome(counter));
  const title = isNotMade(link) ? 'No link was made' : 'Checking…';
  return buildWindow(title, buildTrouble(counter));
};

/** The service was asked, and nothing could be written down about its answer. `words` say so, with a reference. */
export const buildLinkInDoubt = (words: string): ModalView =>
  buildWindow('Checking…', [section(`❔ ${words} You can close this window.`)]);

const buildWindow = (title: string, blocks: KnownBlock[]): ModalView => ({
  ...modal(LINK_RESULT_CALLBACK, { title, close: 'Close' }, blocks),
  // A form that is used up may be below this view.
  clear_on_close: true,
  notify_on_close: true,
});

/** Shown from the submission of the form until the service answers. */
const buildProgress = ({ amountFils }: Link): KnownBlock[] => [
  section(
    `⏳ *Making a link for ${formatAed(amountFils)}…*\nThis takes a few seconds. You can close this window: the card will still appear.`,
  ),
];

function buildCode({ link, picture = null, now, isServiceSilent = false }: Counter): KnownBlock[] {
  const ends = describeTimeLeft(link.expiresAt - now);
  const waiting = [isServiceSilent ? '' : '🟡 Waiting for the payment', ends].filter(Boolean).join(' · ');
  return [
    buildHeader(`${formatAed(link.amountFils)} · ${firstNameOf(link.details)}`),
    ...(link.payment?.finding === 'declined'
      ? [section('⚠️ *Declined, try again.* The customer can scan the same code again or use another card.')]
      : []),
    ...buildPicture(picture),
    ...(isServiceSilent
      ? [
          section(
            '⚠️ *Paylink can’t reach the payment service right now.* If the customer has paid, don’t ask them to pay again: the payment shows here as soon as the service answers.',
          ),
        ]
      : []),
    ...(waiting === '' ? [] : [context(waiting)]),
    actions('link_actions', [
      buildWhatsappButton(link),
      buildButton(link.id, COPY_TEXT_ACTION, 'Copy text', 'Show the text for the customer, to copy it'),
      buildChangeButton(link, 'Change…'),
      buildNextButton(link),
    ]),
    ...(link.address === null
      ? []
      : [context([linkTo(link.address), ...describeRenumbered(link)].join(' · '))]),
  ];
}

/** The time is up, and the service has not said yet whether the customer paid at the last moment. */
const buildEnding = (link: Link): KnownBlock[] => [
  buildHeader('⌛ Time is up'),
  section('Paylink is asking the payment service whether the customer paid in time.'),
  buildNextStep(buildChangeButton(link, 'New link'), buildNextButton(link)),
];

/** The code must not be scanned any more, although it can be. */
const buildInstead = (link: LinkInSale): KnownBlock[] => [
  buildHeader(formatAed(link.amountFils)),
  section(describeInstead(link)),
  buildNextStep(buildNextButton(link), buildDetailsButton(link)),
];

/** Nobody waits at the counter that long, and a code that is no longer followed might have expired. */
const buildUnfollowed = (link: Link): KnownBlock[] => [
  buildHeader(formatAed(link.amountFils)),
  section('This window has stopped following the payment. Press *Show QR* to continue.'),
  buildNextStep(buildShowQrButton(link), buildDetailsButton(link)),
];

function buildOutcome({ link, timeZone }: Counter): KnownBlock[] {
  const { details, sale } = link;
  const warnings = [
    sale.overFils > 0 ? `*${formatAed(sale.overFils)} too much came.* The card says what to do.` : null,
    describeWarning(link),
    describeAsked(link, timeZone),
  ].filter((one) => one !== null);
  const displayState = displayStateOf(link);
  const isPaid = displayState === 'paid';
  const isMadeAgain = displayState === 'expired' || displayState === 'cancelled';
  const who = escapeMrkdwn(`${describeCustomer(details)} · ${details.notes}`);
  const state = describeDisplayState(link, timeZone);
  const rest = isPaid ? [] : [buildDetailsButton(link)];
  return [
    buildHeader(isPaid ? `✅ Paid ${formatAed(link.amountFils)}` : labelOf(link)),
    section(
      [
        isPaid ? `${who} · ${withoutLabel(state, link)}` : `*${formatAed(link.amountFils)}* · ${who}`,
        ...(isPaid ? [] : [state]),
        ...warnings,
        ...(isPaid ? [] : ['There is nothing to scan.']),
      ].join('\n'),
    ),
    isMadeAgain
      ? buildNextStep(buildChangeButton(link), buildNextButton(link), ...rest)
      : buildNextStep(buildNextButton(link), ...rest),
  ];
}

/** What follows the label, which the header has. */
const withoutLabel = (state: string, link: LinkInSale): string =>
  state.slice(labelOf(link).length).replace(/^[\s,]+/, '');

const buildHeader = (text: string): KnownBlock => header(text, 'counter');

/** There is nothing more to wait for, so the next step is the primary button. */
const buildNextStep = (first: Button, ...rest: Button[]): ActionsBlock =>
  actions('link_actions', [{ ...first, style: 'primary' }, ...rest]);

/** It has the link's id for its channel, where the next card goes too. */
const buildNextButton = (link: Link): Button =>
  buildButton(link.id, NEXT_CUSTOMER_ACTION, 'Next customer', 'Open an empty form for the next customer');

function buildPicture(picture: QrPicture | null): KnownBlock[] {
  if (picture === null) return [section('⏳ Making the picture…')];
  if (!('card' in picture)) return [buildPictureBlock('qr', picture, 'QR code of the payment link')];
  const { card } = picture;
  const button = card === null ? [] : buildOpenCardButton(card.permalink, card.channelId);
  if (button.length === 0) return [section('The QR code can’t be shown here right now.')];
  return [section('The QR code is with the card.'), actions('qr_place', button)];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `the link ends in 5 hours`, `… in 12 minutes`: rounded down. Empty: not within a day. */
export const describeTimeLeft = (ms: number): string => {
  if (ms >= DAY_MS) return '';
  const [count, unit] = ms >= 2 * HOUR_MS ? [ms / HOUR_MS, 'hour'] : [ms / MINUTE_MS, 'minute'];
  const left = Math.floor(count);
  return `the link ends in ${left === 0 ? 'less than a minute' : `${left} ${unit}${left === 1 ? '' : 's'}`}`;
};
