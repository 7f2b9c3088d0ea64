import type { KnownBlock, ModalView } from '@slack/types';
import type { Link } from '../store/link.ts';
import { describeDeadline, describeStanding } from './describe-standing.ts';
import { formatAddress } from './existing-link.ts';
import { limits } from './limits.ts';
import { describeLink } from './link-card.ts';
import { isPayable } from './link-standing.ts';
import { mrkdwn, plain } from './text.ts';

/** `making`: the picture is on its way. `missing`: there will be none. */
export type QrPicture = { fileId: string } | 'making' | 'missing';

/** The QR code as large as the window, for a customer who stands at the counter. */
export const buildLinkQr = (link: Link, picture: QrPicture, timeZone: string): ModalView => ({
  type: 'modal',
  callback_id: 'link_qr',
  title: plain('Scan to pay', limits.view.title),
  close: plain('Close', limits.view.close),
  blocks: isPayable(link)
    ? [
        { type: 'section', text: mrkdwn(`*${describeLink(link)}*`) },
        ...buildPicture(link, picture),
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

function buildPicture(link: Link, picture: QrPicture): KnownBlock[] {
  if (picture === 'making') return [{ type: 'section', text: mrkdwn('⏳ Making the picture…') }];
  if (picture === 'missing') {
    return [
      {
        type: 'section',
        text: mrkdwn(
          `The picture could not be made just now. The link itself is good:\n${formatAddress(link.address ?? '')}`,
        ),
      },
    ];
  }
  return [
    {
      type: 'image',
      block_id: 'qr',
      slack_file: { id: picture.fileId },
      alt_text: 'QR code of the payment link',
    },
  ];
}
