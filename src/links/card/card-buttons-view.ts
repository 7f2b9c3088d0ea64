import type { ActionsBlock, Button } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { plain } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { isPayable, mayChange } from './display-state.ts';

export const REFRESH_ACTION = 'refresh_link';
export const DETAILS_ACTION = 'link_details';
export const SHOW_QR_ACTION = 'show_qr';
export const WHATSAPP_ACTION = 'whatsapp';
export const MAKE_ANOTHER_ACTION = 'make_another';

/**
 * The buttons for what can be done about a link now. The service can neither cancel nor refund one, so no
 * button does.
 */
export const buildCardButtons = (link: Link): ActionsBlock => ({
  type: 'actions',
  block_id: 'link_actions',
  elements: [
    ...(mayChange(link)
      ? [buildLinkButton(link, REFRESH_ACTION, 'Refresh', 'Ask the payment service about this link now')]
      : []),
    buildDetailsButton(link),
    ...(isPayable(link) ? [buildShowQrButton(link), buildWhatsappButton(link)] : []),
    buildMakeAnotherButton(link),
  ],
});

export const buildDetailsButton = (link: Link, text = 'Details'): Button =>
  buildLinkButton(link, DETAILS_ACTION, text, 'Show everything known about this link');

export const buildShowQrButton = (link: Link): Button =>
  buildLinkButton(link, SHOW_QR_ACTION, 'Show QR', 'Show the QR code large enough to scan');

export const buildWhatsappButton = (link: Link): Button =>
  buildLinkButton(link, WHATSAPP_ACTION, 'WhatsApp', 'Send the link to the customer by WhatsApp');

export const buildMakeAnotherButton = (link: Pick<Link, 'id'>, text = 'Make another like this'): Button =>
  buildLinkButton(link, MAKE_ANOTHER_ACTION, text, 'Open the form with the values of this link');

/** The button carries an id, never data. */
export function buildLinkButton(
  link: Pick<Link, 'id'>,
  actionId: string,
  text: string,
  label: string,
): Button {
  return {
    type: 'button',
    action_id: actionId,
    text: plain(text, limits.button.text),
    value: link.id,
    accessibility_label: label,
  };
}
