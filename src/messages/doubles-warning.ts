import type { KnownBlock } from '@slack/types';
import type { Link } from '../store/link.ts';
import { describeCustomer } from './customer.ts';
import { formatAddress } from './existing-link.ts';
import { labelOf } from './link-standing.ts';
import { formatAed, slackMoment } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

const MOST_SHOWN = 3;
const LONGEST_ADDRESS = 400;

/** A link for the same customer and amount, with the address of its card where there is one. */
export interface Double {
  link: Link;
  permalink: string | null;
}

export interface DoublesWarning {
  above: KnownBlock;
  /** Beside the submit button: a form that is replaced stays scrolled to where it was. */
  below: KnownBlock;
}

/** Said around the form before a second link like these is made. */
export const buildDoublesWarning = (doubles: readonly Double[], timeZone: string): DoublesWarning => {
  const rest = doubles.length - MOST_SHOWN;
  const what = doubles.length === 1 ? 'A link like this is' : `${doubles.length} links like this are`;
  const above: KnownBlock = {
    type: 'section',
    block_id: 'doubles',
    text: mrkdwn(
      [
        `⚠️ *${what} open already.* Is another one meant?`,
        ...doubles.slice(0, MOST_SHOWN).map((double) => describeDouble(double, timeZone)),
        ...(rest > 0 ? [`• and ${rest} more`] : []),
      ].join('\n'),
    ),
  };
  const below: KnownBlock = {
    type: 'section',
    block_id: 'doubles_below',
    text: mrkdwn(`⚠️ *${what} open already*: see the top of this form before you make another.`),
  };
  return { above, below };
};

function describeDouble({ link, permalink }: Double, timeZone: string): string {
  const facts = [
    escapeMrkdwn(`${formatAed(link.amountFils)} for ${describeCustomer(link.details)}`),
    escapeMrkdwn(cut(link.details.notes, 60)),
    labelOf(link),
    `made by ${escapeMrkdwn(cut(link.makerName, 80))} at ${slackMoment(link.createdAt, timeZone)}`,
    ...describePlace(link.address, permalink),
  ];
  return `• ${facts.join(' · ')}`;
}

function describePlace(address: string | null, permalink: string | null): string[] {
  if (permalink !== null && permalink.length <= LONGEST_ADDRESS)
    return [`<${escapeMrkdwn(permalink).replaceAll('|', '%7C')}|its card>`];
  return address !== null && address.length <= LONGEST_ADDRESS ? [formatAddress(address)] : [];
}
