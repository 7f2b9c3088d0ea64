import type { KnownBlock } from '@slack/types';
import type { Link } from '../store/link.ts';
import { describeCustomer } from './customer.ts';
import { formatAddress } from './existing-link.ts';
import { limits } from './limits.ts';
import { LINK_STATE_LABELS } from './link-state-label.ts';
import { formatAed, slackDate } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from './text.ts';

export const OPEN_LINK_ACTION = 'open_link';

export interface Message {
  /** What a phone's notice and a screen reader show. */
  text: string;
  blocks: KnownBlock[];
}

/** The one message of a link in its channel. Colleagues and guests read it: no e-mail, no full phone. */
export const buildLinkCard = (link: Link, timeZone: string): Message => {
  const amount = formatAed(link.amountFils);
  const customer = describeCustomer(link.details);
  const notes = link.details.notes;
  return {
    text: escapeMrkdwn(cut(`Payment link of ${amount} for ${customer}: ${notes}`, limits.section.text)),
    blocks: [
      {
        type: 'section',
        block_id: 'link',
        text: mrkdwn(
          [
            `*${amount}* · ${LINK_STATE_LABELS[link.state]}`,
            `${escapeMrkdwn(customer)} · ${escapeMrkdwn(notes)}`,
            ...(link.address === null ? [] : [formatAddress(link.address)]),
          ].join('\n'),
        ),
      },
      ...buildQr(link),
      {
        type: 'context',
        block_id: 'facts',
        elements: [
          mrkdwn(
            `Can be paid until ${slackDate(link.expiresAt, timeZone)} · ${escapeMrkdwn(link.invoiceId)} · made by ${escapeMrkdwn(link.makerName)}`,
          ),
        ],
      },
      ...(link.address === null ? [] : buildOpenButton(link.address)),
    ],
  };
};

/** Nothing for an address past what a button takes. */
export const buildOpenButton = (address: string): KnownBlock[] =>
  address.length > limits.button.url
    ? []
    : [
        {
          type: 'actions',
          block_id: 'link_actions',
          elements: [
            {
              type: 'button',
              action_id: OPEN_LINK_ACTION,
              text: plain('Open', limits.button.text),
              url: address,
              accessibility_label: 'Open the payment page in the browser',
            },
          ],
        },
      ];

export const buildQr = (link: Link): KnownBlock[] =>
  link.qrFileId === null
    ? []
    : [
        {
          type: 'image',
          block_id: 'qr',
          slack_file: { id: link.qrFileId },
          alt_text: `QR code of the payment link for ${formatAed(link.amountFils)}`,
        },
      ];
