import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { buildOpenCardButton } from '../../blocks/open-card-button.ts';
import { buildPictureBlock, type PictureSource } from '../../blocks/picture-block.ts';
import { mrkdwn, plain } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { formatAddress } from '../form/existing-link.ts';
import { describeDeadline, describeStanding } from './describe-standing.ts';
import { describeLink } from './link-card-view.ts';
import { isPayable } from './link-standing.ts';

/**
 * `making`: the picture is on its way. `address`: a window cannot show the picture, so it shows the link's
 * address, and the card that shows the picture, if one does.
 */
export type QrPicture = PictureSource | 'making' | { address: string; card: CardPlace | null };

export interface CardPlace {
  permalink: string;
  channelId: string;
}

/** The QR code as large as the window, for a customer at the counter. */
export const buildLinkQr = (link: Link, picture: QrPicture, timeZone: string): ModalView => ({
  type: 'modal',
  callback_id: 'link_qr',
  title: plain('Scan to pay', limits.view.title),
  close: plain('Close', limits.view.close),
  blocks: isPayable(link)
    ? [
        { type: 'section', text: mrkdwn(`*${describeLink(link)}*`) },
        ...buildPicture(picture),
        { type: 'context', elements: [mrkdwn(describeDeadline(link, timeZone))] },
      ]
    : [
        {
          type: 'section',
          text: mrkdwn(
            `${describeStanding(link, timeZone)}\nThere is nothing to scan: this link cannot be paid now.`,
          ),
        },
      ],
});

function buildPicture(picture: QrPicture): KnownBlock[] {
  if (picture === 'making') return [{ type: 'section', text: mrkdwn('⏳ Making the picture…') }];
  if ('address' in picture) return buildWithout(picture);
  return [buildPictureBlock('qr', picture, 'QR code of the payment link')];
}

function buildWithout({ address, card }: { address: string; card: CardPlace | null }): KnownBlock[] {
  const button = card === null ? [] : buildOpenCardButton(card.permalink, card.channelId);
  const where =
    button.length > 0 ? 'The QR code is on the card.' : 'The QR code can’t be shown here right now.';
  return [
    { type: 'section', text: mrkdwn(`${where} The link:\n${formatAddress(address)}`) },
    ...(button.length > 0 ? [{ type: 'actions' as const, block_id: 'qr_place', elements: button }] : []),
  ];
}
