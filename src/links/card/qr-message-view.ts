import { limits } from '../../blocks/limits.ts';
import type { Message } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { cut, mrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { describeDeadline } from './describe-display-state.ts';
import { isPayable, labelOf } from './display-state.ts';
import { buildQr } from './link-card-view.ts';

/**
 * The message in the thread of a card, before it has its picture. If this process ends before Slack's answer is
 * written down, this one stays for good. So it shows no code: nobody would remove it.
 */
export const buildFirstQrMessage = (link: Link): Message =>
  buildWords(`QR code for ${formatAed(link.amountFils)}: press *Show QR* on the card.`);

/** The picture while it can be paid; once it can't, what became of the link in its place. */
export const buildQrMessage = (link: Link, timeZone: string): Message => {
  const amount = formatAed(link.amountFils);
  if (link.qrFileId === null || !isPayable(link))
    return buildWords(`${labelOf(link)} · ${amount}. The QR code was taken away: don’t scan a copy of it.`);
  const words = `*${amount}* · ${describeDeadline(link, timeZone)}`;
  return {
    text: cut(`QR code for ${amount}`, limits.section.text),
    blocks: [
      ...buildQr(link, { fileId: link.qrFileId }),
      { type: 'context', block_id: 'qr_facts', elements: [mrkdwn(words)] },
    ],
  };
};

/** What is left of it where its card moved from. */
export const buildLeftQrMessage = (): Message => buildWords('The QR code is in the thread of the card now.');

const buildWords = (words: string): Message => ({
  text: words.replaceAll('*', ''),
  blocks: [{ type: 'section', block_id: 'qr_words', text: mrkdwn(words) }],
});
