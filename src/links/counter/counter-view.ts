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
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { buildOpenCardButton } from '../../blocks/place.ts';
import { escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import {
  buildChangeButton,
  buildDetailsButton,
  buildShowQrButton,
  buildWhatsappButton,
} from '../card/card-buttons-view.ts';
import { describeDisplayState, describeInstead, describeWarning } from '../card/describe-display-state.ts';
import { displayStateOf, isPayable, labelOf } from '../card/display-state.ts';
import type { Instead } from '../card/standing.ts';

export const COUNTER_CALLBACK = 'link_qr';
export const NEXT_CUSTOMER_ACTION = 'next_customer';

/**
 * The code, or what is shown instead. `address`: Slack cannot fetch the picture, so the window shows the link's address and
 * the card with the picture, if there is one.
 */
export type QrPicture = PictureSource | { address: string | null; card: CardPlace | null };

export interface CardPlace {
  permalink: string;
  channelId: string;
}

export interface Counter {
  link: Link;
  /** Why nobody should pay it any more. */
  instead?: Instead | null;
  picture: QrPicture | 'making';
  now: number;
  timeZone: string;
  /** False: the window no longer follows the link, so it shows no code. */
  isFollowed?: boolean;
  /** The service could not be read, so the customer may have paid. */
  isServiceSilent?: boolean;
}

/** The customer can scan a code now: an expired one is never shown, even before the service says so. */
export const isScannable = (link: Link, now: number): boolean => isPayable(link) && now < link.expiresAt;

/** The window that a cashier shows the customer: the QR code, then the result of the payment. */
export const buildCounter = (counter: Counter): ModalView => {
  const { link, instead = null, now, isFollowed = true } = counter;
  const isShown = instead === null && isScannable(link, now);
  const chooseBlocks = (): KnownBlock[] => {
    if (instead !== null) return buildInstead(link, instead);
    if (isShown) return isFollowed ? buildCode(counter) : buildUnfollowed(link);
    return isPayable(link) ? buildEnding(link) : buildOutcome(counter);
  };
  return {
    ...modal(
      COUNTER_CALLBACK,
      { title: isShown ? 'Scan to pay' : 'Payment link', close: 'Close' },
      chooseBlocks(),
    ),
    // A form that is used up may be below this view.
    clear_on_close: true,
    notify_on_close: true,
  };
};

function buildCode({ link, picture, now, timeZone, isServiceSilent = false }: Counter): KnownBlock[] {
  const left = `${describeTimeLeft(link.expiresAt - now)}, until ${slackDate(link.expiresAt, timeZone)}`;
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
    context(isServiceSilent ? left : `🟡 Waiting for the payment · ${left}`),
    actions('link_actions', [
      buildNextButton(link),
      buildWhatsappButton(link),
      buildDetailsButton(link),
      buildChangeButton(link),
    ]),
  ];
}

/** The time is up, and the service has not said yet whether the customer paid at the last moment. */
const buildEnding = (link: Link): KnownBlock[] => [
  buildHeader('⌛ Time is up'),
  section('Paylink is asking the payment service whether the customer paid in time.'),
  buildNextStep(buildChangeButton(link, 'New link'), buildNextButton(link)),
];

/** The code must not be scanned any more, although it can be. */
const buildInstead = (link: Link, instead: Instead): KnownBlock[] => [
  buildHeader(formatAed(link.amountFils)),
  section(describeInstead(link, instead)),
  buildNextStep(buildNextButton(link), buildDetailsButton(link)),
];

/** Nobody waits at the counter that long, and a code that is no longer followed might have expired. */
const buildUnfollowed = (link: Link): KnownBlock[] => [
  buildHeader(formatAed(link.amountFils)),
  section('This window has stopped following the payment. Press *Show QR* to continue.'),
  buildNextStep(buildShowQrButton(link), buildDetailsButton(link)),
];

function buildOutcome({ link, timeZone }: Counter): KnownBlock[] {
  const warning = describeWarning(link);
  const displayState = displayStateOf(link);
  const isMadeAgain = displayState === 'expired' || displayState === 'cancelled';
  return [
    buildHeader(displayState === 'paid' ? `✅ Paid ${formatAed(link.amountFils)}` : labelOf(link)),
    section(
      [
        `*${formatAed(link.amountFils)}* · ${escapeMrkdwn(`${describeCustomer(link.details)} · ${link.details.notes}`)}`,
        describeDisplayState(link, timeZone),
        ...(warning ? [warning] : []),
        ...(displayState === 'paid' ? [] : ['There is nothing to scan.']),
      ].join('\n'),
    ),
    isMadeAgain
      ? buildNextStep(buildChangeButton(link), buildNextButton(link), buildDetailsButton(link))
      : buildNextStep(buildNextButton(link), buildDetailsButton(link)),
  ];
}

const buildHeader = (text: string): KnownBlock => header(text, 'counter');

/** There is nothing more to wait for, so the next step is the primary button. */
const buildNextStep = (first: Button, ...rest: Button[]): ActionsBlock =>
  actions('link_actions', [{ ...first, style: 'primary' }, ...rest]);

/** It has the link's id for its channel, where the next card goes too. */
const buildNextButton = (link: Link): Button =>
  buildButton(link.id, NEXT_CUSTOMER_ACTION, 'Next customer', 'Open an empty form for the next customer');

function buildPicture(picture: Counter['picture']): KnownBlock[] {
  if (picture === 'making') return [section('⏳ Making the picture…')];
  if ('address' in picture) return buildWithout(picture);
  return [buildPictureBlock('qr', picture, 'QR code of the payment link')];
}

function buildWithout({ address, card }: { address: string | null; card: CardPlace | null }): KnownBlock[] {
  const button = card === null ? [] : buildOpenCardButton(card.permalink, card.channelId);
  const where =
    button.length > 0 ? 'The QR code is with the card.' : 'The QR code can’t be shown here right now.';
  return [
    section(address === null ? where : `${where} The link:\n${linkTo(address)}`),
    ...(button.length > 0 ? [actions('qr_place', button)] : []),
  ];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `3 days left`, `5 hours left`, `12 minutes left`: rounded down. */
export const describeTimeLeft = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days left`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours left`;
  if (ms >= 2 * MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} minutes left`;
  return ms >= MINUTE_MS ? '1 minute left' : 'less than a minute left';
};
